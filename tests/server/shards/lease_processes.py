"""Processes of a club that share leases by a model of the tables, and a clock that stands still."""

import asyncio
from collections.abc import Callable, Collection, Coroutine
from typing import Any

from tests.server.shards.lease_model import Leases, ModelTable

from nardy.server.shards import leases
from nardy.server.shards.leases import SharedOwnership
from nardy.server.store.database.postgresql.leases import Addresses
from nardy.server.store.shard_tables import ALL

WAIT = 10.0


class Clock:
    """The clock of the database and of all processes: it stands still until it is moved."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


class Process:
    """One process: what it was told, and its beats one at a time."""

    def __init__(self, tables: Leases, name: str) -> None:
        self.table = ModelTable(tables, int(leases.LEASE_SECONDS * 1000))
        self.own = SharedOwnership(self.table, Addresses(f"{name}:1", f"{name}:2"))  # type: ignore[arg-type]
        self.gone = list[set[int]]()
        self.handed = list[set[int]]()
        self.taken = list[set[int]]()
        self.own.on_lost = lambda shards: self.gone.append(set(shards))
        self.own.on_handover, self.own.on_taken = self.note(self.handed), self.note(self.taken)

    @staticmethod
    def note(told: list[set[int]]) -> Callable[[Collection[int]], Coroutine[None, None, None]]:
        async def noted(shards: Collection[int]) -> None:
            told.append(set(shards))

        return noted

    async def join(self) -> None:
        await self.own._join()  # noqa: SLF001 (one beat at a time)
        await self.beat()

    async def beat(self) -> None:
        await self.own._beat()  # noqa: SLF001
        for _ in range(20):  # what it gives back, and what was taken
            await asyncio.sleep(0)

    @property
    def mine(self) -> set[int]:
        return {shard for shard in ALL if self.own.has(shard)}


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def in_time() -> None:
        async with asyncio.timeout(WAIT * 3):
            await test()

    asyncio.run(in_time())


async def until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(WAIT):
        while not is_so():
            await asyncio.sleep(0.002)
