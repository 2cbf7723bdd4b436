"""The tables of the database; those of learning are in learning_tables.py.

`entry` is append-only; results and ratings can be rebuilt from it.
"""

import sqlalchemy as sql
from sqlalchemy.schema import SchemaItem

from nardy.server.store.dialects import MOMENT, only_where

SCHEMA = 18
"""Version of these tables; a newer database is refused."""
MIGRATED = (11, 14, 15, 17)
"""Older versions that are migrated (store/database/migrations): those of nardy 0.1.0, 0.1.1, 0.2.0 and 0.3.0."""

metadata = sql.MetaData()


def _table(name: str, *parts: SchemaItem) -> sql.Table:
    return sql.Table(name, metadata, *parts)


about = _table(
    "about",
    sql.Column("name", sql.Text, primary_key=True),
    sql.Column("value", sql.Text, nullable=False),
)

guest = _table(
    "guest",
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("name", sql.Text, nullable=False),
    sql.Column("since", MOMENT, nullable=False),
    # The chosen picture; '' is the default derived from the name.
    sql.Column("avatar", sql.Text, nullable=False, server_default=""),
)

room = _table(
    "room",
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("games", sql.Text, nullable=False),
    sql.Column("length", sql.Integer, nullable=False),
    sql.Column("white", sql.Text),
    sql.Column("black", sql.Text),
    sql.Column("terms", sql.Text, nullable=False),
    # The seed of the dice, secret until the room is over.
    sql.Column("seed", sql.Text, nullable=False),
    sql.Column("tips", sql.Text, nullable=False),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("is_over", sql.Boolean, nullable=False),
    sql.Column("since", MOMENT, nullable=False),
    # The lobby often asks for unfinished rooms, which are few.
    sql.Index("room_going_on", "since", **only_where("is_over IS 0", "is_over IS false")),
)

entry = _table(
    "entry",
    sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("event", sql.Text, nullable=False),
    # The client's id of its action, on the last entry that the action wrote.
    sql.Column("key", sql.Text),
    sql.Column("at", MOMENT, nullable=False),
    # Server data about the event, as JSON: clock times, how the dice were made.
    sql.Column("note", sql.Text),
    # An act that is sent again, since its answer was lost, is stored once.
    sql.UniqueConstraint("room", "key"),
)

finished_room = _table(
    "finished_room",
    # Written with the room's last entry (store/finished_rooms.py).
    sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
    # Order of the ends: clocks can be set back.
    sql.Column("number", sql.Integer, nullable=False, unique=True),
    # The count of dice that has its throws; 0 is none.
    sql.Column("counted", sql.Integer, nullable=False),
    sql.Index("finished_by_count", "counted", "number"),
)

room_ends = _table(
    "room_ends",
    # Never has a row. Who ends a room on PostgreSQL locks it (database/postgresql/writer.py).
    sql.Column("id", sql.Integer, primary_key=True),
)

session = _table(
    "session",
    # The SHA-256 hash of the cookie's token.
    sql.Column("token", sql.Text, primary_key=True),
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
    sql.Column("since", MOMENT, nullable=False),
    sql.Column("seen", MOMENT, nullable=False),
    # The browser's User-Agent, for the list of one's own sessions.
    sql.Column("agent", sql.Text, nullable=False),
    # Scopes of an API token, such as 'play read'; '' is a browser, which may do everything.
    sql.Column("scopes", sql.Text, nullable=False, server_default=""),
    sql.Index("session_of_guest", "guest"),
)

account = _table(
    "account",
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    # Normalized; the display name is in the guest row.
    sql.Column("name", sql.Text, nullable=False, unique=True),
    sql.Column("password", sql.Text, nullable=False),
    sql.Column("role", sql.Text, nullable=False),
    sql.Column("since", MOMENT, nullable=False),
    # The name with lookalike letters unified: not unique, since older names may look alike.
    sql.Column("looks", sql.Text, nullable=False, server_default=""),
    sql.Index("account_by_looks", "looks"),
)

recovery = _table(
    "recovery",
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    sql.Column("code", sql.Text, primary_key=True),
)

sanction = _table(
    "sanction",
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    # 'mute' or 'ban'.
    sql.Column("kind", sql.Text, primary_key=True),
    # In milliseconds since 1970; null is for good.
    sql.Column("until", MOMENT),
)

audit = _table(
    "audit",
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("at", MOMENT, nullable=False),
    sql.Column("who", sql.Text, nullable=False),
    sql.Column("what", sql.Text, nullable=False),
    sql.Column("about", sql.Text, nullable=False),
)

# Chat is kept apart from the log, from which games are rebuilt.

line = _table(
    "line",
    sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("who", sql.Text, nullable=False),
    sql.Column("text", sql.Text, nullable=False),
    sql.Column("at", MOMENT, nullable=False),
    sql.Column("is_aside", sql.Boolean, nullable=False),
    sql.Column("key", sql.Text, nullable=False),
    # A line that is sent again, since its answer was lost, is stored once.
    sql.UniqueConstraint("room", "who", "key"),
)

mute = _table(
    "mute",
    sql.Column("who", sql.Text, primary_key=True),
    sql.Column("muted", sql.Text, primary_key=True),
)

report = _table(
    "report",
    sql.Column("room", sql.Text, primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("who", sql.Text, primary_key=True),
    sql.Column("at", MOMENT, nullable=False),
    sql.ForeignKeyConstraint(["room", "number"], ["line.room", "line.number"]),
)

# Results and standings follow from the log; `nardy ratings rebuild` recreates both.

result = _table(
    "result",
    sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
    sql.Column("game", sql.Text, nullable=False),
    sql.Column("pace", sql.Text),
    sql.Column("length", sql.Integer, nullable=False),
    # Points for which it is rated, if a match ended early; null: the whole length.
    sql.Column("rated_length", sql.Integer),
    sql.Column("is_rated", sql.Boolean, nullable=False),
    sql.Column("white", sql.Text, nullable=False),
    sql.Column("black", sql.Text, nullable=False),
    # White's score: 1, 0.5 or 0; null in a blocked game that counts for nobody.
    sql.Column("score", sql.Float),
    sql.Column("white_points", sql.Float, nullable=False),
    sql.Column("black_points", sql.Float, nullable=False),
    sql.Column("size", sql.Text, nullable=False),
    sql.Column("on_time", sql.Boolean, nullable=False),
    sql.Column("ended_at", MOMENT, nullable=False),
    # Order among all results: that of `finished_room`.
    sql.Column("number", sql.Integer, nullable=False, server_default="0"),
    # Ratings after it, and their changes; null if it was not rated.
    sql.Column("white_rating", sql.Float),
    sql.Column("white_change", sql.Float),
    sql.Column("black_rating", sql.Float),
    sql.Column("black_change", sql.Float),
    # Both standings after it, as JSON: recalculation can start at any result (store/ratings/recalculation.py).
    sql.Column("white_after", sql.Text),
    sql.Column("black_after", sql.Text),
    sql.Index("result_of_white", "white", "ended_at"),
    sql.Index("result_of_black", "black", "ended_at"),
    sql.Index("result_of_ladder", "game", "pace", "ended_at"),
    # A bot's page shows its rated games, which are few among many casual ones.
    sql.Index("rated_of_white", "white", "is_rated", "ended_at"),
    sql.Index("rated_of_black", "black", "is_rated", "ended_at"),
    sql.Index("result_by_number", "game", "pace", "number"),
    sql.Index("number_of_white", "white", "number"),
    sql.Index("number_of_black", "black", "number"),
    # Every new result asks whether the two have met, also for bots with very many games.
    sql.Index("result_of_pair", "white", "black"),
)

recount = _table(
    "recount",
    sql.Column("game", sql.Text, primary_key=True),
    sql.Column("pace", sql.Text, primary_key=True),
    # The number of the last result up to which the ladder is right.
    sql.Column("upto", sql.Integer, nullable=False),
    # The only player whose results after it have changed; '' if it may be anybody.
    sql.Column("who", sql.Text, nullable=False),
    # Incremented at each mark, so that a recalculation under way notices.
    sql.Column("stamp", sql.Integer, nullable=False),
)

standing = _table(
    "standing",
    sql.Column("who", sql.Text, primary_key=True),
    sql.Column("game", sql.Text, primary_key=True),
    sql.Column("pace", sql.Text, primary_key=True),
    sql.Column("rating", sql.Float, nullable=False),
    sql.Column("experience", sql.Integer, nullable=False),
    sql.Column("matches", sql.Integer, nullable=False),
    # Number of different opponents.
    sql.Column("opponents", sql.Integer, nullable=False, server_default="0"),
    sql.Column("won", sql.Integer, nullable=False),
    sql.Column("drawn", sql.Integer, nullable=False),
    sql.Column("lost", sql.Integer, nullable=False),
    sql.Column("streak", sql.Integer, nullable=False),
    sql.Column("longest", sql.Integer, nullable=False),
    sql.Column("peak", sql.Float, nullable=False),
    # Glicko-2 rating.
    sql.Column("strength", sql.Float, nullable=False),
    sql.Column("deviation", sql.Float, nullable=False),
    sql.Column("volatility", sql.Float, nullable=False),
    # The last ratings, as JSON.
    sql.Column("trend", sql.Text, nullable=False),
    sql.Column("last_at", MOMENT, nullable=False),
    sql.Column("last_room", sql.Text, nullable=False),
    sql.Index("standing_by_rating", "game", "pace", "rating", "matches"),
)

# Tournaments and their logs. `entrant` follows from the log; it is an index of a player's tournaments.

tournament = _table(
    "tournament",
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("name", sql.Text, nullable=False),
    # The director: `guest:ID`.
    sql.Column("maker", sql.Text, nullable=False),
    sql.Column("games", sql.Text, nullable=False),
    sql.Column("length", sql.Integer, nullable=False),
    # The terms, as JSON.
    sql.Column("terms", sql.Text, nullable=False),
    # Seed of the random tie-breaks.
    sql.Column("seed", sql.Text, nullable=False),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("is_over", sql.Boolean, nullable=False),
    sql.Column("since", MOMENT, nullable=False),
    sql.Index("tournament_by_age", "is_over", "since"),
)

tournament_event = _table(
    "tournament_event",
    sql.Column("tournament", sql.Text, sql.ForeignKey("tournament.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("event", sql.Text, nullable=False),
)

entrant = _table(
    "entrant",
    sql.Column("tournament", sql.Text, sql.ForeignKey("tournament.id"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("who", sql.Text, nullable=False),
    # Final rank, and the number of entrants; null until the end.
    sql.Column("rank", sql.Integer),
    sql.Column("of", sql.Integer),
    sql.Index("entrant_by_who", "who"),
)

# Login methods beside the password: OIDC identities, passkeys, and API clients.

outside = _table(
    "outside",
    # The OIDC provider and its id of the person; the pair is unique and never changes.
    sql.Column("issuer", sql.Text, primary_key=True),
    sql.Column("subject", sql.Text, primary_key=True),
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
    sql.Column("since", MOMENT, nullable=False),
    sql.UniqueConstraint("guest", "issuer"),
)

passkey = _table(
    "passkey",
    # Its id and its public key as sent by the browser, in base64url.
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
    sql.Column("public", sql.Text, nullable=False),
    # Signature counter; a decrease means a cloned key. Many keys never count and stay at 0.
    sql.Column("count", sql.Integer, nullable=False),
    sql.Column("name", sql.Text, nullable=False),
    sql.Column("since", MOMENT, nullable=False),
    sql.Column("seen", MOMENT, nullable=False),
    sql.Index("passkey_of_guest", "guest"),
)

program = _table(
    "program",
    # It plays as a guest with an account of the role 'program'.
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    # The responsible account.
    sql.Column("owner", sql.Text, sql.ForeignKey("guest.id"), nullable=False),
    sql.Index("program_of_owner", "owner"),
)

# Private groups and their members.

private_group = _table(
    "private_group",
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("name", sql.Text, nullable=False),
    sql.Column("about", sql.Text, nullable=False),
    sql.Column("since", MOMENT, nullable=False),
    # Code of the current invitation, kept in clear: owners and helpers can read it.
    sql.Column("code", sql.Text, nullable=False, unique=True),
    # Expiry in milliseconds since 1970, and how many more may join; null is no limit.
    sql.Column("until", MOMENT),
    sql.Column("uses", sql.Integer),
    # What it makes of whoever joins by it.
    sql.Column("role", sql.Text, nullable=False, server_default="member"),
)

group_member = _table(
    "group_member",
    sql.Column("private_group", sql.Text, sql.ForeignKey("private_group.id"), primary_key=True),
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    # 'owner', 'helper' or 'member'.
    sql.Column("role", sql.Text, nullable=False),
    sql.Column("since", MOMENT, nullable=False),
    sql.Index("group_of_guest", "guest"),
)

# Hashed addresses and browser cookies of accounts, kept for a limited time.

sighting = _table(
    "sighting",
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    # 'address' or 'browser'.
    sql.Column("kind", sql.Text, primary_key=True),
    # A keyed hash: equal marks are one place, which cannot be read back.
    sql.Column("mark", sql.Text, primary_key=True),
    sql.Column("seen", MOMENT, nullable=False),
    sql.Index("sighting_by_mark", "kind", "mark"),
)

# Games that a browser played without the club. They are nobody's results: no rating, statistic of dice or
# audit reads this table.

offline_game = _table(
    "offline_game",
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    # The browser's id of the game: a game that is sent again is stored once.
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("game", sql.Text, nullable=False),
    sql.Column("seat", sql.Text, nullable=False),
    # The bot's level, such as 'club'.
    sql.Column("level", sql.Text, nullable=False),
    # When it was begun, by the browser's clock, and when it was stored.
    sql.Column("begun", MOMENT, nullable=False),
    sql.Column("since", MOMENT, nullable=False),
    # The result in points and words, as JSON.
    sql.Column("result", sql.Text, nullable=False),
    # The whole game as match JSON.
    sql.Column("record", sql.Text, nullable=False),
)
