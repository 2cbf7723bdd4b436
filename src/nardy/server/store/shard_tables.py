"""The tables of clubs with several processes: who they are, and which shards each of them owns."""

import sqlalchemy as sql

from nardy.server.store.dialects import MOMENT
from nardy.server.store.schema import metadata

SHARDS = 1024
LEAD = SHARDS
"""The number of one more lease: its owner does what the club does once, such as searches for opponents."""
ALL = range(SHARDS + 1)

club_process = sql.Table(
    "club_process",
    metadata,
    sql.Column("id", sql.Text, primary_key=True),
    # Where the other processes reach it: HOST:PORT.
    sql.Column("address", sql.Text, nullable=False),
    # Where a proxy reaches its pages: HOST:PORT.
    sql.Column("page", sql.Text, nullable=False),
    # When it was last seen alive, by its own clock, which also times the entries of its rooms.
    sql.Column("beat", MOMENT, nullable=False),
    # Until when its leases are valid, by the clock of the database.
    sql.Column("until", MOMENT, nullable=False),
    # What it tells the other processes, as JSON (server/lobby/bulletins.py).
    sql.Column("bulletin", sql.Text, nullable=False),
)

shard_lease = sql.Table(
    "shard_lease",
    metadata,
    sql.Column("shard", sql.Integer, primary_key=True, autoincrement=False),
    # The process that owns it; null is nobody.
    sql.Column("owner", sql.Text),
    # Grows with every change of the owner, and fences off appends of the owners before.
    sql.Column("epoch", sql.Integer, nullable=False),
    # The last beat of an owner that died; null after one that handed its clocks over.
    sql.Column("beat", MOMENT),
    sql.Index("leases_by_owner", "owner"),
)
