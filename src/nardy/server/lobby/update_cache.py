"""A cache of updates, so that all spectators of a room get the same encoded message."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from nardy.server.bus import Bus
from nardy.server.rooms.room import Room
from nardy.server.timestamps import monotonic

FRESH = 0.05
"""Seconds for which a message is reused: the clocks in it are of the time when it was made."""


@dataclass(frozen=True, slots=True)
class Message:
    """An encoded update with the events of a room after *since* up to *version*."""

    since: int
    version: int
    text: bytes


class UpdateCache:
    """The last message of each room; the hints of *bus* tell whether it is still current."""

    def __init__(self, bus: Bus, clock: Callable[[], float] = monotonic) -> None:
        self._bus = bus
        self._clock = clock
        self._last: WeakKeyDictionary[Room, tuple[Message, int, float]] = WeakKeyDictionary()

    async def told(self, room: Room, since: int, make: Callable[[], Awaitable[Message]]) -> Message:
        """The message of a room after number *since*, from the cache or newly made."""
        hints, now = self._bus.hints(room.record.id), self._clock()
        message, before, until = self._last.get(room, (None, -1, 0.0))
        is_same = message is not None and (message.since, message.version) == (since, room.version)
        if message is None or not is_same or before != hints or now > until:
            message = await make()
            self._last[room] = message, hints, now + FRESH
        return message
