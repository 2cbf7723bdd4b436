"""A person's results against the bots of the club."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sql

from nardy.server.errors import StoreError
from nardy.server.store import rows
from nardy.server.store.room_entries import packed_events_of
from nardy.server.store.schema import entry, result

# A result with a turn taken back says less about its player.
_HAS_TAKEN_BACK = sql.exists().where(
    entry.c.room == result.c.room, entry.c.event.like('%"taken-back"%')
)


@dataclass(frozen=True, slots=True)
class BotResult:
    """A finished room, from the person's point of view."""

    bot: str
    """`bot:SPEC`."""
    length: int
    score: float
    """1, 0.5 or 0."""
    ended_at: int


def results_against(
    connection: sql.Connection, who: str, game: str, bots: Sequence[str], limit: int
) -> list[BotResult]:
    """The latest results in a game against some bots, casual ones too, latest first.

    Games in which a turn was taken back are left out, so twice as many are looked at.
    """
    found = _latest(connection, who, game, bots, 2 * limit)
    # Lazy: a log is only opened while results are missing.
    kept = (one for room_id, one in found if not _had_taken_back(connection, room_id))
    return list(itertools.islice(kept, limit))


def _had_taken_back(connection: sql.Connection, room_id: str) -> bool:
    """Whether a packed game had a turn taken back; False if its log cannot be read."""
    try:
        events = packed_events_of(connection, room_id)
    except StoreError:
        return False
    return any(event["kind"] == "taken-back" for event in events)


def _latest(
    connection: sql.Connection, who: str, game: str, bots: Sequence[str], limit: int
) -> list[tuple[str, BotResult]]:
    """Rooms and results, latest first, without those whose rows have a turn taken back."""
    halves = [
        sql.select(
            result.c.room,
            result.c[other].label("bot"),
            result.c.length,
            (result.c.score if seat == "white" else 1 - result.c.score).label("score"),
            result.c.ended_at,
        )
        .where(result.c[seat] == who, result.c.game == game, result.c[other].in_(list(bots)))
        .where(result.c.score.is_not(None), ~_HAS_TAKEN_BACK)
        .order_by(result.c.ended_at.desc())
        .limit(limit)
        for seat, other in (("white", "black"), ("black", "white"))
    ]
    both = sql.union_all(*(sql.select(half.subquery()) for half in halves)).subquery()
    query = sql.select(both).order_by(both.c.ended_at.desc()).limit(limit)
    found = connection.execute(query).mappings().all()
    return [(row["room"], rows.as_record(row, BotResult)) for row in found]
