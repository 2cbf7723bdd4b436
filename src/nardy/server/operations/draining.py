"""Draining: the end of a process that loses no act and no second.

The process is not ready any more. One of several gives its rooms to the others part by part, and people play on in
those that it still has. Then it begins no act. Acts in flight reach the disk, then the running clocks do. A message of an
act that comes after that is not answered: its page sends it again to the next process.
"""

import asyncio

from nardy.server.club.club import Club
from nardy.server.club.handover import keep_clocks, stop_clocks, stop_idle_clocks

ACT_SECONDS = 5.0
"""The longest wait for acts in flight, and for the clocks to be written; a throw waits two seconds for links."""


def begin_draining(club: Club) -> None:
    """Be not ready any more; a process that is alone begins no more acts, and charges nobody from now on."""
    club.process.is_ending = True
    if club.ownership.is_alone:
        _begin_no_more_acts(club)


def _begin_no_more_acts(club: Club) -> None:
    club.process.is_draining = True
    stop_idle_clocks(club.all_loaded())


async def drain(club: Club) -> None:
    """End all acts and keep all clocks; pages are closed by the caller.

    A database that cannot be written keeps nobody from ending: then clocks go on from the last act.
    """
    begin_draining(club)
    await club.ownership.close()
    _begin_no_more_acts(club)
    stopping = asyncio.create_task(stop_clocks(club.all_loaded(), ACT_SECONDS))
    await club.timeouts.close()
    await club.bot_runner.close()
    await club.acting.finish(ACT_SECONDS)
    await stopping
    await keep_clocks(club, club.all_loaded(), ACT_SECONDS)
