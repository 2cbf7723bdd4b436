"""Flag timers: a game is lost on time even if no page is open."""

import asyncio
import logging

from nardy.server.bus import Bus
from nardy.server.rooms.room import Room

_log = logging.getLogger(__name__)
# The timer looks again where the clock stands still or has days left.
LONGEST_SLEEP = 3600.0
RETRY_SECONDS = 1.0
"""Seconds until the next attempt to write a flag after a failure."""


class Timeouts:
    """Watches all running clocks: one timer a room, set again after each act; this costs next to nothing."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._rooms: dict[str, Room] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        """The flags that are being written."""

    def watch(self, room: Room) -> None:
        """Watch the clock of a room until its match is over."""
        room_id = room.record.id
        if room.timing is not None and room_id not in self._rooms:
            self._rooms[room_id] = room
            self._bus.subscribe(room_id, self._hear)
            self._set(room)

    def unwatch(self, room: Room) -> None:
        """Cancel the timer of a room, if it is this very room that is watched."""
        room_id = room.record.id
        if self._rooms.get(room_id) is room:
            del self._rooms[room_id]
            self._timers.pop(room_id).cancel()
            self._bus.unsubscribe(room_id, self._hear)

    def count(self, room_id: str) -> int:
        """1 for a room that is watched, otherwise 0."""
        return int(room_id in self._rooms)

    async def close(self) -> None:
        """Stop watching all rooms."""
        for room in list(self._rooms.values()):
            self.unwatch(room)
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _hear(self, room_id: str) -> None:
        room = self._rooms[room_id]
        if room.record.is_over:
            self.unwatch(room)
        elif room_id not in self._tasks:
            self._set(room)

    def _set(self, room: Room, least: float = 0.0) -> None:
        """Wait until the flag falls, or until the next check; at least so many seconds."""
        left = room.until_flag
        # A hundredth of a second more, so that the flag has fallen when the timer looks.
        seconds = LONGEST_SLEEP if left is None else max(0.0, left / 1000) + 0.01
        if timer := self._timers.get(room.record.id):
            timer.cancel()
        self._timers[room.record.id] = asyncio.get_running_loop().call_later(
            max(least, min(LONGEST_SLEEP, seconds)), self._fire, room
        )

    def _fire(self, room: Room) -> None:
        self._tasks[room.record.id] = asyncio.create_task(self._flag(room))

    async def _flag(self, room: Room) -> None:
        """Write the flag if time is up, and update all pages."""
        room_id, least = room.record.id, 0.0
        try:
            if await room.flag():
                self._bus.publish(room_id)
        except Exception:  # noqa: BLE001 (without another attempt the flag would never fall)
            _log.exception("could not write a flag in room %s", room_id, extra={"room": room_id})
            least = RETRY_SECONDS
        del self._tasks[room_id]
        if room.record.is_over:
            self.unwatch(room)
        elif self._rooms.get(room_id) is room:
            self._set(room, least)
