"""Health checks for monitors and proxies: whether the process lives, and whether it is ready for requests."""

import asyncio
import time

import msgspec
from litestar import get

from nardy.server.club.club import Club
from nardy.server.errors import StoreError
from nardy.server.shards.ownership import Ownership
from nardy.server.store import about, log
from nardy.server.store.database.writer import Connection, Writer
from nardy.server.store.schema import SCHEMA
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.guards import request_guard_of
from nardy.version import __version__

REST_SECONDS = 1.0
"""Seconds between two test writes; requests in between get the result of the last one."""
LONG_REST_SECONDS = 10.0
"""The same for one of several processes while it renews its leases, which are writes as well."""
READY_SECONDS = 1.0
"""Seconds within which the database of a club that is ready takes a write."""
RECENT_SECONDS = 3.0
"""A write younger than this answers health checks while the next one runs.

A proxy that had to wait for the next one would take the process for frozen, and disconnect all pages.
"""


class Health(msgspec.Struct):
    """The club answers, and its database can be written."""

    version: str
    games: int
    """Unfinished games."""
    rooms: int
    """Rooms in memory."""
    connections: int
    """Open WebSockets."""


class Alive(msgspec.Struct):
    """The process answers."""

    version: str


class WriteProbe:
    """Test writes to the database, at most one a second."""

    def __init__(self, store: Writer, ownership: Ownership) -> None:
        self._store, self._ownership = store, ownership
        self._tried = 0.0
        self._trying: asyncio.Task[int] | None = None
        self._last: int | None = None
        """The number of unfinished games at the last write; None if it failed."""
        self._written = 0.0
        """When it ended."""

    async def check(self) -> int:
        """Write, or wait for the last write unless there is a recent one; returns the number of unfinished games then.

        Raises:
            StoreError: the disk is full, or the database is locked, read-only or damaged, or slow, or has
                other tables than this program.
        """
        is_late = time.monotonic() >= self._tried + self._rest
        if self._trying is None or (self._trying.done() and is_late):
            self._tried = time.monotonic()
            self._trying = asyncio.create_task(self._try())
            self._trying.add_done_callback(self._note)
        waited = time.monotonic() - self._tried
        if self._last is not None and self._is_recent and waited < READY_SECONDS:
            return self._last
        try:
            async with asyncio.timeout(READY_SECONDS):
                return await asyncio.shield(self._trying)
        except TimeoutError as error:
            raise StoreError(
                f"expected the database to take a write within {READY_SECONDS:g} s, got no answer; "
                "try again"
            ) from error

    async def close(self) -> None:
        """Try no more."""
        if self._trying is not None:
            self._trying.cancel()
            await asyncio.gather(self._trying, return_exceptions=True)

    def _note(self, done: "asyncio.Task[int]") -> None:
        # Nobody may be left to ask for its error.
        failed = done.cancelled() or done.exception() is not None
        self._last, self._written = None if failed else done.result(), time.monotonic()

    @property
    def _is_recent(self) -> bool:
        # Leases that are renewed were written just now.
        return self._ownership.is_renewed or time.monotonic() < self._written + RECENT_SECONDS

    @property
    def _rest(self) -> float:
        return LONG_REST_SECONDS if self._ownership.is_renewed else REST_SECONDS

    async def _try(self) -> int:
        await self._store.run(_beat)
        # Apart, since counting in the same transaction would meet whoever opens a room.
        return await self._store.read(log.count_unfinished)


def _beat(connection: Connection) -> None:
    # Only a commit shows that the disk has room.
    about.put(connection, "health", str(time.time_ns() // 1_000_000))
    found = about.get(connection, "schema")
    if found != str(SCHEMA):
        raise StoreError(
            f"expected a database of version {SCHEMA}, got {found}; "
            "another nardy has upgraded it: start that one"
        )


@get("/health/live")
async def tell_alive() -> Alive:
    """Whether the process answers, whatever its database does; one that does not is to be restarted."""
    return Alive(__version__)


@get(["/health", "/health/ready"])
async def tell_ready(request: AnyRequest) -> Health:
    """Whether the club can serve: it is not about to end, and its database takes a write within a second."""
    club: Club = request.app.state.club
    if club.process.is_ending:
        raise StoreError("expected a club that goes on, got one that is ending; try again")
    games = await request.app.state.write_probe.check()
    return Health(__version__, games, len(club.all_loaded()), request_guard_of(request).count)
