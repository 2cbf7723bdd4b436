"""Results and standings: written as rooms end, or all anew; both follow from the log."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sqlalchemy as sql

from nardy.server.ratings.glicko import Strength
from nardy.server.ratings.ladder import Ladder, Rated, Result, Standing
from nardy.server.store import log
from nardy.server.store.log import Entry, RoomRecord
from nardy.server.store.rating_tables import result, standing
from nardy.server.store.tables import room

Changed = list[tuple[str, Standing]]
"""Players with their new standings."""


def append(
    connection: sql.Connection,
    record: RoomRecord,
    version: int,
    entries: Sequence[Entry],
    ended: Result | None,
) -> tuple[bool, Changed]:
    """Add entries to a room's log and, with its last ones, its result: both or neither."""
    is_ours = log.append(connection, record.id, version, entries, is_over=record.is_over)
    return is_ours, add_result(connection, ended) if is_ours and ended else []


def add_result(connection: sql.Connection, new: Result) -> Changed:
    """Write how a room ended; the standings that changed.

    A result that comes late, since another had waited for the disk before it, lets its whole
    ladder be counted again: so the order of arrival never shows in a rating.
    """
    met = [frozenset((new.white, new.black))] if new.counts and _have_met(connection, new) else []
    connection.execute(sql.insert(result), _result_row(new))
    if not new.counts:
        return []
    both = [(who, standing_of(connection, who, new)) for who in (new.white, new.black)]
    ladder = Ladder(both, met)
    if not ladder.is_next(new):
        ladder = count_again(connection, new.game, str(new.pace))
        return [(who, ladder.of(who)) for who in (new.white, new.black)]
    rated = ladder.add(new)
    _note(connection, new, rated)
    changed = [(new.white, rated.white), (new.black, rated.black)]
    _write(connection, new, changed)
    return changed


def _have_met(connection: sql.Connection, new: Result) -> bool:
    """Whether these two have a result that counts in the same ladder already."""
    sides = ((new.white, new.black), (new.black, new.white))
    seats = (sql.and_(result.c.white == one, result.c.black == other) for one, other in sides)
    asked = sql.select(result.c.room).where(sql.or_(*seats)).limit(1)
    asked = asked.where(result.c.game == new.game, result.c.pace == str(new.pace))
    asked = asked.where(result.c.is_rated.is_(True), result.c.score.is_not(None))
    return connection.execute(asked).first() is not None


def rebuild(connection: sql.Connection, results: Mapping[str, Result | None]) -> int | None:
    """Forget all results and standings, and count these; how many standings there are then.

    *results* is told by room. None, and nothing is changed, if more rooms are over than these.
    """
    if not results.keys() >= set(finished(connection)):
        return None
    connection.execute(sql.delete(standing))
    connection.execute(sql.delete(result))
    every = sorted((one for one in results.values() if one), key=lambda one: one.order)
    if every:
        connection.execute(sql.insert(result), [_result_row(one) for one in every])
    for ladder in _by_ladder(one for one in every if one.counts).values():
        _count(connection, ladder)
    return connection.execute(sql.select(sql.func.count()).select_from(standing)).scalar_one()


def finished(connection: sql.Connection) -> list[str]:
    """The ids of all rooms that are over."""
    asked = sql.select(room.c.id).where(room.c.is_over.is_(True)).order_by(room.c.id)
    return list(connection.execute(asked).scalars())


def standing_of(connection: sql.Connection, who: str, at: Result) -> Standing:
    """A player's standing in the ladder of a result; a newcomer's if there is none."""
    return standings_of(connection, [who], at.game, str(at.pace)).get(who, Standing())


def standings_of(
    connection: sql.Connection, people: Iterable[str], game: str, pace: str
) -> dict[str, Standing]:
    """The standings of those who have one."""
    asked = sql.select(standing).where(
        standing.c.game == game, standing.c.pace == pace, standing.c.who.in_(list(people))
    )
    return {row.who: standing_from(row) for row in connection.execute(asked)}


def standing_from(row: Any) -> Standing:
    """The standing of a row."""
    return Standing(
        rating=row.rating,
        experience=row.experience,
        opponents=row.opponents,
        won=row.won,
        drawn=row.drawn,
        lost=row.lost,
        streak=row.streak,
        longest=row.longest,
        peak=row.peak,
        strength=Strength(row.strength, row.deviation, row.volatility),
        trend=tuple(json.loads(row.trend)),
        last=(row.last_at, row.last_room),
    )


def changes_of(connection: sql.Connection, room_id: str) -> dict[str, tuple[float, float]]:
    """Each player's rating after a rated room, and what it added; empty where it was not rated."""
    row = connection.execute(sql.select(result).where(result.c.room == room_id)).one_or_none()
    if row is None or row.white_rating is None:
        return {}
    return {
        row.white: (row.white_rating, row.white_change),
        row.black: (row.black_rating, row.black_change),
    }


def count_again(connection: sql.Connection, game: str, pace: str) -> Ladder:
    """A whole ladder from its results."""
    connection.execute(sql.delete(standing).where(standing.c.game == game, standing.c.pace == pace))
    found = connection.execute(
        sql.select(result)
        .where(
            result.c.game == game,
            result.c.pace == pace,
            result.c.is_rated.is_(True),
            result.c.score.is_not(None),
        )
        .order_by(result.c.ended_at, result.c.room)
    )
    return _count(connection, [_result_from(row) for row in found])


def _count(connection: sql.Connection, results: list[Result]) -> Ladder:
    """One ladder from its results, in their order."""
    ladder = Ladder()
    for one in results:
        _note(connection, one, ladder.add(one))
    if results:
        _write(connection, results[0], ladder.standings.items())
    return ladder


def _by_ladder(results: Iterable[Result]) -> dict[tuple[str, str], list[Result]]:
    found: dict[tuple[str, str], list[Result]] = {}
    for one in results:
        found.setdefault((one.game, str(one.pace)), []).append(one)
    return found


def _note(connection: sql.Connection, of: Result, rated: Rated) -> None:
    """What a result did, beside it."""
    connection.execute(
        sql.update(result)
        .where(result.c.room == of.room)
        .values(
            white_rating=rated.white.rating,
            white_change=rated.white_change,
            black_rating=rated.black.rating,
            black_change=rated.black_change,
        )
    )


def _write(connection: sql.Connection, at: Result, changed: Iterable[tuple[str, Standing]]) -> None:
    rows = [_standing_row(who, at, one) for who, one in changed]
    keys = (column == sql.bindparam(f"old_{column.name}") for column in standing.primary_key)
    old = [
        {f"old_{column.name}": row[column.name] for column in standing.primary_key} for row in rows
    ]
    connection.execute(sql.delete(standing).where(*keys), old)
    connection.execute(sql.insert(standing), rows)


def _standing_row(who: str, at: Result, one: Standing) -> dict[str, Any]:
    return {
        "who": who,
        "game": at.game,
        "pace": at.pace,
        "rating": one.rating,
        "experience": one.experience,
        "matches": one.matches,
        "opponents": one.opponents,
        "won": one.won,
        "drawn": one.drawn,
        "lost": one.lost,
        "streak": one.streak,
        "longest": one.longest,
        "peak": one.peak,
        "strength": one.strength.rating,
        "deviation": one.strength.deviation,
        "volatility": one.strength.volatility,
        "trend": json.dumps(one.trend),
        "last_at": one.last[0],
        "last_room": one.last[1],
    }


_FACTS = (
    *("room", "game", "pace", "length", "rated_length", "is_rated", "white", "black", "score"),
    *("white_points", "black_points", "size", "on_time", "ended_at"),
)


def _result_row(of: Result) -> dict[str, Any]:
    return {name: getattr(of, name) for name in _FACTS}


def _result_from(row: Any) -> Result:
    return Result(**{name: getattr(row, name) for name in _FACTS})
