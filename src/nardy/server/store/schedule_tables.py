"""The table of tournaments that repeat."""

import sqlalchemy as sql

from nardy.server.store.dialects import MOMENT
from nardy.server.store.schema import metadata

tournament_schedule = sql.Table(
    "tournament_schedule",
    metadata,
    sql.Column("id", sql.Text, primary_key=True),
    # The director of all its tournaments: `guest:ID`.
    sql.Column("maker", sql.Text, nullable=False),
    # As of a tournament, and the id of the private group or ''.
    sql.Column("name", sql.Text, nullable=False),
    sql.Column("games", sql.Text, nullable=False),
    sql.Column("length", sql.Integer, nullable=False),
    sql.Column("terms", sql.Text, nullable=False),
    sql.Column("private_group", sql.Text, nullable=False),
    # When: pairing/schedule.py, as JSON.
    sql.Column("times", sql.Text, nullable=False),
    # The start of the last tournament that was made, in milliseconds since 1970.
    sql.Column("upto", MOMENT, nullable=False),
    sql.Column("is_on", sql.Boolean, nullable=False),
    sql.Column("since", MOMENT, nullable=False),
)
