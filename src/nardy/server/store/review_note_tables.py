"""The table of what readers keep with a review: notes, and the turns that they tried."""

import sqlalchemy as sql

from nardy.server.store.dialects import MOMENT
from nardy.server.store.schema import metadata

__all__ = ["metadata", "review_note"]

review_note = sql.Table(
    "review_note",
    metadata,
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
    # The number of the decision's event in the room.
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("note", sql.Text, nullable=False),
    # Turns that were tried, each with those that go on from it, as JSON. Without evaluations:
    # only the analysis endpoints send those, since they check for games in progress.
    sql.Column("tried", sql.Text, nullable=False),
    sql.Column("changed", MOMENT, nullable=False),
    sql.Index("review_note_by_time", "guest", "changed"),
)
