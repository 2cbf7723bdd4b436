"""The leases as they are meant, without SQL: the second way of nardy.server.store.database.postgresql.leases."""

import asyncio
from collections.abc import Callable, Collection
from time import monotonic
from typing import cast

from nardy.server.store.database.postgresql.leases import (
    Addresses,
    LeaseState,
    OtherProcess,
    part_of,
    staying,
)
from nardy.server.store.shard_tables import ALL


class Leases:
    """The two tables of one club."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """*clock* is that of the database, in seconds."""
        self.clock = clock
        self.processes = dict[str, dict[str, object]]()
        self.owner = dict[int, str | None](dict.fromkeys(ALL))
        self.epoch = dict.fromkeys(ALL, 0)
        self.beat = dict[int, int | None](dict.fromkeys(ALL))
        self.disconnected = set[str]()
        """Processes that have no connection to the database."""

    def now(self) -> int:
        return int(self.clock() * 1000)

    def left(self, me: str) -> int:
        found = self.processes.get(me)
        return int(str(found["until"])) - self.now() if found else 0

    def free(self, shard: int, beat: int | None) -> None:
        self.owner[shard], self.beat[shard] = None, beat
        self.epoch[shard] += 1

    def of(self, me: str) -> dict[int, int]:
        return {shard: self.epoch[shard] for shard in ALL if self.owner[shard] == me}

    def expire(self, me: str) -> None:
        """As if it had not been renewed for too long."""
        if me in self.processes:
            self.processes[me]["until"] = 0

    def bury(self) -> None:
        for dead in [one for one in self.processes if self.left(one) <= 0]:
            beat = int(str(self.processes.pop(dead)["beat"]))
            for shard in self.of(dead):
                self.free(shard, beat)

    def take(self, me: str, count: int) -> dict[int, int | None]:
        found = [shard for shard in reversed(ALL) if self.owner[shard] is None][:count]
        for shard in found:
            self.owner[shard] = me
            self.epoch[shard] += 1
        return {shard: self.beat[shard] for shard in found}


class ModelTable:
    """As `LeaseTable`, with what can go wrong in between."""

    def __init__(self, leases: Leases, lease_ms: int) -> None:
        self.leases, self.lease_ms = leases, lease_ms
        self.fails: Exception | None = None
        self.hangs = set[str]()
        """The statements that never end until they are cancelled."""
        self.is_deaf = False
        """Whether the answers are lost: what was asked is done."""
        self.seconds = 0.0
        """How long each statement takes."""
        self.asked = list[str]()
        self.suspects = list[set[str]]()
        """Of each renewal."""
        self.closed = 0

    async def join(self, me: str, at: Addresses, beat: int) -> None:
        await self._comes("join")
        until = self.leases.now() + self.lease_ms
        about = {"at": at, "beat": beat, "until": until, "bulletin": ""}
        self.leases.processes[me] = about
        self._goes()

    async def renew(
        self,
        me: str,
        beat: int,
        bulletin: str,
        *,
        takes: bool = True,
        suspects: Collection[str] = (),
    ) -> LeaseState | None:
        await self._comes("renew")
        self.suspects.append({*suspects})
        tables = self.leases
        if tables.left(me) <= 0:
            self._goes()
            return None
        until = tables.now() + self.lease_ms
        tables.processes[me] |= {"beat": beat, "until": until, "bulletin": bulletin}
        for dead in tables.disconnected & {*suspects}:
            tables.expire(dead)
        tables.bury()
        others = {
            one: OtherProcess(
                cast("Addresses", about["at"]), str(about["bulletin"]), tables.left(one)
            )
            for one, about in tables.processes.items()
        }
        lacks = part_of(staying(others)) - len(tables.of(me))
        taken = tables.take(me, lacks) if takes and lacks > 0 else {}
        self._goes()
        owned = {one: tables.of(one) for one in tables.processes}
        return LeaseState(others, {one: epochs for one, epochs in owned.items() if epochs}, taken)

    async def release(self, me: str, shards: Collection[int]) -> None:
        await self._comes("release")
        for shard in self.leases.of(me).keys() & set(shards):
            self.leases.free(shard, None)
        self._goes()

    async def begin_to_end(self, me: str) -> None:
        await self._comes("begin_to_end")
        if me in self.leases.processes:
            at = cast("Addresses", self.leases.processes[me]["at"])
            self.leases.processes[me]["at"] = Addresses(at.relay, "")
        self._goes()

    async def leave(self, me: str) -> None:
        await self._comes("leave")
        self.leases.processes.pop(me, None)
        self._goes()

    def close(self) -> None:
        self.closed += 1

    async def _comes(self, what: str) -> None:
        self.asked.append(what)
        await asyncio.sleep(self.seconds)
        if what in self.hangs:
            try:
                await asyncio.Event().wait()
            finally:
                self.closed += 1  # as the connection of a question that was cancelled
        if self.fails:
            raise self.fails

    def _goes(self) -> None:
        if self.is_deaf:
            raise ConnectionError("the answer was lost")
