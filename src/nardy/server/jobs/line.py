"""What an open queue holds: its bell, and a connection of its own for short transactions."""

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Self

from nardy.server.jobs.bell import Bell, Ringer
from nardy.server.jobs.opening import job_engine
from nardy.server.store.database.writer import Writer

POLL_SECONDS = 0.05
"""Seconds between two looks for results, where no wake-up comes."""


class WorkerLine:
    """A club's connection with its workers."""

    def __init__(self, store: Writer, writer: Writer, bell: Bell) -> None:
        self.store, self.writer = store, writer
        """The club's own access to the database, and one whose commits do not wait for the disk."""
        self.ringer, self.rung = Ringer(), asyncio.Event()
        self.address = bell.address
        self._transport: asyncio.BaseTransport | None = None

    @classmethod
    async def to(cls, file: Path, store: Writer, hear: Callable[[], None]) -> Self:
        """Open a line; *hear* is called at each wake-up."""
        bell = Bell()
        line = cls(store, Writer(await asyncio.to_thread(job_engine, file)), bell)
        line._transport, _ = await asyncio.get_running_loop().create_datagram_endpoint(
            lambda: _Ear(bell, hear), sock=bell.socket
        )
        return line

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
        await asyncio.to_thread(self.writer.close)


class _Ear(asyncio.DatagramProtocol):
    """Hears the bell of a club."""

    def __init__(self, bell: Bell, hear: Callable[[], None]) -> None:
        self._bell, self._hear = bell, hear

    def datagram_received(self, data: bytes, addr: object) -> None:
        del addr
        if self._bell.is_meant(data):
            self._hear()
