"""What an open queue holds: its bell, and connections of its own for short transactions."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Self

from sqlalchemy.exc import DBAPIError

from nardy.server.jobs.bell import Bell, Ringer
from nardy.server.jobs.notified_bell import NotifiedBell, NotifyingRinger
from nardy.server.jobs.opening import job_engine, queue_file, shared_address
from nardy.server.store import jobs
from nardy.server.store.database.address import Database, PostgresAddress
from nardy.server.store.database.readers import Readers, reading_engine_of
from nardy.server.store.database.writer import Writer

if TYPE_CHECKING:
    from nardy.server.store.database.postgresql.notifications import Notifications

_log = logging.getLogger(__name__)


class WorkerLine:
    """A club's connection with its workers."""

    is_shared = False
    """Whether other processes of the club may ask the same workers."""

    def __init__(
        self, store: Writer, bell: Bell | NotifiedBell, ringer: Ringer | NotifyingRinger
    ) -> None:
        self.store = store
        """Where the club is noted."""
        self.ringer, self.address = ringer, bell.address
        self.rung = asyncio.Event()
        self._poll_seconds = bell.poll_seconds
        self._queue: Writer | None = None

    @property
    def queue(self) -> Writer:
        """The queue, where `has_queue` has found one."""
        assert self._queue is not None
        return self._queue

    async def has_queue(self) -> bool:
        """Whether there is a queue, which is then open."""
        return self._queue is not None

    async def is_rung(self) -> bool:
        """Wait for a wake-up, at most until the next look; returns whether one came."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._poll_seconds):
                await self.rung.wait()
        was, _ = self.rung.is_set(), self.rung.clear()
        return was

    async def close(self) -> None:
        """Finish what is being written, and close."""
        if self._queue:
            await asyncio.to_thread(self._queue.close)


async def open_line(database: Database, store: Writer, hear: Callable[[], None]) -> WorkerLine:
    """Open a line; *store* is the club's own access to its database, and *hear* is called at each wake-up."""
    if address := shared_address(database):
        return await SharedLine.to(address, hear)
    assert isinstance(database, Path)
    return await FileLine.to(database, store, hear)


class FileLine(WorkerLine):
    """The line beside a file of SQLite; a worker makes the queue."""

    def __init__(self, file: Path, store: Writer, bell: Bell) -> None:
        ringer = Ringer()
        super().__init__(store, bell, ringer)
        self._file, self._opening = file, asyncio.Lock()
        self._closing = contextlib.ExitStack()
        self._closing.callback(ringer.close)

    @classmethod
    async def to(cls, file: Path, store: Writer, hear: Callable[[], None]) -> Self:
        """Open a line; *hear* is called at each wake-up."""
        bell = Bell()
        line = cls(file, store, bell)
        transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(
            lambda: _Ear(bell, hear), sock=bell.socket
        )
        line._closing.callback(transport.close)
        return line

    async def has_queue(self) -> bool:
        """Whether a worker has made a queue, which is then opened."""
        async with self._opening:
            if self._queue is None and await asyncio.to_thread(queue_file(self._file).exists):
                try:
                    engine = await asyncio.to_thread(job_engine, self._file)
                except DBAPIError:
                    _log.exception("the queue of jobs cannot be opened; the club thinks itself")
                    return False
                self._queue = Writer(engine, Readers(reading_engine_of(queue_file(self._file))))
                await self._queue.run(jobs.clear)
        return self._queue is not None

    async def close(self) -> None:
        """Finish what is being written, and close."""
        self._closing.close()
        await super().close()


class SharedLine(WorkerLine):
    """The line in a database of PostgreSQL; the queue is there from the beginning."""

    is_shared = True

    def __init__(
        self,
        queue: Writer,
        notifications: "Notifications",
        closing: contextlib.ExitStack,
        hear: Callable[[], None],
    ) -> None:
        bell = closing.enter_context(NotifiedBell(notifications, hear))
        super().__init__(queue, bell, NotifyingRinger(notifications))
        self._queue, self._closing = queue, closing

    @classmethod
    async def to(cls, address: PostgresAddress, hear: Callable[[], None]) -> Self:
        """Open a line; *hear* is called at each wake-up, and when one may have been lost."""
        from nardy.server.store.database.postgresql.notifications import shared  # noqa: PLC0415 (an extra)

        loop, closing = asyncio.get_running_loop(), contextlib.ExitStack()

        def heard() -> None:
            # Nobody waits on a closed loop.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(hear)

        # Without readers of its own: a process must not have many connections.
        return cls(
            Writer(job_engine(address)), closing.enter_context(shared(address)), closing, heard
        )

    async def close(self) -> None:
        """Finish what is being written, and close."""
        await super().close()
        await asyncio.to_thread(self._closing.close)


class _Ear(asyncio.DatagramProtocol):
    """Hears the bell of a club."""

    def __init__(self, bell: Bell, hear: Callable[[], None]) -> None:
        self._bell, self._hear = bell, hear

    def datagram_received(self, data: bytes, addr: object) -> None:
        del addr
        if self._bell.is_meant(data):
            self._hear()
