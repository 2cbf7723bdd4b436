"""Flag timers: a game is lost on time even if no page is open."""

import asyncio
import logging

from nardy.server.bus import Bus
from nardy.server.rooms.room import Room

_log = logging.getLogger(__name__)
LONGEST_SLEEP = 3600.0
RETRY = 1.0
"""Seconds until the next attempt to write a flag after a failure."""


class Timeouts:
    """Watches all running clocks."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._watches: dict[str, _Watch] = {}

    def watch(self, room: Room) -> None:
        """Watch the clock of a room until its match is over."""
        room_id = room.record.id
        if room.timing is not None and room_id not in self._watches:
            self._watches[room_id] = _Watch(room, self._bus, self._watches)

    def leave(self, room: Room) -> None:
        """Stop watching a room."""
        if watch := self._watches.get(room.record.id):
            watch.end()

    def count(self, room_id: str) -> int:
        """1 for a room that is watched, otherwise 0."""
        return int(room_id in self._watches)

    async def close(self) -> None:
        """Stop watching all rooms."""
        tasks = [watch.task for watch in self._watches.values() if watch.task]
        for watch in list(self._watches.values()):
            watch.end()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class _Watch:
    """One timer for one room, set again after each act; this costs next to nothing."""

    def __init__(self, room: Room, bus: Bus, others: "dict[str, _Watch]") -> None:
        self.task: asyncio.Task[None] | None = None
        self._room = room
        self._bus = bus
        self._others = others
        self._timer: asyncio.TimerHandle | None = None
        bus.subscribe(room.record.id, self._hear)
        self._set(self._seconds())

    def end(self) -> None:
        if self._timer:
            self._timer.cancel()
        self._bus.unsubscribe(self._room.record.id, self._hear)
        if self._others.get(self._room.record.id) is self:
            del self._others[self._room.record.id]

    def _hear(self, _: str) -> None:
        if self._room.record.is_over:
            self.end()
        elif self.task is None:
            self._set(self._seconds())

    def _set(self, seconds: float) -> None:
        if self._timer:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._fire)

    def _seconds(self) -> float:
        """Seconds until the flag falls, or until the next check."""
        left = self._room.clock.until_flag() if self._room.clock else None
        return LONGEST_SLEEP if left is None else min(LONGEST_SLEEP, max(0.0, left / 1000) + 0.01)

    def _fire(self) -> None:
        self.task = asyncio.get_running_loop().create_task(self._flag())

    async def _flag(self) -> None:
        """Write the flag if time is up, and update all pages."""
        seconds = 0.0
        try:
            if await self._room.flag():
                self._bus.publish(self._room.record.id)
        except Exception:  # noqa: BLE001 (without another attempt the flag would never fall)
            _log.exception("could not write a flag in room %s", self._room.record.id)
            seconds = RETRY
        self.task = None
        if self._room.record.is_over or self._others.get(self._room.record.id) is not self:
            self.end()
        else:
            self._set(max(seconds, self._seconds()))
