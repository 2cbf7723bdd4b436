"""Ladders that have to be counted again, from a result on: marked in the database, done in slices.

Beside every result that counts stands what it made of both players. So a ladder can be taken up at any
place: whatever comes before is right, and is read where it is needed. How far a count has come is kept
with the results that it has written, in the same transaction: it goes on there after a restart.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import sqlalchemy as sql
from sqlalchemy.dialects.sqlite import insert

from nardy.server.ratings.ladder import TREND, Rated, RatedResult, Standing
from nardy.server.store.ratings import ladders
from nardy.server.store.schema import recount, result

State = Literal["written", "more", "lost"]
"""What became of a step: it stands; results have come meanwhile that are counted first; somebody else
has marked or counted the ladder, and all begins anew from the mark."""


@dataclass(frozen=True)
class Mark:
    """A ladder, and the place in it up to which everything is right."""

    game: str
    pace: str
    upto: int
    """The number of a result."""
    who: str
    """Whose results changed behind that place; '' where it may be anybody's."""
    stamp: int
    """How often the ladder was marked: another number, and a count under way is void."""


@dataclass(frozen=True)
class Numbered:
    """A result at its place."""

    number: int
    result: RatedResult


def mark(connection: sql.Connection, game: str, pace: str, upto: int, who: str = "") -> None:
    """Remember that a ladder has to be counted again behind the result of this number."""
    new = insert(recount).values(game=game, pace=pace, upto=upto, who=who, stamp=1)
    lower = sql.func.min(recount.c.upto, upto)
    again = {"upto": lower, "who": "", "stamp": recount.c.stamp + 1}
    connection.execute(new.on_conflict_do_update(["game", "pace"], set_=again))


def marks(connection: sql.Connection) -> list[Mark]:
    """All ladders that have to be counted again."""
    asked = sql.select(recount).order_by(recount.c.game, recount.c.pace)
    return [
        Mark(row.game, row.pace, row.upto, row.who, row.stamp) for row in connection.execute(asked)
    ]


def after(connection: sql.Connection, of: Mark, upto: int, limit: int) -> list[Numbered]:
    """The next results of a ladder that count, in their order."""
    asked = sql.select(result).where(*_in_ladder(of), result.c.number > upto)
    found = connection.execute(asked.order_by(result.c.number).limit(limit))
    return [Numbered(row.number, ladders.result_from(row)) for row in found]


def standing_before(connection: sql.Connection, of: Mark, who: str, number: int) -> Standing:
    """What the results before a number have made of a player; a newcomer where there are none."""
    found: list[Any] = []
    for seat in ("white", "black"):
        asked = sql.select(
            *(result.c.number, result.c.room, result.c.ended_at),
            result.c[f"{seat}_rating"].label("rating"),
            result.c[f"{seat}_after"].label("after"),
        ).where(*_in_ladder(of), result.c[seat] == who, result.c.number < number)
        found += connection.execute(asked.order_by(result.c.number.desc()).limit(TREND))
    last = sorted(found, key=lambda row: -row.number)[:TREND]
    if not last:
        return Standing()
    trend = tuple(row.rating for row in reversed(last))
    made = ladders.standing_in(last[0].after)
    return replace(made, trend=trend, last=(last[0].ended_at, last[0].room))


def write(
    connection: sql.Connection,
    of: Mark,
    places: tuple[int, int],
    rated: Iterable[tuple[str, Rated]],
) -> State:
    """What results have come to, by their rooms, and that all is right up to the second place."""
    before, upto = places
    moved = sql.update(recount).where(*_is_ours(of, before)).values(upto=upto, who="")
    if connection.execute(moved).rowcount != 1:
        return "lost"
    if rows := [{"of": room, **ladders.noted(one)} for room, one in rated]:
        connection.execute(sql.update(result).where(result.c.room == sql.bindparam("of")), rows)
    return "written"


def write_standings(
    connection: sql.Connection, of: Mark, upto: int, changed: Mapping[str, Standing]
) -> State:
    """Where players stand now, unless a result has come behind the last that is counted."""
    if (state := _state(connection, of, upto)) == "written":
        ladders.put_standings(connection, of.game, of.pace, changed)
    return state


def finish(connection: sql.Connection, of: Mark, upto: int) -> State:
    """Take the mark away: all is right, to the last result."""
    if (state := _state(connection, of, upto)) == "written":
        connection.execute(sql.delete(recount).where(*_is_ours(of, upto)))
    return state


def _state(connection: sql.Connection, of: Mark, upto: int) -> State:
    if connection.execute(sql.select(recount.c.upto).where(*_is_ours(of, upto))).first() is None:
        return "lost"
    return "more" if after(connection, of, upto, 1) else "written"


def _in_ladder(of: Mark) -> Sequence[sql.ColumnElement[bool]]:
    return (result.c.game == of.game, result.c.pace == of.pace, ladders.COUNTS)


def _is_ours(of: Mark, upto: int) -> Sequence[sql.ColumnElement[bool]]:
    is_it = (recount.c.game == of.game, recount.c.pace == of.pace)
    return (*is_it, recount.c.stamp == of.stamp, recount.c.upto == upto)
