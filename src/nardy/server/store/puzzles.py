"""Tries of puzzles, and the ratings of people and puzzles. Nothing here reads or writes rated games."""

from collections.abc import Collection
from dataclasses import asdict, dataclass

import sqlalchemy as sql

from nardy.server.ratings.glicko import Strength
from nardy.server.store import guests, rows
from nardy.server.store.dialects import inserting
from nardy.server.store.learning_tables import puzzle_rating, puzzle_standing, puzzle_try


@dataclass(frozen=True, slots=True)
class PuzzleStanding:
    """How somebody stands in the puzzles of a game."""

    game: str
    tried: int = 0
    solved: int = 0
    strength: float = Strength().rating
    deviation: float = Strength().deviation
    volatility: float = Strength().volatility
    last_at: int = 0
    """The last try, in milliseconds since 1970."""

    @property
    def as_strength(self) -> Strength:
        return Strength(self.strength, self.deviation, self.volatility)


@dataclass(frozen=True, slots=True)
class PuzzleRating:
    """How hard a puzzle is: a rating as that of a player."""

    puzzle: str
    tried: int
    solved: int
    strength: float
    deviation: float
    volatility: float

    @property
    def as_strength(self) -> Strength:
        return Strength(self.strength, self.deviation, self.volatility)


@dataclass(frozen=True, slots=True)
class PuzzleTry:
    """The first try of a puzzle by one person."""

    puzzle: str
    game: str
    turn: str
    is_right: bool
    at: int
    """In milliseconds since 1970."""


def standing_of(connection: sql.Connection, guest_id: str, game: str) -> PuzzleStanding:
    """The standing of a person; that of a newcomer before the first try."""
    query = sql.select(puzzle_standing).where(
        puzzle_standing.c.guest == guest_id, puzzle_standing.c.game == game
    )
    return rows.record(connection, query, PuzzleStanding) or PuzzleStanding(game)


def rating_of(connection: sql.Connection, puzzle: str, new: PuzzleRating) -> PuzzleRating:
    """The rating of a puzzle; *new* before anybody with an account has tried it."""
    query = sql.select(puzzle_rating).where(puzzle_rating.c.puzzle == puzzle)
    return rows.record(connection, query, PuzzleRating) or new


def ratings_of(connection: sql.Connection, puzzles: Collection[str]) -> dict[str, float]:
    """The ratings of puzzles that have been tried, by id."""
    query = sql.select(puzzle_rating.c.puzzle, puzzle_rating.c.strength)
    found = connection.execute(query.where(puzzle_rating.c.puzzle.in_(puzzles)))
    return {row.puzzle: row.strength for row in found}


def try_of(connection: sql.Connection, guest_id: str, puzzle: str) -> PuzzleTry | None:
    """The first try of a puzzle by a person."""
    query = sql.select(puzzle_try).where(
        puzzle_try.c.guest == guest_id, puzzle_try.c.puzzle == puzzle
    )
    return rows.record(connection, query, PuzzleTry)


def tried_by(connection: sql.Connection, guest_id: str, game: str) -> set[str]:
    """The puzzles of a game that a person has tried."""
    query = sql.select(puzzle_try.c.puzzle)
    query = query.where(puzzle_try.c.guest == guest_id, puzzle_try.c.game == game)
    return set(connection.scalars(query))


def add_try(
    connection: sql.Connection,
    guest_id: str,
    one: PuzzleTry,
    standing: PuzzleStanding,
    rating: PuzzleRating | None,
) -> None:
    """Store a first try with the ratings after it; None leaves the puzzle's rating as it is.

    Nothing is stored for a deleted person.
    """
    if not guests.is_there(connection, guest_id):
        return
    connection.execute(sql.insert(puzzle_try), {"guest": guest_id, **asdict(one)})
    _put(connection, puzzle_standing, {"guest": guest_id, **asdict(standing)})
    if rating is not None:
        _put(connection, puzzle_rating, asdict(rating))


def _put(connection: sql.Connection, table: sql.Table, values: dict[str, object]) -> None:
    """Insert a row, or replace that with the same key."""
    keys = [column.name for column in table.primary_key]
    changed = {name: value for name, value in values.items() if name not in keys}
    made = inserting(connection, table).values(values)
    connection.execute(made.on_conflict_do_update(index_elements=keys, set_=changed))


def merge(connection: sql.Connection, old: str, new: str) -> None:
    """Move a guest's tries to an account; where both have tried or rank, the account's stays."""
    for table in (puzzle_try, puzzle_standing):
        rows.move(connection, table.c.guest, old, new)
    forget(connection, old)


def forget(connection: sql.Connection, guest_id: str) -> None:
    """Delete the tries and standings of a person."""
    for table in (puzzle_try, puzzle_standing):
        connection.execute(sql.delete(table).where(table.c.guest == guest_id))


def export_of(connection: sql.Connection, guest_id: str) -> dict[str, list[dict[str, object]]]:
    """Tries and standings of a person, for the export of their data."""
    return {
        name: rows.objects(
            connection,
            sql.select(*(column for column in table.columns if column.name != "guest")).where(
                table.c.guest == guest_id
            ),
        )
        for name, table in (("puzzle_tries", puzzle_try), ("puzzle_standings", puzzle_standing))
    }
