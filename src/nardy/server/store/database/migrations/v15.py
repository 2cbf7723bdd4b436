"""From nardy 0.1.1 to 0.2.0: the tables of circles are called groups, as on the page and in the docs."""

from alembic import op

revision = "15"
down_revision = "14"


def upgrade() -> None:
    """Rename tables and columns; SQLite keeps the references to them."""
    op.rename_table("circle", "private_group")
    op.rename_table("circle_member", "group_member")
    op.alter_column("group_member", "circle", new_column_name="private_group")
    op.drop_index("circle_of_guest", "group_member")
    op.create_index("group_of_guest", "group_member", ["guest"])
