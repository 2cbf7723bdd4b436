"""Chat lines, mutes and reports."""

import sqlalchemy as sql
from alembic import op

revision = "3"
down_revision = "2"


def upgrade() -> None:
    op.create_table(
        "line",
        sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("who", sql.Text, nullable=False),
        sql.Column("text", sql.Text, nullable=False),
        sql.Column("at", sql.Integer, nullable=False),
        sql.Column("is_aside", sql.Boolean, nullable=False),
        sql.Column("key", sql.Text, nullable=False),
        sql.UniqueConstraint("room", "who", "key"),
    )
    op.create_table(
        "mute",
        sql.Column("who", sql.Text, primary_key=True),
        sql.Column("muted", sql.Text, primary_key=True),
    )
    op.create_table(
        "report",
        sql.Column("room", sql.Text, primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("who", sql.Text, primary_key=True),
        sql.Column("at", sql.Integer, nullable=False),
        sql.ForeignKeyConstraint(["room", "number"], ["line.room", "line.number"]),
    )
