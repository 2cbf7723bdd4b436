"""Figures of reviewed games for each person, and what the person has chosen about them."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sql

from nardy.server.protocol.error_profiles import Audience
from nardy.server.seats import GUEST
from nardy.server.store import guests, rows
from nardy.server.store.learning_tables import review_choice, review_part, reviewed_game
from nardy.server.store.schema import group_member, guest, result

MOST_GAMES = 500
"""The latest games of a person that count; older ones stay stored."""
MOST_OF_ALL = 20_000
"""The latest games of everybody that admins compare with."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFigures:
    """One person's decisions in a game or match; losses are points for a cube of 1 before each."""

    room: str
    game: str
    """The id for ratings (rooms/results.py)."""
    begun: int
    """Milliseconds since 1970, as all times."""
    ended_at: int
    plies: int
    """Of the judge."""
    is_protected: bool
    """Played without help by the club's engine: rated, of a tournament, or between people."""
    turns: int
    """Decisions of checker play."""
    turns_lost: float
    cubes: int
    """Decisions about cube and bomb."""
    cubes_lost: float
    luck: float
    timed: int
    """Turns with a choice whose time is known."""
    spread: float | None
    """Standard deviation of the natural logarithm of these times; None with too few of them."""

    @property
    def decisions(self) -> int:
        return self.turns + self.cubes

    @property
    def lost(self) -> float:
        return self.turns_lost + self.cubes_lost


@dataclass(frozen=True, slots=True)
class ReviewPart:
    """Decisions of one kind in a game, and the points that they lost."""

    kind: str
    """`phase` or `plan`, with all decisions of checker play; `reason`, with the errors that it explains."""
    name: str
    count: int
    lost: float


@dataclass(frozen=True, slots=True)
class ReviewChoice:
    """What a person has chosen about their figures."""

    shown_to: Audience = "me"
    is_automatic: bool = False
    """Whether the club reviews their finished games without being asked."""


def save(
    connection: sql.Connection, guest_id: str, figures: GameFigures, parts: Sequence[ReviewPart]
) -> None:
    """Store a person's figures of a game in place of earlier ones; none of a deleted person."""
    if not guests.is_there(connection, guest_id):
        return
    for table in (review_part, reviewed_game):
        is_it = (table.c.guest == guest_id, table.c.room == figures.room)
        connection.execute(sql.delete(table).where(*is_it))
    connection.execute(sql.insert(reviewed_game), {"guest": guest_id, **asdict(figures)})
    if parts:
        key = {"guest": guest_id, "room": figures.room}
        connection.execute(sql.insert(review_part), [{**key, **asdict(part)} for part in parts])


def games_of(connection: sql.Connection, guest_id: str) -> list[GameFigures]:
    """The latest reviewed games of a person, the oldest first."""
    query = sql.select(reviewed_game).where(reviewed_game.c.guest == guest_id)
    query = query.order_by(reviewed_game.c.ended_at.desc(), reviewed_game.c.room)
    return rows.records(connection, query.limit(MOST_GAMES), GameFigures)[::-1]


def parts_of(connection: sql.Connection, guest_id: str) -> list[tuple[str, ReviewPart]]:
    """All parts of a person's games, each with its room."""
    query = sql.select(review_part).where(review_part.c.guest == guest_id)
    found = connection.execute(query).mappings()
    return [(row["room"], rows.as_record(row, ReviewPart)) for row in found]


def protected_games(connection: sql.Connection) -> list[tuple[str, GameFigures]]:
    """The latest games that were played without help, each with its person, the newest first."""
    query = sql.select(reviewed_game).where(reviewed_game.c.is_protected.is_(True))
    query = query.order_by(reviewed_game.c.ended_at.desc(), reviewed_game.c.room)
    found = connection.execute(query.limit(MOST_OF_ALL)).mappings()
    return [(row["guest"], rows.as_record(row, GameFigures)) for row in found]


def choice_of(connection: sql.Connection, guest_id: str) -> ReviewChoice:
    """What a person has chosen, or the defaults."""
    query = sql.select(review_choice).where(review_choice.c.guest == guest_id)
    return rows.record(connection, query, ReviewChoice) or ReviewChoice()


def choose(connection: sql.Connection, guest_id: str, choice: ReviewChoice) -> None:
    """Store what a person has chosen; nothing of a deleted person."""
    if not guests.is_there(connection, guest_id):
        return
    connection.execute(sql.delete(review_choice).where(review_choice.c.guest == guest_id))
    connection.execute(sql.insert(review_choice), {"guest": guest_id, **asdict(choice)})


def are_friends(connection: sql.Connection, one: str, other: str) -> bool:
    """Whether two people are members of a common private group."""
    mine, theirs = group_member.alias(), group_member.alias()
    both = mine.c.private_group == theirs.c.private_group
    is_it = (mine.c.guest == one, theirs.c.guest == other, both)
    return bool(connection.scalar(sql.select(sql.exists().where(*is_it))))


def waiting(
    connection: sql.Connection, guest_id: str | None = None, limit: int = 1, after: int = 0
) -> list[tuple[str, str]]:
    """Finished games without figures of people who want them, the newest first: person and room.

    *guest_id* asks for one person, whatever they have chosen; *after* leaves out results up to this number.
    """
    halves = [
        _without_figures(seat, guest_id).where(result.c.number > after)
        for seat in (result.c.white, result.c.black)
    ]
    both = sql.union_all(*halves).subquery()
    query = sql.select(both.c.guest, both.c.room).order_by(both.c.ended_at.desc(), both.c.room)
    return [(row.guest, row.room) for row in connection.execute(query.limit(limit))]


def wishes(connection: sql.Connection) -> tuple[int, frozenset[str]]:
    """The number of the last result, and the people who want figures of all their games."""
    last = connection.scalar(sql.select(sql.func.max(result.c.number))) or 0
    wants = review_choice.c.is_automatic.is_(True)
    people = connection.scalars(sql.select(review_choice.c.guest).where(wants))
    return last, frozenset(people)


def _without_figures(
    seat: sql.ColumnElement[str], guest_id: str | None
) -> sql.Select[Any, Any, Any]:
    query = sql.select(guest.c.id.label("guest"), result.c.room, result.c.ended_at)
    # A seat is compared with the whole text, so that the index of results is used.
    query = query.join_from(guest, result, seat == sql.literal(GUEST) + guest.c.id)
    if guest_id is None:
        query = query.join(review_choice, review_choice.c.guest == guest.c.id)
        query = query.where(review_choice.c.is_automatic.is_(True))
    else:
        query = query.where(guest.c.id == guest_id)
    has_figures = sql.exists().where(
        reviewed_game.c.guest == guest.c.id, reviewed_game.c.room == result.c.room
    )
    return query.where(result.c.white != result.c.black, ~has_figures)


def forget(connection: sql.Connection, guest_id: str) -> None:
    """Delete a person's figures and choices."""
    for table in (review_part, reviewed_game, review_choice):
        connection.execute(sql.delete(table).where(table.c.guest == guest_id))


def export_of(connection: sql.Connection, guest_id: str) -> dict[str, object]:
    """A person's figures and choices, for the export of their data."""
    tables = {
        "reviewed_games": reviewed_game,
        "review_parts": review_part,
        "review_choice": review_choice,
    }
    found: dict[str, object] = {}
    for name, table in tables.items():
        columns = [column for column in table.columns if column.name != "guest"]
        query = sql.select(*columns).where(table.c.guest == guest_id)
        found[name] = rows.objects(connection, query.order_by(*columns[:3]))
    return found


def merge(connection: sql.Connection, old: str, new: str) -> None:
    """Move a guest's figures to an account; its own figures and choices stay."""
    known = sql.select(reviewed_game.c.room).where(reviewed_game.c.guest == new)
    taken = list(connection.scalars(known))
    moved = sql.select(reviewed_game).where(
        reviewed_game.c.guest == old, reviewed_game.c.room.not_in(taken)
    )
    games = rows.records(connection, moved, GameFigures)
    parts = parts_of(connection, old)
    forget(connection, old)
    for figures in games:
        save(connection, new, figures, [part for room, part in parts if room == figures.room])
