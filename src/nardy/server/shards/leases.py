"""The ownership of one of several processes: leases that it renews every second.

A process that could not renew in time stops acting before others may take its shards: its leases are valid for
two and a half seconds by the database, and it trusts them for 0.8 of that from the moment before it asked. A process that was
frozen in between is fenced off by the epochs (store/fences.py).
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

from nardy.server.shards.lease_thread import LeaseThread
from nardy.server.shards.numbers import new_id, shard_of
from nardy.server.shards.ownership import Ownership
from nardy.server.store.database.postgresql.leases import (
    Addresses,
    LeaseState,
    part_of,
    staying,
)
from nardy.server.store.fences import Fence
from nardy.server.store.shard_tables import ALL, LEAD
from nardy.server.timestamps import now

LEASE_SECONDS = 2.5
TRUST = 0.8
"""The part of a lease for which its owner trusts it; clocks of machines run differently fast by far less."""
BEAT_SECONDS = 1.0
END_SECONDS = 8.0
"""The longest wait for a handover at the end; then the leases end by themselves."""
LEAVING_SECONDS, ALL_LEAVING_SECONDS = 0.25, 4.0
"""The pause after each part of a handover at the end, and the longest of all pauses together: pages whose rooms move at
the same moment wait for each other at their new process."""
EVENING_SECONDS = 2.0
"""The same where a process has come: it has just begun, and gets from all others at once."""
SOON_SECONDS = 0.15
SHORTEST_SECONDS = 0.02
"""The least pause between two beats."""
NOBODY = -1
"""An epoch that no lease has."""
_log = logging.getLogger(__name__)


def _log_failure(task: "asyncio.Task[None]") -> None:
    if not task.cancelled() and (error := task.exception()):
        _log.warning("shards could not be given back: %s", error)


async def _ignore(_: Collection[int]) -> None:
    """Nobody wants to know."""


async def _nothing() -> None:
    """Nobody wants to know."""


class SharedOwnership(Ownership):
    """What this process owns, and where everything else lives."""

    def __init__(self, table: LeaseThread, at: Addresses) -> None:
        """*at* is where this process is reached."""
        self._table, self._at = table, at
        self.me = ""
        """The id of this process; a new one each time it joins."""
        self.bulletin = ""
        """What it tells the others with its next beat."""
        self.state = LeaseState({}, {}, {})
        """What the tables said at the last beat."""
        self.on_lost: Callable[[Collection[int]], None] = lambda _: None
        """Called when shards are gone: their rooms must be forgotten."""
        self.in_parts: Callable[[Collection[int]], Sequence[Collection[int]]] = lambda shards: [
            shards
        ]
        """Divides shards into those that are given back together."""
        self.on_handover: Callable[[Collection[int]], Coroutine[None, None, None]] = _ignore
        """Called before shards are given back: all acts must end, and clocks be kept."""
        self.on_taken: Callable[[Collection[int]], Coroutine[None, None, None]] = _ignore
        """Called with shards that are this process's now, again after a failure."""
        self.on_moved: Callable[[], None] = lambda: None
        """Called when shards were given back or taken: the others need not wait for their next beat."""
        self.on_left: Callable[[], Coroutine[None, None, None]] = _nothing
        """Called when this process owns nothing any more, and ends."""
        self.on_beat: Callable[[], None] = lambda: None
        self._epochs: dict[int, int] = {}
        self._beats: dict[int, int | None] = {}
        self._owners: dict[int, str] = {}
        self._suspects = set[str]()
        """Processes that take no connections any more."""
        self._suspected = dict[str, float]()
        """When each was looked at last, by the monotonic clock."""
        self._leaving: frozenset[int] = frozenset()
        """Shards that are being given back."""
        self._valid_until = 0.0
        self._seen = 0
        """When it was last renewed; milliseconds since 1970."""
        self._is_ending = False
        self._is_gone = False
        self._soon = asyncio.Event()
        self._lock = asyncio.Lock()
        """Held while the tables are read or changed, until what they say is known here."""
        self._beating: asyncio.Task[None] | None = None
        self._giving: asyncio.Task[None] | None = None
        self._to_take_up = set[int]()
        self._taking: asyncio.Task[None] | None = None
        self._asking: set[asyncio.Task[None]] = set()
        """What the tables are asked now."""

    # What it owns

    @property
    def is_alone(self) -> bool:
        return False

    @property
    def is_renewed(self) -> bool:
        # A beat late by a half has failed, or the next one will tell.
        return self._left() > TRUST * LEASE_SECONDS - 1.5 * BEAT_SECONDS

    @property
    def is_trusted(self) -> bool:
        return monotonic() < self._valid_until

    @property
    def processes(self) -> int:
        return max(1, len(self.state.processes))

    @property
    def count(self) -> int:
        return len(self._epochs)

    def has(self, shard: int) -> bool:
        """Whether this process owns a shard now."""
        return shard in self._epochs and shard not in self._leaving and self.is_trusted

    def owns(self, name: str) -> bool:
        return self.has(shard_of(name))

    @property
    def leads(self) -> bool:
        return self.has(LEAD)

    def fence(self, name: str) -> Fence:
        shard = shard_of(name)
        # While it is given back, acts that have begun are still written.
        is_valid = monotonic() < self._valid_until
        return Fence(shard, self._epochs.get(shard, NOBODY) if is_valid else NOBODY)

    def new_id(self) -> str:
        mine = self._epochs.keys() - self._leaving - {LEAD}
        return new_id(mine) if mine else new_id()

    def last_beat(self, name: str) -> int | None:
        return self._beats.get(shard_of(name))

    def address_of(self, shard: int) -> str | None:
        """Where the owner of a shard is reached, if it is another process that is alive."""
        at = self._other(shard)
        return at.relay if at else None

    def page_of(self, shard: int) -> str | None:
        """Where a proxy reaches the owner of a shard, if it is another process that is alive."""
        at = self._other(shard)
        return (at.page or None) if at else None

    def _other(self, shard: int) -> Addresses | None:
        process = self.state.processes.get(self._owners.get(shard, self.me))
        # Its own address is also that of an id before, under which others thought it dead.
        return process.at if process and process.at.relay != self._at.relay else None

    @property
    def others(self) -> frozenset[str]:
        """The relays of the other processes that are alive, and do not end."""
        at = (process.at for process in self.state.processes.values() if process.at.page)
        return frozenset(one.relay for one in at) - {self._at.relay}

    @property
    def bulletins(self) -> Mapping[str, str]:
        others = self.state.processes.items()
        return {name: process.bulletin for name, process in others if name != self.me}

    # The beat

    async def open(self) -> None:
        """Join, and take this process's part.

        Raises:
            psycopg.Error: the database does not answer.
        """
        await self._join()
        await self._beat()
        self._beating = asyncio.create_task(self._go_on())

    async def close(self) -> None:
        """Hand everything over and leave; what cannot be said to the database is found out by the others."""
        if self._is_ending:
            return
        self._is_ending = True
        with suppress(Exception):
            async with asyncio.timeout(END_SECONDS):
                await self._leave()
        with suppress(Exception):
            await self.on_left()
        for task in (self._giving, self._beating, self._taking, *self._asking):
            if task:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        self._table.close()

    async def _leave(self) -> None:
        if self._giving:
            await asyncio.gather(self._giving, return_exceptions=True)
        async with self._lock:
            await self._in_time(self._table.begin_to_end(self.me))
        mine, others = self._epochs.keys(), self.state.processes.items()
        is_last = not any(other.at.page for name, other in others if name != self.me)
        # Where nobody takes anything, nobody is waited for.
        parts = [mine] if is_last else self.in_parts(mine)
        await self._give_back_in_parts(
            parts, min(LEAVING_SECONDS, ALL_LEAVING_SECONDS / len(parts))
        )
        async with self._lock:
            await self._in_time(self._table.leave(self.me))
            self._is_gone = True

    async def _give_back_in_parts(self, parts: Sequence[Collection[int]], pause: float) -> None:
        is_ending = self._is_ending
        for number, part in enumerate(parts):
            if number:
                await asyncio.sleep(pause)
            if self._is_ending != is_ending:
                return  # at the end all is given back faster
            await self.give_back(part)

    async def give_back(self, shards: Collection[int]) -> None:
        """Hand shards over to whoever takes them next."""
        self._leaving = frozenset(shards)
        try:
            await self.on_handover(self._leaving)
            async with self._lock:
                await self._in_time(self._table.release(self.me, self._leaving))
                self._forget(self._leaving)
            self._tell(self.on_moved)
        finally:
            self._leaving = frozenset()

    async def _join(self) -> None:
        self.me = secrets.token_hex(6)
        await self._table.join(self.me, self._at, now())

    async def _go_on(self) -> None:
        while True:
            began = monotonic()
            try:
                await self._in_time(self._beat())
            except Exception as error:  # noqa: BLE001 (whatever it is, the next beat may succeed)
                _log.warning("leases could not be renewed: %s", error)
            if self._left() <= 0:
                self._lose(self._epochs.keys())
            await asyncio.sleep(SHORTEST_SECONDS)
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, began + self._pause() - monotonic())):
                    await self._soon.wait()
            self._soon.clear()

    def beat_soon(self) -> None:
        """Another process has moved shards: look at once."""
        self._soon.set()

    def suspect(self, address: str) -> None:
        """A process refuses connections at its relay: look at once whether it is dead."""
        at, last = monotonic(), self._suspected
        for name, process in self.state.processes.items():
            # Many pages find out in the same moment, and its connection to the database may end a little later.
            if process.at.relay == address and at >= last.get(name, 0.0) + SOON_SECONDS:
                last[name] = at
                self._suspects.add(name)
                self.beat_soon()

    def _pause(self) -> float:
        """Seconds until the next beat: earlier where a shard has no owner, or another process is late."""
        if sum(map(len, self.state.owned.values())) < len(ALL):
            return SOON_SECONDS
        ends = min((other.left for other in self.state.processes.values()), default=0)
        return min(BEAT_SECONDS, max(SOON_SECONDS, ends / 1000 + 0.02))

    def _left(self) -> float:
        """Seconds for which the leases are still trusted."""
        return self._valid_until - monotonic()

    async def _in_time(self, question: Coroutine[Any, Any, None]) -> None:
        """Ask the tables, and leave what does not end: its connection may be cut off without a word.

        Raises:
            TimeoutError: there was no answer while the leases are trusted, or for so long if none are.
        """
        left = self._left()
        asking = asyncio.create_task(question)
        self._asking.add(asking)
        asking.add_done_callback(self._asked)
        try:
            patience = left if left > 0 else TRUST * LEASE_SECONDS
            done, _ = await asyncio.wait({asking}, timeout=patience)
        finally:
            asking.cancel()
        if not done:
            raise TimeoutError("the database did not answer in time")
        asking.result()

    def _asked(self, asking: "asyncio.Task[None]") -> None:
        self._asking.discard(asking)
        if not asking.cancelled():
            asking.exception()  # of one that was left nobody wants it any more

    async def _beat(self) -> None:
        async with self._lock:
            if self._is_gone:
                return
            began, beat = monotonic(), now()
            takes, suspects = not self._is_ending, frozenset(self._suspects)
            self._suspects.clear()
            state = await self._table.renew(
                self.me, beat, self.bulletin, takes=takes, suspects=suspects
            )
            if state is None:
                self._lose(self._epochs.keys())
                await self._join()
                return
            self._learn(state, began + TRUST * LEASE_SECONDS)
            self._seen = beat
        self._tell(self.on_beat)
        if not self._is_ending:
            self._even_out()

    def _learn(self, state: LeaseState, valid_until: float) -> None:
        mine = state.owned.get(self.me, {})
        self._lose([shard for shard, epoch in self._epochs.items() if mine.get(shard) != epoch])
        self.state, self._valid_until = state, valid_until
        self._suspected = {one: at for one, at in self._suspected.items() if one in state.processes}
        self._owners = {shard: owner for owner, epochs in state.owned.items() for shard in epochs}
        gained = mine.keys() - self._epochs.keys()
        self._epochs = dict(mine)
        # Leases that it had and did not trust any more: nobody else has had them.
        self._beats.update({shard: state.taken.get(shard, self._seen) for shard in gained})
        if gained:
            self._tell(self.on_moved)
            # Taking up reads the games of the whole club: what comes meanwhile waits and goes together.
            self._to_take_up |= gained
            if self._taking is None or self._taking.done():
                self._taking = asyncio.create_task(self._take_up())

    async def _take_up(self) -> None:
        while mine := self._epochs.keys() & self._to_take_up:
            self._to_take_up.clear()
            try:
                await self.on_taken(mine)
            except Exception as error:  # noqa: BLE001 (games and tournaments must go on without a page)
                _log.warning("shards could not be taken up: %s", error)
                self._to_take_up |= mine
                await asyncio.sleep(BEAT_SECONDS)

    def _lose(self, shards: Collection[int]) -> None:
        gone = frozenset(shards)
        self._forget(gone)
        self.lost += len(gone)
        if gone:
            _log.warning("leases were lost: %d", len(gone))
            self._tell(self.on_lost, gone)

    @staticmethod
    def _tell(listener: Callable[..., None], *what: object) -> None:
        try:
            listener(*what)
        except Exception:  # noqa: BLE001 (the beats go on)
            _log.warning("a change of leases was not followed", exc_info=True)

    def _forget(self, shards: Collection[int]) -> None:
        for shard in shards:
            self._epochs.pop(shard, None)
            self._beats.pop(shard, None)

    def _even_out(self) -> None:
        """Give back what is more than this process's part, while the leases are renewed."""
        surplus = len(self._epochs) - part_of(staying(self.state.processes))
        if surplus > 0 and (self._giving is None or self._giving.done()):
            # The lead stays, so that searches go on.
            shards = sorted(self._epochs.keys() - {LEAD})[:surplus]
            giving = self._give_back_in_parts(self.in_parts(shards), EVENING_SECONDS)
            self._giving = asyncio.create_task(giving)
            self._giving.add_done_callback(_log_failure)
