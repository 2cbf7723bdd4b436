"""The tables of what people learn from: figures of their reviewed games, puzzles, own mistakes."""

import sqlalchemy as sql

from nardy.server.store.dialects import MOMENT
from nardy.server.store.schema import metadata

# Figures of reviewed games, one row a game (or match) and person: those of one ply, so that all have the same
# judge. They follow from the log, but a review takes seconds, so they are kept.

reviewed_game = sql.Table(
    "reviewed_game",
    metadata,
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    sql.Column("room", sql.Text, sql.ForeignKey("room.id"), primary_key=True),
    # As in `result`.
    sql.Column("game", sql.Text, nullable=False),
    sql.Column("begun", MOMENT, nullable=False),
    sql.Column("ended_at", MOMENT, nullable=False),
    # Plies of the judge.
    sql.Column("plies", sql.Integer, nullable=False),
    # Rated, of a tournament, or between people: without help by the club's engine.
    sql.Column("is_protected", sql.Boolean, nullable=False),
    # Decisions of checker play, and the points that they lost; the same of cube and bomb.
    sql.Column("turns", sql.Integer, nullable=False),
    sql.Column("turns_lost", sql.Float, nullable=False),
    sql.Column("cubes", sql.Integer, nullable=False),
    sql.Column("cubes_lost", sql.Float, nullable=False),
    sql.Column("luck", sql.Float, nullable=False),
    # Turns whose time is known, and the standard deviation of its logarithm; null with too few.
    sql.Column("timed", MOMENT, nullable=False),
    sql.Column("spread", sql.Float),
    sql.Index("reviewed_by_time", "guest", "ended_at"),
)

review_part = sql.Table(
    "review_part",
    metadata,
    sql.Column("guest", sql.Text, primary_key=True),
    sql.Column("room", sql.Text, primary_key=True),
    # 'phase' or 'plan' with all decisions of checker play, 'reason' with the errors that it explains.
    sql.Column("kind", sql.Text, primary_key=True),
    sql.Column("name", sql.Text, primary_key=True),
    sql.Column("count", sql.Integer, nullable=False),
    sql.Column("lost", sql.Float, nullable=False),
    sql.ForeignKeyConstraint(["guest", "room"], ["reviewed_game.guest", "reviewed_game.room"]),
)

review_choice = sql.Table(
    "review_choice",
    metadata,
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    # Who sees the figures on the profile: 'me', 'friends' (members of a common group) or 'all'.
    sql.Column("shown_to", sql.Text, nullable=False),
    # Whether the club reviews finished games without being asked.
    sql.Column("is_automatic", sql.Boolean, nullable=False),
)

# Puzzles: what somebody tried, the ratings of both sides, and own mistakes that come again.

puzzle_try = sql.Table(
    "puzzle_try",
    metadata,
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    # The puzzle's id, which follows from its position.
    sql.Column("puzzle", sql.Text, primary_key=True),
    sql.Column("game", sql.Text, nullable=False),
    # The first turn that was tried; later ones count for nothing.
    sql.Column("turn", sql.Text, nullable=False),
    sql.Column("is_right", sql.Boolean, nullable=False),
    sql.Column("at", MOMENT, nullable=False),
    sql.Index("puzzle_try_of_game", "guest", "game"),
)

puzzle_standing = sql.Table(
    "puzzle_standing",
    metadata,
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    sql.Column("game", sql.Text, primary_key=True),
    sql.Column("tried", sql.Integer, nullable=False),
    sql.Column("solved", sql.Integer, nullable=False),
    # Glicko-2 rating.
    sql.Column("strength", sql.Float, nullable=False),
    sql.Column("deviation", sql.Float, nullable=False),
    sql.Column("volatility", sql.Float, nullable=False),
    sql.Column("last_at", MOMENT, nullable=False),
)

puzzle_rating = sql.Table(
    "puzzle_rating",
    metadata,
    sql.Column("puzzle", sql.Text, primary_key=True),
    # First tries by people with an account, which alone change its rating.
    sql.Column("tried", sql.Integer, nullable=False),
    sql.Column("solved", sql.Integer, nullable=False),
    sql.Column("strength", sql.Float, nullable=False),
    sql.Column("deviation", sql.Float, nullable=False),
    sql.Column("volatility", sql.Float, nullable=False),
)

own_mistake = sql.Table(
    "own_mistake",
    metadata,
    sql.Column("guest", sql.Text, sql.ForeignKey("guest.id"), primary_key=True),
    # An id that follows from the position, as that of a puzzle.
    sql.Column("id", sql.Text, primary_key=True),
    sql.Column("game", sql.Text, nullable=False),
    sql.Column("position", sql.Text, nullable=False),
    # The turns that the review compared, with their losses, as JSON; the best first.
    sql.Column("turns", sql.Text, nullable=False),
    sql.Column("played", sql.Text, nullable=False),
    # The room and the number of the event there.
    sql.Column("room", sql.Text, nullable=False),
    sql.Column("number", sql.Integer, nullable=False),
    # When it comes again: the state of `fsrs` as JSON, and its time in milliseconds since 1970.
    sql.Column("card", sql.Text, nullable=False),
    sql.Column("due", MOMENT, nullable=False),
    sql.Index("own_mistake_by_due", "guest", "due"),
)
