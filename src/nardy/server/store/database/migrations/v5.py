"""Tournaments, their events and entrants."""

import sqlalchemy as sql
from alembic import op

revision = "5"
down_revision = "4"


def upgrade() -> None:
    op.create_table(
        "tournament",
        sql.Column("id", sql.Text, primary_key=True),
        sql.Column("name", sql.Text, nullable=False),
        sql.Column("maker", sql.Text, nullable=False),
        sql.Column("games", sql.Text, nullable=False),
        sql.Column("length", sql.Integer, nullable=False),
        sql.Column("terms", sql.Text, nullable=False),
        sql.Column("seed", sql.Text, nullable=False),
        sql.Column("version", sql.Integer, nullable=False),
        sql.Column("is_over", sql.Boolean, nullable=False),
        sql.Column("since", sql.Integer, nullable=False),
    )
    op.create_index("tournament_by_age", "tournament", ["is_over", "since"])
    op.create_table(
        "tournament_event",
        _of_a_tournament(),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("event", sql.Text, nullable=False),
    )
    op.create_table(
        "entrant",
        _of_a_tournament(),
        sql.Column("number", sql.Integer, primary_key=True),
        sql.Column("who", sql.Text, nullable=False),
        sql.Column("rank", sql.Integer),
        sql.Column("of", sql.Integer),
    )
    op.create_index("entrant_by_who", "entrant", ["who"])


def _of_a_tournament() -> "sql.Column[str]":
    return sql.Column("tournament", sql.Text, sql.ForeignKey("tournament.id"), primary_key=True)
