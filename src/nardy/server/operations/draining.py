"""Draining: the end of a process that loses no act and no second.

The process is not ready any more and begins no act. Acts in flight reach the disk, then the running clocks do. A
message of an act that comes after that is not answered: its page sends it again to the next process.
"""

import asyncio
import logging

from nardy.server.club.club import Club
from nardy.server.club.handover import running_clocks
from nardy.server.errors import StoreError
from nardy.server.store import drained_clocks

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
    clocks = running_clocks(club.all_loaded())
    if clocks:
        try:
            writing = club.store.run(lambda connection: drained_clocks.keep(connection, clocks))
            await asyncio.wait_for(writing, ACT_SECONDS)
        except (StoreError, TimeoutError):
            _log.error("clocks were not kept: %d", len(clocks))
    await club.ownership.close()
