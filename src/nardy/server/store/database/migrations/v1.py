"""The first tables: rooms with their logs, and guests."""

import sqlalchemy as sql
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "about",
        sql.Column("name", sql.Text, primary_key=True),
        sql.Column("value", sql.Text, nullable=False),
    )
    op.create_table(
        "guest",
        sql.Column("id", sql.Text, primary_key=True),
        sql.Column("token", sql.Text, nullable=False, unique=True),
        sql.Column("name", sql.Text, nullable=False),
        sql.Column("since", sql.Integer, nullable=False),
    )
    _make_rooms()


def _make_rooms() -> None:
    op.create_table(
        "room",
        sql.Column("id", sql.Text, primary_key=True),
        sql.Column("games", sql.Text, nullable=False),
        sql.Column("length", sql.Integer, nullable=False),
        sql.Column("white", sql.Text),
        sql.Column("black", sql.Text),
        sql.Column("terms", sql.Text, nullable=False),
        sql.Column("seed", sql.Text, nullable=False),
        sql.Column("tips", sql.Text, nullable=False),
        sql.Column("version", sql.Integer, nullable=False),
        sql.Column("is_over", sql.Boolean, nullable=False),
        sql.Column("since", sql.Integer, nullable=False),
    )
    op.create_table(
        "entry",
        sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("event", sql.Text, nullable=False),
        sql.Column("key", sql.Text),
        sql.Column("at", sql.Integer, nullable=False),
        sql.Column("note", sql.Text),
        sql.UniqueConstraint("room", "key"),
    )
