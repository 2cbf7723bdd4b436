"""Access to an open queue: its wake-up socket, and connections of its own for short transactions."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Self

from sqlalchemy.exc import DBAPIError

from nardy.server.jobs.notified_wakeup import NotifiedWakeup, NotifyingSender
from nardy.server.jobs.opening import job_engine, queue_file, shared_address
from nardy.server.jobs.wakeup import WakeupSender, WakeupSocket
from nardy.server.store import jobs
from nardy.server.store.database.address import Database, PostgresAddress
from nardy.server.store.database.readers import Readers, reading_engine_of
from nardy.server.store.database.writer import Writer

if TYPE_CHECKING:
    from nardy.server.store.database.postgresql.notifications import Notifications

_log = logging.getLogger(__name__)


class QueueAccess:
    """A club's access to the queue that its workers read."""

    is_shared = False
    """Whether other processes of the club may ask the same workers."""

    def __init__(
        self,
        store: Writer,
        wakeup: WakeupSocket | NotifiedWakeup,
        sender: WakeupSender | NotifyingSender,
    ) -> None:
        self.store = store
        """Where the club is noted."""
        self.sender, self.address = sender, wakeup.address
        self.woken = asyncio.Event()
        self._poll_seconds = wakeup.poll_seconds
        self._queue: Writer | None = None

    @property
    def queue(self) -> Writer:
        """The queue, where `has_queue` has found one."""
        assert self._queue is not None
        return self._queue

    async def has_queue(self) -> bool:
        """Whether there is a queue, which is then open."""
        return self._queue is not None

    async def was_woken(self) -> bool:
        """Wait for a wake-up, at most until the next look; returns whether one came."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._poll_seconds):
                await self.woken.wait()
        was, _ = self.woken.is_set(), self.woken.clear()
        return was

    async def close(self) -> None:
        """Finish what is being written, and close."""
        if self._queue:
            await asyncio.to_thread(self._queue.close)


async def open_access(database: Database, store: Writer, hear: Callable[[], None]) -> QueueAccess:
    """Open the queue; *store* is the club's own access to its database, and *hear* is called at each wake-up."""
    if address := shared_address(database):
        return await SharedAccess.to(address, hear)
    assert isinstance(database, Path)
    return await FileAccess.to(database, store, hear)


class FileAccess(QueueAccess):
    """A queue beside a file of SQLite; a worker makes it."""

    def __init__(self, file: Path, store: Writer, wakeup: WakeupSocket) -> None:
        sender = WakeupSender()
        super().__init__(store, wakeup, sender)
        self._file, self._opening = file, asyncio.Lock()
        self._closing = contextlib.ExitStack()
        self._closing.callback(sender.close)

    @classmethod
    async def to(cls, file: Path, store: Writer, hear: Callable[[], None]) -> Self:
        """Open the queue; *hear* is called at each wake-up."""
        wakeup = WakeupSocket()
        access = cls(file, store, wakeup)
        transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(
            lambda: _WakeupProtocol(wakeup, hear), sock=wakeup.socket
        )
        access._closing.callback(transport.close)
        return access

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


class SharedAccess(QueueAccess):
    """A queue in a database of PostgreSQL; it is there from the beginning."""

    is_shared = True

    def __init__(
        self,
        queue: Writer,
        notifications: "Notifications",
        closing: contextlib.ExitStack,
        hear: Callable[[], None],
    ) -> None:
        wakeup = closing.enter_context(NotifiedWakeup(notifications, hear))
        super().__init__(queue, wakeup, NotifyingSender(notifications))
        self._queue, self._closing = queue, closing

    @classmethod
    async def to(cls, address: PostgresAddress, hear: Callable[[], None]) -> Self:
        """Open the queue; *hear* is called at each wake-up, and when one may have been lost."""
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


class _WakeupProtocol(asyncio.DatagramProtocol):
    """Receives the wake-ups of a club."""

    def __init__(self, wakeup: WakeupSocket, hear: Callable[[], None]) -> None:
        self._wakeup, self._hear = wakeup, hear

    def datagram_received(self, data: bytes, addr: object) -> None:
        del addr
        if self._wakeup.is_meant(data):
            self._hear()
