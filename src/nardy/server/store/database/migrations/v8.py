"""Private clubs and their members."""

import sqlalchemy as sql
from alembic import op

revision = "8"
down_revision = "7"


def upgrade() -> None:
    op.create_table(
        "circle",
        sql.Column("id", sql.Text, primary_key=True),
        sql.Column("name", sql.Text, nullable=False),
        sql.Column("about", sql.Text, nullable=False),
        sql.Column("since", sql.Integer, nullable=False),
        sql.Column("code", sql.Text, nullable=False, unique=True),
        sql.Column("until", sql.Integer),
        sql.Column("uses", sql.Integer),
    )
    op.create_table(
        "circle_member",
        sql.Column("circle", sql.Text, sql.ForeignKey("circle.id"), primary_key=True),
        sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
        sql.Column("role", sql.Text, nullable=False),
        sql.Column("since", sql.Integer, nullable=False),
    )
    op.create_index("circle_of_guest", "circle_member", ["guest"])
