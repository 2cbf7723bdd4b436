"""Flags fall whether anybody looks or not."""

import asyncio
import logging

from nardy.errors import NardyError
from nardy.server.bus import Bus
from nardy.server.room import Room

_log = logging.getLogger(__name__)
LONGEST_SLEEP = 3600.0


class Referee:
    """Watches the clock of every room in which one runs."""

    def __init__(self, bus: Bus) -> None:
        """Watch nothing yet."""
        self._bus = bus
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def watch(self, room: Room) -> None:
        """Let the flags of a room fall, as long as its match goes on."""
        room_id = room.record.id
        if room.timing is None or room_id in self._tasks:
            return
        task = asyncio.create_task(self._watch(room))
        self._tasks[room_id] = task
        task.add_done_callback(lambda _: self._tasks.pop(room_id, None))

    async def close(self) -> None:
        """Watch nothing any more."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _watch(self, room: Room) -> None:
        changed = asyncio.Event()

        def hear(_: str) -> None:
            changed.set()

        self._bus.subscribe(room.record.id, hear)
        try:
            while not room.record.is_over:
                changed.clear()
                await self._wait(room, changed)
        finally:
            self._bus.unsubscribe(room.record.id, hear)

    async def _wait(self, room: Room, changed: asyncio.Event) -> None:
        """Until something happens in the room, or a flag falls."""
        left = room.clock.until_flag() if room.clock else None
        seconds = (
            LONGEST_SLEEP if left is None else min(LONGEST_SLEEP, max(0.0, left / 1000) + 0.01)
        )
        try:
            # Not wait_for: in Python 3.11 it loses a cancellation that comes beside the event.
            async with asyncio.timeout(seconds):
                await changed.wait()
        except TimeoutError:
            try:
                if await room.flag():
                    self._bus.publish(room.record.id)
            except NardyError:
                _log.exception("a flag could not be written in room %s", room.record.id)
                await asyncio.sleep(1)
