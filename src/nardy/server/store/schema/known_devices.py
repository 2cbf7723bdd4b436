"""From where accounts come: marks of addresses and browsers, kept for a limited time."""

import sqlalchemy as sql

from nardy.server.store.schema.groups import metadata

sighting = sql.Table(
    "sighting",
    metadata,
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    # 'address' or 'browser'.
    sql.Column("kind", sql.Text, primary_key=True),
    # A keyed hash: equal marks are one place, and the place itself is not kept.
    sql.Column("mark", sql.Text, primary_key=True),
    sql.Column("seen", sql.Integer, nullable=False),
    sql.Index("sighting_by_mark", "kind", "mark"),
)
