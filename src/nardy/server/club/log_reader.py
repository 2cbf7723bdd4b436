"""Reads the logs of rooms, one after another."""

import asyncio
import functools

from nardy.server.store import log
from nardy.server.store.database.writer import Writer
from nardy.server.store.log import LogEntry, RoomRecord


class LogReader:
    """The logs of all rooms that a process loads.

    When another process dies, a hundred are read at once. Threads that all take a log apart at the same time leave
    hardly any time to the event loop, which answers health checks and renews the leases, and short questions would
    wait for all of them.
    """

    def __init__(self, store: Writer) -> None:
        self._store, self._turn = store, asyncio.Lock()

    async def read(self, room_id: str) -> tuple[RoomRecord, tuple[LogEntry, ...]] | None:
        """A room and its whole log; None if it does not exist.

        Raises:
            StoreError: it cannot be read.
        """
        async with self._turn:
            return await self._store.read(functools.partial(log.load_room, room_id=room_id))
