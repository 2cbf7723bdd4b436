"""A clock of server uptime: stalls of the server are charged to no player."""

import asyncio
from collections.abc import Callable

from nardy.server.timestamps import milliseconds

BEAT_SECONDS = 0.1
STILL = 400
"""Milliseconds without a beat after which the server counts as stalled; a busy one is late by less."""


class ServedTime:
    """Milliseconds of server uptime.

    While `beat` is called, time beyond `STILL` between two beats is left out. Causes are a long job on the
    event loop, a stopped process or a suspended computer. Time stops before the late beat arrives, so the
    order of pending tasks after a stall makes no difference.
    """

    def __init__(self, read_clock: Callable[[], int] = milliseconds) -> None:
        self._read_clock = read_clock
        self._lost = 0
        self._beat: int | None = None

    def __call__(self) -> int:
        now = self._read_clock()
        return (now if self._beat is None else min(now, self._beat + STILL)) - self._lost

    def beat(self) -> None:
        """Note that the event loop runs."""
        now = self._read_clock()
        self._lost += now - self._lost - self()
        self._beat = now

    def stop(self) -> None:
        """Expect no more beats; from now on all time counts."""
        self.beat()
        self._beat = None


served_time = ServedTime()
"""The time source of all game clocks in this process."""


async def keep_beating(clock: ServedTime = served_time) -> None:
    """Call `beat` from the event loop until cancelled."""
    try:
        while True:
            clock.beat()
            await asyncio.sleep(BEAT_SECONDS)
    finally:
        clock.stop()
