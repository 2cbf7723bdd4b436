"""The leases in a thread of their own, so that they are renewed in time where the event loop of the pages is busy.

When another process dies, all its pages come within a second. Each answer of the database would wait for a round of the
event loop, which takes a third of a second then, and a renewal that is late loses all rooms of this process as well.
"""

import asyncio
import contextlib
from collections.abc import Collection, Coroutine
from threading import Thread
from typing import Any, TypeVar

from nardy.server.store.database.postgresql.leases import Addresses, LeaseState, LeaseTable

Answer = TypeVar("Answer")
END_SECONDS = 1.0
"""The longest wait for the thread at the end."""


class LeaseThread:
    """A `LeaseTable` whose questions are asked by another event loop; it is begun by the first one."""

    def __init__(self, table: LeaseTable) -> None:
        self._table = table
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None

    async def join(self, me: str, at: Addresses, beat: int) -> None:
        await self._ask(self._table.join(me, at, beat))

    async def relays(self) -> frozenset[str]:
        return await self._ask(self._table.relays())

    async def renew(
        self,
        me: str,
        beat: int,
        bulletin: str,
        *,
        takes: bool = True,
        suspects: Collection[str] = (),
    ) -> LeaseState | None:
        return await self._ask(
            self._table.renew(me, beat, bulletin, takes=takes, suspects=suspects)
        )

    async def release(self, me: str, shards: Collection[int]) -> None:
        await self._ask(self._table.release(me, shards))

    async def begin_to_end(self, me: str) -> None:
        await self._ask(self._table.begin_to_end(me))

    async def leave(self, me: str) -> None:
        await self._ask(self._table.leave(me))

    def close(self) -> None:
        """Disconnect, and end the thread; the next question begins another one."""
        loop, thread = self._loop, self._thread
        if loop is None or thread is None:
            return
        self._loop = self._thread = None
        loop.call_soon_threadsafe(loop.stop)
        thread.join(END_SECONDS)

    async def _ask(self, question: Coroutine[Any, Any, Answer]) -> Answer:
        if self._loop is None:
            # That of the pages may be another kind, which does not let go of a connection at once.
            self._loop = asyncio.SelectorEventLoop()
            self._thread = Thread(target=self._run, args=[self._loop], name="leases", daemon=True)
            self._thread.start()
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(question, self._loop))

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        with contextlib.closing(loop):
            loop.run_forever()
            loop.run_until_complete(self._end())

    async def _end(self) -> None:
        asking = asyncio.all_tasks() - {asyncio.current_task()}
        for task in asking:
            task.cancel()
        # Whoever has been cancelled still lets go of the connection.
        await asyncio.gather(*asking, return_exceptions=True)
        self._table.close()
