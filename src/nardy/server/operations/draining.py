"""Draining: the end of a process that loses no act and no second.

The process is not ready any more and begins no act. Acts in flight reach the disk, then the running clocks do. A
message of an act that comes after that is not answered: its page sends it again to the next process.
"""

import asyncio
import logging

from nardy.server.club.club import Club
from nardy.server.errors import StoreError
from nardy.server.rooms.room import Room
from nardy.server.store import drained_clocks
from nardy.server.store.drained_clocks import DrainedClock

ACT_SECONDS = 5.0
"""The longest wait for acts in flight, and for the clocks to be written; a throw waits two seconds for links."""
_log = logging.getLogger(__name__)


async def drain(club: Club) -> None:
    """End all acts and keep all clocks; pages are closed by the caller.

    A database that cannot be written keeps nobody from ending: then clocks go on from the last act.
    """
    club.process.is_draining = True
    await club.timeouts.close()
    await club.bot_runner.close()
    await club.acting.finish(ACT_SECONDS)
    clocks = {room.record.id: DrainedClock(room.version, stand) for room, stand in _running(club)}
    if clocks:
        try:
            writing = club.store.run(lambda connection: drained_clocks.keep(connection, clocks))
            await asyncio.wait_for(writing, ACT_SECONDS)
        except (StoreError, TimeoutError):
            _log.error("clocks were not kept: %d", len(clocks))


def _running(club: Club) -> list[tuple[Room, list[int]]]:
    """The rooms whose clock runs, and its stand.

    Games by correspondence count calendar time, so theirs follows from the time of the last act.
    """
    return [
        (room, room.timing.stand_now)
        for room in club.all_loaded()
        if room.timing and room.timing.clock.runs_for and not room.timing.is_correspondence
    ]
