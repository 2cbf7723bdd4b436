"""What an open queue holds: its bell, and connections of its own for short transactions."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Self

from sqlalchemy.exc import DBAPIError

from nardy.server.jobs.bell import Bell, Ringer
from nardy.server.jobs.opening import job_engine, queue_file
from nardy.server.store import jobs
from nardy.server.store.database.readers import Readers, reading_engine_of
from nardy.server.store.database.writer import Writer

POLL_SECONDS = 0.05
"""Seconds between two looks for results, where no wake-up comes."""
_log = logging.getLogger(__name__)


class WorkerLine:
    """A club's connection with its workers."""

    def __init__(self, file: Path, store: Writer, bell: Bell) -> None:
        self.store = store
        """The club's own access to its database."""
        self.ringer, self.rung = Ringer(), asyncio.Event()
        self.address = bell.address
        self._file, self._opening = file, asyncio.Lock()
        self._queue: Writer | None = None
        self._transport: asyncio.BaseTransport | None = None

    @classmethod
    async def to(cls, file: Path, store: Writer, hear: Callable[[], None]) -> Self:
        """Open a line; *hear* is called at each wake-up."""
        bell = Bell()
        line = cls(file, store, bell)
        line._transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(
            lambda: _Ear(bell, hear), sock=bell.socket
        )
        return line

    @property
    def queue(self) -> Writer:
        """The queue, where `has_queue` has found one."""
        assert self._queue is not None
        return self._queue

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

    async def is_rung(self) -> bool:
        """Wait for a wake-up, at most until the next look; returns whether one came."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.rung.wait(), POLL_SECONDS)
        was, _ = self.rung.is_set(), self.rung.clear()
        return was

    async def close(self) -> None:
        """Finish what is being written, and close."""
        if self._transport:
            self._transport.close()
        self.ringer.close()
        if self._queue:
            await asyncio.to_thread(self._queue.close)


class _Ear(asyncio.DatagramProtocol):
    """Hears the bell of a club."""

    def __init__(self, bell: Bell, hear: Callable[[], None]) -> None:
        self._bell, self._hear = bell, hear

    def datagram_received(self, data: bytes, addr: object) -> None:
        del addr
        if self._bell.is_meant(data):
            self._hear()
