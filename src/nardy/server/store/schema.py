"""The tables of the club. `entry` is append-only: everything else is rebuilt from this log."""

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

# Results and standings: both follow from the log, and `nardy ratings rebuild` makes them anew.

result = sql.Table(
    "result",
    metadata,
    sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
    sql.Column("game", sql.Text, nullable=False),
    sql.Column("pace", sql.Text),
    sql.Column("length", sql.Integer, nullable=False),
    # The points for which it is rated, where little was played of the match; null: its length.
    sql.Column("rated_length", sql.Integer),
    sql.Column("is_rated", sql.Boolean, nullable=False),
    sql.Column("white", sql.Text, nullable=False),
    sql.Column("black", sql.Text, nullable=False),
    # White's: 1, 0.5 or 0; null where nobody could move any more.
    sql.Column("score", sql.Float),
    sql.Column("white_points", sql.Float, nullable=False),
    sql.Column("black_points", sql.Float, nullable=False),
    sql.Column("size", sql.Text, nullable=False),
    sql.Column("on_time", sql.Boolean, nullable=False),
    sql.Column("ended_at", sql.Integer, nullable=False),
    # Where it stands among all results: the row of the log that ended the room. Clocks can be set back.
    sql.Column("number", sql.Integer, nullable=False, server_default="0"),
    # The ratings after it and what it added to them; null where it was not rated.
    sql.Column("white_rating", sql.Float),
    sql.Column("white_change", sql.Float),
    sql.Column("black_rating", sql.Float),
    sql.Column("black_change", sql.Float),
    # What it made of both, as JSON: a ladder is counted on from any place (server/store/ratings/ladders.py).
    sql.Column("white_after", sql.Text),
    sql.Column("black_after", sql.Text),
    sql.Index("result_of_white", "white", "ended_at"),
    sql.Index("result_of_black", "black", "ended_at"),
    sql.Index("result_of_ladder", "game", "pace", "ended_at"),
    # A bot has many casual games, which its page does not tell.
    sql.Index("rated_of_white", "white", "is_rated", "ended_at"),
    sql.Index("rated_of_black", "black", "is_rated", "ended_at"),
    sql.Index("result_by_number", "game", "pace", "number"),
    sql.Index("number_of_white", "white", "number"),
    sql.Index("number_of_black", "black", "number"),
    # Whether two have met before is asked at every result, of bots with very many games too.
    sql.Index("result_of_pair", "white", "black"),
)

recount = sql.Table(
    "recount",
    metadata,
    sql.Column("game", sql.Text, primary_key=True),
    sql.Column("pace", sql.Text, primary_key=True),
    # The number of the last result up to which everything is right.
    sql.Column("upto", sql.Integer, nullable=False),
    # Whose results have changed behind it; '' where it may be anybody's.
    sql.Column("who", sql.Text, nullable=False),
    # How often it was marked: who counts sees whether it was marked anew.
    sql.Column("stamp", sql.Integer, nullable=False),
)

standing = sql.Table(
    "standing",
    metadata,
    sql.Column("who", sql.Text, primary_key=True),
    sql.Column("game", sql.Text, primary_key=True),
    sql.Column("pace", sql.Text, primary_key=True),
    sql.Column("rating", sql.Float, nullable=False),
    sql.Column("experience", sql.Integer, nullable=False),
    sql.Column("matches", sql.Integer, nullable=False),
    # How many different opponents there were.
    sql.Column("opponents", sql.Integer, nullable=False, server_default="0"),
    sql.Column("won", sql.Integer, nullable=False),
    sql.Column("drawn", sql.Integer, nullable=False),
    sql.Column("lost", sql.Integer, nullable=False),
    sql.Column("streak", sql.Integer, nullable=False),
    sql.Column("longest", sql.Integer, nullable=False),
    sql.Column("peak", sql.Float, nullable=False),
    # Of Glicko-2.
    sql.Column("strength", sql.Float, nullable=False),
    sql.Column("deviation", sql.Float, nullable=False),
    sql.Column("volatility", sql.Float, nullable=False),
    # The last ratings, as JSON.
    sql.Column("trend", sql.Text, nullable=False),
    sql.Column("last_at", sql.Integer, nullable=False),
    sql.Column("last_room", sql.Text, nullable=False),
    sql.Index("standing_by_rating", "game", "pace", "rating", "matches"),
)

# Tournaments and their logs. `entrant` follows from the log; it finds a player's tournaments.

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

# Login methods beside the password: accounts kept elsewhere, passkeys, and tokens of programs.

outside = sql.Table(
    "outside",
    metadata,
    # Who vouches, and what they call the person: together one person, whatever else changes.
    sql.Column("issuer", sql.Text, primary_key=True),
    sql.Column("subject", sql.Text, primary_key=True),
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
    sql.Column("since", sql.Integer, nullable=False),
    sql.UniqueConstraint("guest", "issuer"),
)

passkey = sql.Table(
    "passkey",
    metadata,
    # Its id and its public key, as the browser told them, in base64 for addresses.
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
    sql.Column("public", sql.Text, nullable=False),
    # How often it has signed; one that goes back is a copy. Many never count, and stay at 0.
    sql.Column("count", sql.Integer, nullable=False),
    sql.Column("name", sql.Text, nullable=False),
    sql.Column("since", sql.Integer, nullable=False),
    sql.Column("seen", sql.Integer, nullable=False),
    sql.Index("passkey_of_guest", "guest"),
)

program = sql.Table(
    "program",
    metadata,
    # It sits at the board as a guest with an account of the role 'program'.
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    # Who answers for it.
    sql.Column("owner", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
    sql.Index("program_of_owner", "owner"),
)

# Clubs by invitation within the club: circles, and who belongs to them.

circle = sql.Table(
    "circle",
    metadata,
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("name", sql.Text, nullable=False),
    sql.Column("about", sql.Text, nullable=False),
    sql.Column("since", sql.Integer, nullable=False),
    # Of the invitation that holds: whoever has it may join. Its keepers must be able to read it.
    sql.Column("code", sql.Text, nullable=False, unique=True),
    # In milliseconds since 1970, and how many may still join by it; none is without a limit.
    sql.Column("until", sql.Integer),
    sql.Column("uses", sql.Integer),
)

circle_member = sql.Table(
    "circle_member",
    metadata,
    sql.Column("circle", sql.Text, sql.ForeignKey("circle.id"), primary_key=True),
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    # 'owner', 'helper' or 'member'.
    sql.Column("role", sql.Text, nullable=False),
    sql.Column("since", sql.Integer, nullable=False),
    sql.Index("circle_of_guest", "guest"),
)

# Places from which accounts come: marks of addresses and browsers, kept for a limited time.

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
