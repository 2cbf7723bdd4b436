"""The tables of the club. `entry` is append-only: it is the log that everything is rebuilt from."""

import sqlalchemy as sql

SCHEMA = 14
"""The version of these tables; an older database is upgraded by store/migrations, a newer one
refused."""

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
    sql.Column("name", sql.Text, nullable=False),
    sql.Column("since", sql.Integer, nullable=False),
    # The drawn picture that was chosen; '' is the one that goes with the name.
    sql.Column("avatar", sql.Text, nullable=False, server_default=""),
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
    # Few rooms of all go on, and the lobby asks for them all the time.
    sql.Index("room_going_on", "since", sqlite_where=sql.text("is_over IS 0")),
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

session = sql.Table(
    "session",
    metadata,
    # Of the token in the cookie only its SHA-256 is kept.
    sql.Column("token", sql.Text, primary_key=True),
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
    sql.Column("since", sql.Integer, nullable=False),
    sql.Column("seen", sql.Integer, nullable=False),
    # What the browser calls itself, for the list of one's own sessions.
    sql.Column("agent", sql.Text, nullable=False),
    # What a program's token opens, such as 'play read'; '' is a browser, to which all is open.
    sql.Column("scopes", sql.Text, nullable=False, server_default=""),
    sql.Index("session_of_guest", "guest"),
)

account = sql.Table(
    "account",
    metadata,
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    # As names are compared; what is shown is the name of the guest.
    sql.Column("name", sql.Text, nullable=False, unique=True),
    sql.Column("password", sql.Text, nullable=False),
    sql.Column("role", sql.Text, nullable=False),
    sql.Column("since", sql.Integer, nullable=False),
    # What the name looks like in any alphabet: not unique, since older ones may look alike.
    sql.Column("looks", sql.Text, nullable=False, server_default=""),
    sql.Index("account_by_looks", "looks"),
)

recovery = sql.Table(
    "recovery",
    metadata,
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    sql.Column("code", sql.Text, primary_key=True),
)

sanction = sql.Table(
    "sanction",
    metadata,
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    # 'mute' or 'ban'.
    sql.Column("kind", sql.Text, primary_key=True),
    # In milliseconds since 1970; none is for good.
    sql.Column("until", sql.Integer),
)

audit = sql.Table(
    "audit",
    metadata,
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("at", sql.Integer, nullable=False),
    sql.Column("who", sql.Text, nullable=False),
    sql.Column("what", sql.Text, nullable=False),
    sql.Column("about", sql.Text, nullable=False),
)

# Talk is kept beside the log and never in it: a game is rebuilt without a word of it.

line = sql.Table(
    "line",
    metadata,
    sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("who", sql.Text, nullable=False),
    sql.Column("text", sql.Text, nullable=False),
    sql.Column("at", sql.Integer, nullable=False),
    sql.Column("is_aside", sql.Boolean, nullable=False),
    sql.Column("key", sql.Text, nullable=False),
    sql.UniqueConstraint("room", "who", "key"),
)

mute = sql.Table(
    "mute",
    metadata,
    sql.Column("who", sql.Text, primary_key=True),
    sql.Column("muted", sql.Text, primary_key=True),
)

report = sql.Table(
    "report",
    metadata,
    sql.Column("room", sql.Text, primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("who", sql.Text, primary_key=True),
    sql.Column("at", sql.Integer, nullable=False),
    sql.ForeignKeyConstraint(["room", "number"], ["line.room", "line.number"]),
)
