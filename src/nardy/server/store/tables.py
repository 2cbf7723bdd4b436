"""The tables of the club. `entry` is append-only: it is the log that everything is rebuilt from."""

import sqlalchemy as sql

SCHEMA = 2
"""The version of these tables; a database of a newer one is refused."""

metadata = sql.MetaData()

about = sql.Table(
    "about",
    metadata,
    sql.Column("name", sql.Text, primary_key=True),
    sql.Column("value", sql.Text, nullable=False),
)

guest = sql.Table(
    "guest",
    metadata,
    sql.Column("id", sql.Text, primary_key=True),
    # Of the token in the cookie only its SHA-256 is kept.
    sql.Column("token", sql.Text, nullable=False, unique=True),
    sql.Column("name", sql.Text, nullable=False),
    sql.Column("since", sql.Integer, nullable=False),
)

room = sql.Table(
    "room",
    metadata,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("games", sql.Text, nullable=False),
    sql.Column("length", sql.Integer, nullable=False),
    sql.Column("white", sql.Text),
    sql.Column("black", sql.Text),
    sql.Column("terms", sql.Text, nullable=False),
    # The seed of the dice: told to nobody before the room is over.
    sql.Column("seed", sql.Text, nullable=False),
    sql.Column("tips", sql.Text, nullable=False),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("is_over", sql.Boolean, nullable=False),
    sql.Column("since", sql.Integer, nullable=False),
)

entry = sql.Table(
    "entry",
    metadata,
    sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("event", sql.Text, nullable=False),
    # The client's own name for its act, on the last entry that the act wrote.
    sql.Column("key", sql.Text),
    sql.Column("at", sql.Integer, nullable=False),
    # What the server knows beside the event, as JSON: the clock, how the dice fell.
    sql.Column("note", sql.Text),
    sql.UniqueConstraint("room", "key"),
)
