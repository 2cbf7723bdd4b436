"""Rebuild all results and ratings from the logs of games."""

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence

import sqlalchemy as sql

from nardy.core.match import Match
from nardy.errors import NardyError
from nardy.server.errors import DamagedLogError, StoreError
from nardy.server.games.rule_versions import RuleVersions, in_log, open_rule_versions
from nardy.server.players.recalculation import recount
from nardy.server.ratings.ladder import RatedResult
from nardy.server.rooms.results import result_of
from nardy.server.store import log
from nardy.server.store.database.writer import Writer
from nardy.server.store.ratings import ladders, recalculation

AT_ONCE = 500
"""Results per transaction, for which a running club has to wait."""


async def rebuild(store: Writer, tell: Callable[[int, int], None]) -> tuple[int, int]:
    """Rebuild all results and standings; returns the number of each.

    The stored result of a room whose log cannot be read is kept.

    Logs are replayed by the rule book while a club may be running. Then results that differ are written, in
    slices, and every ladder is recalculated; if interrupted there, the club continues. *tell* gets the
    number of rooms done and of all.

    Raises:
        StoreError: a log breaks the rules, or the database cannot be written.
    """
    results: dict[str, RatedResult | None] = {}
    unreadable = set[str]()
    rule_versions = await open_rule_versions(store)
    while missing := [room for room in await store.read(ladders.finished) if room not in results]:
        # Again, for matches that have ended meanwhile.
        for number, room in enumerate(missing, 1):
            try:
                results[room] = await _result(store, room, rule_versions)
            except DamagedLogError:
                unreadable.add(room)  # the store has logged it
                results[room] = None
            tell(number, len(missing))
    if unreadable:
        known = await store.read(ladders.every)
        results |= {room: known.get(room) for room in unreadable}
    await _write(store, results)
    while marks := await store.read(recalculation.marks):
        for mark in marks:
            # A running club may recalculate it too; each continues from the other's progress.
            await recount(store, mark, rest=0)
    return sum(one is not None for one in results.values()), await store.read(
        ladders.count_standings
    )


async def _write(store: Writer, results: Mapping[str, RatedResult | None]) -> None:
    """Write results that differ from the stored ones, and mark all ladders.

    Each transaction marks the ladders of its results again: a running club may have recalculated them
    meanwhile, and written results have no standings yet.
    """
    known = await store.read(ladders.every)
    found = {room: one for room, one in results.items() if one is not None}
    changed = [one for room, one in found.items() if known.get(room) != one]
    wrong = [room for room, one in results.items() if one is None and room in known]
    every = (*known.values(), *found.values())
    # First: if the rest is interrupted, the club recalculates these ladders.
    await store.run(lambda c: _mark(c, every))

    def replace(connection: sql.Connection, some: Sequence[RatedResult]) -> None:
        ladders.replace_results(connection, some)
        _mark(connection, [*some, *(known[one.room] for one in some if one.room in known)])

    def remove(connection: sql.Connection) -> None:
        ladders.remove_results(connection, wrong)
        _mark(connection, [known[room] for room in wrong])

    for first in range(0, len(changed), AT_ONCE):
        await store.run(functools.partial(replace, some=changed[first : first + AT_ONCE]))
    await store.run(remove)
    # By the results of now: matches have ended meanwhile.
    await store.run(ladders.remove_unplayed_standings)


def _mark(connection: sql.Connection, results: Iterable[RatedResult]) -> None:
    """Mark the ladders of these results to be recalculated from their beginning."""
    for game, pace in sorted({(one.game, str(one.pace)) for one in results if one.counts}):
        recalculation.mark(connection, game, pace, 0)


async def _result(store: Writer, room_id: str, rule_versions: RuleVersions) -> RatedResult | None:
    found = await store.read(functools.partial(log.load_room, room_id=room_id))
    if found is None:
        return None
    record, entries = found
    try:
        rules = tuple(map(rule_versions.recall, record.games))
        match = Match(rules, record.length)
        match.replay((entry.event for entry in entries), in_log(rules))
    except NardyError as error:
        raise StoreError(
            f"expected a log that follows the rules, got another in room {room_id}: {error}"
        ) from error
    return result_of(record, match, entries)
