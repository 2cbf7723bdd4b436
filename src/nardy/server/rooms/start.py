"""A game begins when both sit and have said what their chains begin with, or have had the time to."""

import asyncio
import logging
from collections.abc import Callable

from nardy.core.player import Player
from nardy.server.errors import StaleError
from nardy.server.rooms.room import Room
from nardy.server.seats import is_bot
from nardy.server.store import log
from nardy.server.store.database.writer import Writer

_log = logging.getLogger(__name__)
RETRY = 2.0
"""Seconds until a game that could not begin is tried again."""
WAITS_AT_START = 8
"""How many times its patience a club waits for the players' chains before the first throw."""


class GameStarter:
    """Rooms that wait for the first throw."""

    def __init__(self, store: Writer, patience: float, begun: Callable[[Room], None]) -> None:
        """Nobody waits yet; *begun* hears of every room whose game goes on from here."""
        self._store = store
        self._patience = patience
        self._begun = begun
        self._waiting: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        """Let nobody wait any more."""
        for task in self._waiting:
            task.cancel()

    async def commit(self, room: Room, player: Player, tip: str) -> None:
        """The tip of a player's chain; the last that is missing lets the game begin."""
        async with room.lock:
            tips = room.record.tips
            if player.value in tips or room.throws.count:
                return
            tips = {**tips, player.value: tip}
            await self._store.run(lambda c: log.commit(c, room.record.id, tips))
            room.commit(tips)
        await self.begin(room)

    async def begin(self, room: Room) -> None:
        """Let the game begin, now or when nobody is waited for any more."""
        if not room.is_full or room.record.is_over:
            return
        people = [p for p in Player if not is_bot(room.who(p))]
        missing = [player for player in people if player.value not in room.record.tips]
        if missing and not room.throws.count and self._patience:
            # Who has not said so by then plays without a chain, and the proof says so.
            task = asyncio.create_task(self._start_later(room))
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)
            return
        await self._start(room)

    async def _start_later(self, room: Room) -> None:
        await asyncio.sleep(WAITS_AT_START * self._patience)
        while not (room.throws.count or room.record.is_over):
            try:
                return await self._start(room)
            except StaleError:
                return None  # it was closed while the disk was waited for
            except Exception:  # noqa: BLE001 (whatever it was: nobody else lets this game begin)
                _log.exception("a game could not begin in room %s", room.record.id)
                await asyncio.sleep(RETRY)
        return None

    async def _start(self, room: Room) -> None:
        await room.begin()
        self._begun(room)
