"""Recalculation of ladders from a marked result on, done in slices.

Each result is stored with both standings after it, so that recalculation can start anywhere. Its progress
is written in the same transaction as the results and the standings that are final, and it continues after
a restart.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import sqlalchemy as sql

from nardy.server.ratings.first_standings import first_standing
from nardy.server.ratings.ladder import Rated, RatedResult
from nardy.server.ratings.standing import TREND, Standing
from nardy.server.store import rows
from nardy.server.store.dialects import inserting, least
from nardy.server.store.ratings import ladders
from nardy.server.store.schema import recount, result

WriteOutcome = Literal["written", "more", "lost"]
"""Outcome of a step: written; new results must be counted first; another process has marked or
recalculated the ladder, and the work starts again from the mark."""


@dataclass(frozen=True)
class Mark:
    """A ladder, and the result up to which it is right."""

    game: str
    pace: str
    upto: int
    """The number of a result."""
    who: str
    """The only player whose results after it changed; '' if it may be anybody."""
    stamp: int
    """Incremented at each mark: another value makes a recalculation under way void."""


@dataclass(frozen=True)
class Numbered:
    """A result with its number in the order of the log."""

    number: int
    result: RatedResult


def mark(connection: sql.Connection, game: str, pace: str, upto: int, who: str = "") -> None:
    """Mark a ladder to be recalculated after the result with number *upto*."""
    new = inserting(connection, recount).values(game=game, pace=pace, upto=upto, who=who, stamp=1)
    lower = least(recount.c.upto, upto)
    # Two marks may be about different players, so all are recalculated.
    again = {"upto": lower, "who": "", "stamp": recount.c.stamp + 1}
    connection.execute(new.on_conflict_do_update(index_elements=["game", "pace"], set_=again))


def marks(connection: sql.Connection) -> list[Mark]:
    """All marked ladders."""
    query = sql.select(recount).order_by(recount.c.game, recount.c.pace)
    return rows.records(connection, query, Mark)


def after(connection: sql.Connection, of: Mark, upto: int, limit: int) -> list[Numbered]:
    """The next results that count, in order."""
    query = sql.select(result).where(*_in_ladder(of), result.c.number > upto)
    found = connection.execute(query.order_by(result.c.number).limit(limit)).mappings()
    return [Numbered(row["number"], rows.as_record(row, RatedResult)) for row in found]


def last_number(connection: sql.Connection, of: Mark, who: str) -> int:
    """The number of a player's last result; 0 if there is none."""
    found = [
        connection.scalar(
            sql.select(result.c.number)
            .where(*_in_ladder(of), seat == who)
            .order_by(result.c.number.desc())
            .limit(1)
        )
        for seat in (result.c.white, result.c.black)
    ]
    return max(number or 0 for number in found)


def standing_before(connection: sql.Connection, of: Mark, who: str, number: int) -> Standing:
    """A player's standing after all results before *number*."""
    found: list[sql.RowMapping] = []
    for seat in ("white", "black"):
        query = sql.select(
            *(result.c.number, result.c.room, result.c.ended_at),
            result.c[f"{seat}_rating"].label("rating"),
            result.c[f"{seat}_after"].label("after"),
        ).where(*_in_ladder(of), result.c[seat] == who, result.c.number < number)
        found += connection.execute(query.order_by(result.c.number.desc()).limit(TREND)).mappings()
    last = sorted(found, key=lambda row: -row["number"])[:TREND]
    if not last:
        return first_standing(who, of.game)
    trend = tuple(row["rating"] for row in reversed(last))
    made = ladders.standing_in(last[0]["after"])
    return replace(made, trend=trend, last=(last[0]["ended_at"], last[0]["room"]))


def write(
    connection: sql.Connection,
    of: Mark,
    places: tuple[int, int],
    rated: Iterable[tuple[str, Rated]],
    final: Mapping[str, Standing],
) -> WriteOutcome:
    """Store results by room and standings, and move the mark from the first of *places* to the second."""
    before, upto = places
    moved = sql.update(recount).where(*_is_ours(of, before)).values(upto=upto, who="")
    if connection.execute(moved).rowcount != 1:
        return "lost"
    if values := [{"of": room, **ladders.noted(one)} for room, one in rated]:
        connection.execute(sql.update(result).where(result.c.room == sql.bindparam("of")), values)
    ladders.put_standings(connection, of.game, of.pace, final)
    return "written"


def finish(
    connection: sql.Connection, of: Mark, upto: int, due: Mapping[str, Standing]
) -> WriteOutcome:
    """Store the last standings and remove the mark, unless there are results after the last one counted."""
    if (state := _state(connection, of, upto)) == "written":
        ladders.put_standings(connection, of.game, of.pace, due)
        connection.execute(sql.delete(recount).where(*_is_ours(of, upto)))
    return state


def _state(connection: sql.Connection, of: Mark, upto: int) -> WriteOutcome:
    if connection.execute(sql.select(recount.c.upto).where(*_is_ours(of, upto))).first() is None:
        return "lost"
    return "more" if after(connection, of, upto, 1) else "written"


def _in_ladder(of: Mark) -> Sequence[sql.ColumnElement[bool]]:
    return (result.c.game == of.game, result.c.pace == of.pace, ladders.COUNTS)


def _is_ours(of: Mark, upto: int) -> Sequence[sql.ColumnElement[bool]]:
    is_it = (recount.c.game == of.game, recount.c.pace == of.pace)
    return (*is_it, recount.c.stamp == of.stamp, recount.c.upto == upto)
