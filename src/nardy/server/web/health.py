"""How the club is, for whoever watches over it."""

import asyncio
import time
from typing import Any

import msgspec
from litestar import Request, get

from nardy import __version__
from nardy.server.store import log
from nardy.server.store.database import health
from nardy.server.store.database.writer import Writer
from nardy.server.web.guards import request_guard_of

REST = 1.0
"""Seconds between two writes: whoever asks more often hears what the last one came to."""


class Health(msgspec.Struct):
    """It answers, and its database can be written."""

    version: str
    games: int
    """That go on, whether anybody looks or not."""
    rooms: int
    """In memory."""
    connections: int


class Pulse:
    """Whether the club's database can be written, tried once a second at most."""

    def __init__(self, store: Writer) -> None:
        """Try nothing before somebody asks."""
        self._store = store
        self._tried = 0.0
        self._trying: asyncio.Task[None] | None = None

    async def feel(self) -> None:
        """Write, or hear what the last write came to.

        Raises:
            StoreError: the disk is full, or the database is locked, read-only or damaged.
        """
        is_late = time.monotonic() >= self._tried + REST
        if self._trying is None or (self._trying.done() and is_late):
            self._tried = time.monotonic()
            at = time.time_ns() // 1_000_000
            self._trying = asyncio.create_task(self._store.run(lambda c: health.beat(c, at)))
        await asyncio.shield(self._trying)


@get("/health")
async def tell_health(request: Request[Any, Any, Any]) -> Health:
    """Whether the club answers and its database can be written, and how much goes on."""
    club = request.app.state.club
    await request.app.state.pulse.feel()
    games = await club.store.read(log.count_unfinished)
    return Health(__version__, games, len(club.all_loaded()), request_guard_of(request).count)
