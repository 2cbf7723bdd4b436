"""Starting games: when both players sit and have committed to hash chains, or after a timeout."""

import asyncio
import logging
from collections.abc import Callable
from weakref import WeakSet

from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.errors import NardyError
from nardy.server.errors import MovedError, RefusedError, StaleError
from nardy.server.protocol.messages import Act
from nardy.server.rooms.clock import Arrival
from nardy.server.rooms.room import Room
from nardy.server.seats import is_bot
from nardy.server.store import fences, log
from nardy.server.store.database.writer import Connection, Writer
from nardy.server.store.fences import Fence

_log = logging.getLogger(__name__)
RETRY_SECONDS = 2.0
"""Seconds until the next attempt to start a game after a failure."""
WAITS_AT_START = 8
"""The wait for commitments before the first throw, as a multiple of the patience for one link."""


class GameStarter:
    """Starts games and waits for the commitments of their players."""

    def __init__(
        self,
        store: Writer,
        patience: float,
        begun: Callable[[Room], None],
        fence: Callable[[str], Fence | None] = lambda _: None,
    ) -> None:
        """Call *begun* for every room whose game has started.

        *patience* is how many seconds a throw waits for a link; 0 starts games at once. *fence* is the lease
        under which this process writes a room.
        """
        self._fence = fence
        self._store = store
        self._patience = patience
        self._begun = begun
        self._waiting: dict[str, asyncio.Task[None]] = {}
        """Starts after the timeout, by room."""
        self._evicted = WeakSet[Room]()
        self._started = WeakSet[Room]()

    def close(self) -> None:
        for task in self._waiting.values():
            task.cancel()

    def evict(self, room: Room) -> None:
        """Start an evicted room no more: it would play beside the one that is loaded next."""
        self._evicted.add(room)
        if task := self._waiting.pop(room.record.id, None):
            task.cancel()

    async def commit(self, room: Room, player: Player, tip: str) -> None:
        """Store a player's commitment, the tip of their chain; the last one starts the game."""
        # Both may commit at once, and each needs the other's commitment beside its own.
        async with room.lock:
            tips = room.record.tips
            if player.value in tips or room.throws.count:
                return
            tips = {**tips, player.value: tip}
            fence, room_id = self._fence(room.record.id), room.record.id

            def job(connection: Connection) -> bool:
                if is_ours := fences.holds(connection, fence):
                    log.commit(connection, room_id, tips)
                return is_ours

            if not await self._store.run(job):
                raise MovedError
            room.commit(tips)
        await self.begin(room)

    async def begin(self, room: Room) -> None:
        """Start the game, now or after the timeout for commitments."""
        if not room.is_full or room.record.is_over:
            return
        people = [p for p in Player if not is_bot(room.who(p))]
        missing = [player for player in people if player.value not in room.record.tips]
        if missing and not room.throws.count and self._patience:
            # A player without a commitment by then plays without a chain, and the proof says so.
            self._expect(room, WAITS_AT_START * self._patience)
            return
        try:
            await self._start(room)
        except NardyError:
            self._go_on(room)
            raise

    async def act(
        self, room: Room, player: Player, act: Act, arrival: Arrival | None = None
    ) -> int:
        """The version after an act, which may begin the next game: a roll-off that fails is gone on with.

        The opening roll waits for the commitments of both. Whoever asks for it earlier would leave the
        other player's chain out of the dice, so such a roll changes nothing.

        Raises:
            RefusedError: a seat is free.
            NardyError: as `Room.act`.
        """
        if not room.is_full:
            reason = "expected two players at the board, got one; wait until somebody sits down"
            raise RefusedError("no-opponent", reason)
        is_early = act.act == "roll" and not room.throws.count
        if is_early and room.match.game.phase is Phase.OPENING:
            await self.begin(room)
            return room.version
        try:
            return await room.act(player, act, arrival)
        finally:
            self._go_on(room)

    def _go_on(self, room: Room) -> None:
        # A failed first throw leaves no count, and the log may have been closed meanwhile.
        is_open = room.is_full and not room.record.is_over
        if is_open and room.match.game.phase is Phase.OPENING:
            self._expect(room, RETRY_SECONDS)

    def _expect(self, room: Room, seconds: float) -> None:
        room_id = room.record.id
        if room_id not in self._waiting:
            self._waiting[room_id] = task = asyncio.create_task(self._start_later(room, seconds))
            task.add_done_callback(lambda done: self._forget(room_id, done))

    def _forget(self, room_id: str, done: "asyncio.Task[None]") -> None:
        if self._waiting.get(room_id) is done:
            del self._waiting[room_id]

    async def _start_later(self, room: Room, seconds: float) -> None:
        await asyncio.sleep(seconds)
        # A roll-off may be going on: only one that has failed is left in this phase.
        async with room.lock:
            is_begun = room.match.game.phase is not Phase.OPENING
        if is_begun:  # by the commitments, or at a chosen position, which has no roll-off
            if room not in self._evicted | self._started and not room.record.is_over:
                self._begin(room)
            return None
        # A write may fail between two throws of a roll-off, when nothing else would go on with it.
        while room not in self._evicted and not room.record.is_over:
            try:
                return await self._start(room)
            except StaleError:
                if room.record.is_over:
                    return None  # it was closed during the write
                await asyncio.sleep(RETRY_SECONDS)
            except Exception:  # noqa: BLE001 (nothing else would start this game)
                _log.exception(
                    "could not start the game in room %s",
                    room.record.id,
                    extra={"room": room.record.id},
                )
                await asyncio.sleep(RETRY_SECONDS)
        return None

    async def _start(self, room: Room) -> None:
        try:
            await room.begin()
        except StaleError:
            # Somebody else has thrown, and the room has read it: only the bots and the clock are missing.
            if room.record.is_over or room.match.game.phase is Phase.OPENING:
                raise
        self._begin(room)

    def _begin(self, room: Room) -> None:
        self._started.add(room)
        if room.timing:
            room.timing.start(room.awaited())
        self._begun(room)
