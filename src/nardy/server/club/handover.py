"""Rooms change their owner: handed over with their clocks, lost without a word, or taken up from another process."""

import asyncio
import logging
from collections import Counter
from collections.abc import Collection, Mapping

from nardy.server.club.club import LOGS_TOGETHER, Club
from nardy.server.club.maintenance import expect_flags
from nardy.server.errors import DamagedLogError, StoreError
from nardy.server.rooms.room import Room
from nardy.server.shards.numbers import shard_of
from nardy.server.store import drained_clocks, log
from nardy.server.store.drained_clocks import DrainedClock
from nardy.server.timestamps import now

ROOMS_TOGETHER, MOST_PARTS = 12, 16
"""Rooms with pages that change their owner together, and in how many parts all of them do at most."""
ACT_SECONDS = 2.2
"""The longest wait for acts in flight; a throw waits two seconds for links."""
PLAYED = 3_600_000
"""Milliseconds since the last act for which a game on a clock counts as being played: then its flag may fall."""
_log = logging.getLogger(__name__)


def let_go(club: Club, shards: Collection[int]) -> None:
    """Forget the rooms of these shards, and send their pages to whoever owns them now."""
    for room in _rooms_in(club, shards):
        club.bot_runner.stop_bots(room)
        club.timeouts.unwatch(room)
        club.evict(room)
    for room_id in club.presence.rooms():
        if shard_of(room_id) in shards:
            for page in club.presence.forget(room_id):
                page.send_away()
    for room_id in [one for one in club.flags if shard_of(one) in shards]:
        del club.flags[room_id]


def in_parts(club: Club, shards: Collection[int]) -> list[list[int]]:
    """Shards in parts of some rooms each, so that not all pages connect anew at the same moment."""
    rooms = Counter(map(shard_of, club.presence.rooms()))
    most = max(ROOMS_TOGETHER, -(-sum(rooms[shard] for shard in shards) // MOST_PARTS))
    parts, count = [list[int]()], 0
    for shard in sorted(shards):
        if count and count + rooms[shard] > most:
            parts.append([])
            count = 0
        parts[-1].append(shard)
        count += rooms[shard]
    return parts


async def hand_over(club: Club, shards: Collection[int]) -> None:
    """End all acts in these shards, keep their clocks, and let their rooms go."""
    rooms = _rooms_in(club, shards)
    for room in rooms:
        club.bot_runner.stop_bots(room)
        club.timeouts.unwatch(room)
    await stop_clocks(rooms, ACT_SECONDS)
    await keep_clocks(club, rooms)
    let_go(club, shards)


async def take_up(club: Club, shards: Collection[int]) -> None:
    """Load the games of these shards that are being played on a clock, and know when the other flags fall.

    Clocks of a process that died are kept as they stand now: if this one dies before the next act, too, nobody pays
    for the time between the two.
    """
    taken = [
        (room_id, terms, at)
        for room_id, terms, at, _ in await club.store.read(log.last_notes)
        if shard_of(room_id) in shards
    ]
    await expect_flags(club)
    played = [
        room_id
        for room_id, terms, at in taken
        if terms.clock and not terms.is_correspondence and at > now() - PLAYED
    ]
    # Their logs are read together, but those that pages wait for do not stand behind all of them.
    for first in range(0, len(played), LOGS_TOGETHER):
        loading = map(club.room, played[first : first + LOGS_TOGETHER])
        for found in await asyncio.gather(*loading, return_exceptions=True):
            # A damaged log is told to its pages, and keeps no other game waiting.
            if isinstance(found, BaseException) and not isinstance(found, DamagedLogError):
                raise found
    rooms = _rooms_in(club, shards)
    await keep_clocks(club, [r for r in rooms if club.ownership.last_beat(r.record.id) is not None])


def stop_idle_clocks(rooms: Collection[Room]) -> None:
    """Stop the clock of each room in which no act is in flight."""
    for room in rooms:
        if room.timing and not room.lock.locked():
            room.timing.stop()


async def stop_clocks(rooms: Collection[Room], seconds: float) -> None:
    """Stop the clock of each room, after its act in flight; wait so long for those at most."""
    acting = [room for room in rooms if room.lock.locked()]
    stop_idle_clocks(rooms)
    if acting:
        ending = [asyncio.create_task(_stop_after_its_act(room)) for room in acting]
        await asyncio.wait(ending, timeout=seconds)


async def keep_clocks(club: Club, rooms: Collection[Room], seconds: float | None = None) -> None:
    """Write the clocks that run in these rooms, within so many seconds.

    A database that cannot be written keeps nobody from ending: then clocks go on from the last beat.
    """
    if not (clocks := running_clocks(rooms)):
        return
    try:
        async with asyncio.timeout(seconds):
            await club.store.run(lambda connection: drained_clocks.keep(connection, clocks))
    except (StoreError, TimeoutError):
        _log.error("clocks were not kept: %d", len(clocks))


def running_clocks(rooms: Collection[Room]) -> Mapping[str, DrainedClock]:
    """The clocks that run in these rooms, by room.

    Games by correspondence count calendar time, so theirs follows from the time of the last act.
    """
    at = now()
    return {
        room.record.id: DrainedClock(room.version, room.timing.stand_now, at)
        for room in rooms
        if room.timing and room.timing.clock.runs_for and not room.timing.is_correspondence
    }


def _rooms_in(club: Club, shards: Collection[int]) -> list[Room]:
    return [room for room in club.all_loaded() if shard_of(room.record.id) in shards]


async def _stop_after_its_act(room: Room) -> None:
    async with room.lock:
        if room.timing:
            room.timing.stop()
