"""The tables of what people say on the pages of tournaments."""

import sqlalchemy as sql

from nardy.server.store.dialects import MOMENT
from nardy.server.store.schema import metadata

tournament_line = sql.Table(
    "tournament_line",
    metadata,
    sql.Column("tournament", sql.Text, sql.ForeignKey("tournament.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("who", sql.Text, nullable=False),
    sql.Column("text", sql.Text, nullable=False),
    sql.Column("at", MOMENT, nullable=False),
    sql.Column("key", sql.Text, nullable=False),
    # A line that is sent again, since its answer was lost, is stored once.
    sql.UniqueConstraint("tournament", "who", "key"),
)

tournament_report = sql.Table(
    "tournament_report",
    metadata,
    sql.Column("tournament", sql.Text, primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("who", sql.Text, primary_key=True),
    sql.Column("at", MOMENT, nullable=False),
    sql.ForeignKeyConstraint(
        ["tournament", "number"], ["tournament_line.tournament", "tournament_line.number"]
    ),
)
