"""Tournaments and their logs. `entrant` follows from the log; it finds a player's tournaments."""

import sqlalchemy as sql

from nardy.server.store.schema.ratings import metadata

tournament = sql.Table(
    "tournament",
    metadata,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("name", sql.Text, nullable=False),
    # Who directs it: `guest:ID`.
    sql.Column("maker", sql.Text, nullable=False),
    sql.Column("games", sql.Text, nullable=False),
    sql.Column("length", sql.Integer, nullable=False),
    # Everything else that was announced, as JSON.
    sql.Column("terms", sql.Text, nullable=False),
    # Lots are drawn by it.
    sql.Column("seed", sql.Text, nullable=False),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("is_over", sql.Boolean, nullable=False),
    sql.Column("since", sql.Integer, nullable=False),
    sql.Index("tournament_by_age", "is_over", "since"),
)

tournament_event = sql.Table(
    "tournament_event",
    metadata,
    sql.Column("tournament", sql.Text, sql.ForeignKey("tournament.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("event", sql.Text, nullable=False),
)

entrant = sql.Table(
    "entrant",
    metadata,
    sql.Column("tournament", sql.Text, sql.ForeignKey("tournament.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("who", sql.Text, nullable=False),
    # The place at the end, and of how many; null before it.
    sql.Column("rank", sql.Integer),
    sql.Column("of", sql.Integer),
    sql.Index("entrant_by_who", "who"),
)
