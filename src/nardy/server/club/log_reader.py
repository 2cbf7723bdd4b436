"""Reads the logs of rooms: one reading at a time, for all who wait for one."""

import asyncio
import functools
import itertools
from collections.abc import Mapping, Sequence

from nardy.server.store import log
from nardy.server.store.database.writer import Writer
from nardy.server.store.log import LoadedRoom

TOGETHER = 8
"""The most logs in one reading: whoever comes meanwhile waits for all of them."""


class LogReader:
    """The logs of all rooms that a process loads.

    When another process dies, a hundred are read at once. Threads that all take a log apart at the same time leave
    hardly any time to the event loop, which answers health checks and renews the leases, and short questions would
    wait for all of them. Each question to the database costs more than a log, so those who wait share one.
    """

    def __init__(self, store: Writer) -> None:
        self._store = store
        self._waiting = dict[str, asyncio.Future[LoadedRoom | Exception | None]]()
        self._reading: asyncio.Task[None] | None = None

    async def read(self, room_id: str) -> LoadedRoom | None:
        """A room and its whole log; None if it does not exist.

        Raises:
            StoreError: it cannot be read.
        """
        asked = self._waiting.get(room_id)
        if asked is None:
            asked = self._waiting[room_id] = asyncio.get_running_loop().create_future()
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self._read_all())
        # Somebody else may wait for the same.
        found = await asyncio.shield(asked)
        if isinstance(found, Exception):
            raise found
        return found

    async def _read_all(self) -> None:
        while self._waiting:
            # Who asks from now on waits for the next reading, which sees what is written until then.
            rooms = [*itertools.islice(self._waiting, TOGETHER)]
            asked = {room_id: self._waiting.pop(room_id) for room_id in rooms}
            found = await self._found(rooms)
            for room_id, answer in asked.items():
                answer.set_result(found.get(room_id))
                # Each room that is built, and its pages, take a while: others have their turn in between.
                await asyncio.sleep(0)

    async def _found(self, rooms: Sequence[str]) -> Mapping[str, LoadedRoom | Exception]:
        try:
            return await self._store.read(functools.partial(log.load_rooms, rooms=rooms))
        except Exception as error:  # noqa: BLE001 (whoever waits is told)
            if len(rooms) == 1:
                return {rooms[0]: error}
        # A page of the disk that cannot be read keeps only its own rooms from being read.
        found = dict[str, LoadedRoom | Exception]()
        for room_id in rooms:
            found |= await self._found([room_id])
        return found
