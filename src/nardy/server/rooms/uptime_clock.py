"""A clock that stands still while the server does: no player pays for what kept the server busy."""

import asyncio
from collections.abc import Callable

from nardy.server.timestamps import milliseconds

BEAT_SECONDS = 0.1
STILL = 400
"""Milliseconds without a beat after which the server is taken to stand still; a busy one is late by less."""


class ServedTime:
    """Milliseconds in which the server has served.

    As long as `beat` is called it leaves out whatever goes beyond `STILL` between two beats: a long
    job on the event loop, a process that was stopped, a computer that slept. The order in which a late
    server does what waits makes no difference: time stands still before the beat that tells of it.
    """

    def __init__(self, hour: Callable[[], int] = milliseconds) -> None:
        """Nothing has been left out; as long as nothing beats, nothing is."""
        self._hour = hour
        self._lost = 0
        self._beat: int | None = None

    def __call__(self) -> int:
        """The time now."""
        now = self._hour()
        return (now if self._beat is None else min(now, self._beat + STILL)) - self._lost

    def beat(self) -> None:
        """The server is there."""
        now = self._hour()
        self._lost += now - self._lost - self()
        self._beat = now

    def stop(self) -> None:
        """Nothing beats any more: time goes on by itself."""
        self.beat()
        self._beat = None


served_time = ServedTime()
"""The time by which the clocks of this process run."""


async def keep_beating(clock: ServedTime = served_time) -> None:
    """Let the loop that serves tell that it does, until this is cancelled."""
    try:
        while True:
            clock.beat()
            await asyncio.sleep(BEAT_SECONDS)
    finally:
        clock.stop()
