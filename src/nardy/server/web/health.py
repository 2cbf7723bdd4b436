"""Health check for monitoring."""

import asyncio
import time

import msgspec
from litestar import get

from nardy.server.store import about, log
from nardy.server.store.database.writer import Writer
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.guards import request_guard_of
from nardy.version import __version__

REST_SECONDS = 1.0
"""Seconds between two test writes; requests in between get the result of the last one."""


class Health(msgspec.Struct):
    """The club answers, and its database can be written."""

    version: str
    games: int
    """Unfinished games."""
    rooms: int
    """Rooms in memory."""
    connections: int
    """Open WebSockets."""


class Pulse:
    """Test writes to the database, at most one a second."""

    def __init__(self, store: Writer) -> None:
        self._store = store
        self._tried = 0.0
        self._trying: asyncio.Task[None] | None = None

    async def feel(self) -> None:
        """Write, or wait for the last write.

        Raises:
            StoreError: the disk is full, or the database is locked, read-only or damaged.
        """
        is_late = time.monotonic() >= self._tried + REST_SECONDS
        if self._trying is None or (self._trying.done() and is_late):
            self._tried = time.monotonic()
            at = str(time.time_ns() // 1_000_000)
            # Only a commit shows that the disk has room.
            beat = self._store.run(lambda c: about.put(c, "health", at))
            self._trying = asyncio.create_task(beat)
        await asyncio.shield(self._trying)


@get("/health")
async def tell_health(request: AnyRequest) -> Health:
    """Whether the club answers and its database can be written, and how busy it is."""
    club = request.app.state.club
    await request.app.state.pulse.feel()
    games = await club.store.read(log.count_unfinished)
    return Health(__version__, games, len(club.all_loaded()), request_guard_of(request).count)
