"""All results and ratings anew from the log of games, by the rule book."""

import functools
from collections.abc import Callable

from nardy.errors import NardyError
from nardy.server.ratings.ladder import Result
from nardy.server.repertoire import Repertoire, in_log, open_repertoire
from nardy.server.results import result_of
from nardy.server.room import new_match
from nardy.server.store import ladders, log
from nardy.server.store.faults import StoreError
from nardy.server.store.writer import Writer


async def rebuild(store: Writer, tell: Callable[[int, int], None]) -> tuple[int, int]:
    """Count everything that was played again; how many results, and standings.

    Every log is read and played through the rule book beside a club that may go on; only the last
    step, which writes, holds the store. *tell* hears how many rooms of how many are done.

    Raises:
        StoreError: a log cannot be read any more, or the store cannot be written.
    """
    results: dict[str, Result | None] = {}
    repertoire = await open_repertoire(store)
    standings = None
    while standings is None:
        # Again, shortly, if a match has ended meanwhile.
        missing = [room for room in await store.read(ladders.finished) if room not in results]
        for number, room in enumerate(missing, 1):
            results[room] = await _result(store, room, repertoire)
            tell(number, len(missing))
        standings = await store.run(functools.partial(ladders.rebuild, results=results))
    return sum(result is not None for result in results.values()), standings


async def _result(store: Writer, room_id: str, repertoire: Repertoire) -> Result | None:
    found = await store.read(functools.partial(log.load_room, room_id=room_id))
    if found is None:
        return None
    record, entries = found
    try:
        rules = tuple(map(repertoire.recall, record.games))
        match = new_match(rules, record.length)
        match.replay((entry.event for entry in entries), in_log(rules))
    except NardyError as error:
        raise StoreError(
            f"expected a log that follows the rules in room {room_id}: {error}"
        ) from error
    return result_of(record, match, entries)
