"""API clients."""

import sqlalchemy as sql
from alembic import op

revision = "11"
down_revision = "10"


def upgrade() -> None:
    op.create_table(
        "program",
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
        sql.Column("owner", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
    )
    op.create_index("program_of_owner", "program", ["owner"])
