"""What all who look on at a room are told is made once, however many they are."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from nardy.server.bus import Bus
from nardy.server.rooms.room import Room
from nardy.server.timestamps import monotonic

FRESH = 0.05
"""Seconds for which a message stands: the clocks in it are of the moment when it was made."""


@dataclass(frozen=True, slots=True)
class Message:
    """What happened in a room between two numbers of its log, as it is sent."""

    since: int
    version: int
    text: bytes


class UpdateCache:
    """The last message of each room."""

    def __init__(self, bus: Bus, hour: Callable[[], float] = monotonic) -> None:
        """Nothing has been told; *bus* says whether anything has changed since."""
        self._bus = bus
        self._hour = hour
        self._last: WeakKeyDictionary[Room, tuple[Message, int, float]] = WeakKeyDictionary()

    async def told(self, room: Room, since: int, make: Callable[[], Awaitable[Message]]) -> Message:
        """What happened in a room behind a number: as it was made for another, or made now."""
        hints, hour = self._bus.hints(room.record.id), self._hour()
        message, before, until = self._last.get(room, (None, -1, 0.0))
        is_same = message is not None and (message.since, message.version) == (since, room.version)
        if message is None or not is_same or before != hints or hour > until:
            message = await make()
            self._last[room] = message, hints, hour + FRESH
        return message
