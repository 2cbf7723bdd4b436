"""Spectators of a room and their updates, and the list of games to watch, which has no private games."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from time import monotonic
from weakref import WeakKeyDictionary

from nardy.core.player import Player
from nardy.server.bus import Bus
from nardy.server.rooms.presence import Presence, has_bot
from nardy.server.rooms.room import Room
from nardy.server.seats import is_bot
from nardy.server.timestamps import now

A_MOMENT = 1.0
"""Seconds for which changes are collected into one notification (debounce)."""
MOST_LISTED = 12
ABANDONED = 180_000
"""Milliseconds without an action by a person against a bot, after which their game is not listed."""
FRESH = 0.05
"""Seconds for which a message is reused: the clocks in it are of the time when it was made."""
VISITOR = "visitor"
"""Stands for everybody without a cookie."""


class Spectators:
    """Debounced notifications that the spectators of a room have changed."""

    def __init__(self, tell: Callable[[str], None], moment: float = A_MOMENT) -> None:
        """*tell* is called with the id of a room; *moment* is in seconds."""
        self._tell = tell
        self._moment = moment
        self._due: dict[str, asyncio.TimerHandle] = {}
        self._quiet_until: dict[str, float] = {}

    def change(self, room_id: str) -> None:
        """Notify after a moment, once for all changes until then."""
        if room_id not in self._due:
            loop = asyncio.get_running_loop()
            self._due[room_id] = loop.call_later(self._moment, self._fire, room_id)

    def soon(self, room_id: str) -> None:
        """Notify at once, or after a moment if the last notification was just now."""
        loop = asyncio.get_running_loop()
        if loop.time() < self._quiet_until.get(room_id, 0.0):
            self.change(room_id)
        else:
            self._quiet_until[room_id] = loop.time() + self._moment
            self._tell(room_id)

    def close(self) -> None:
        for timer in self._due.values():
            timer.cancel()

    def _fire(self, room_id: str) -> None:
        del self._due[room_id]
        if room_id in self._quiet_until:
            self._quiet_until[room_id] = asyncio.get_running_loop().time() + self._moment
        self._tell(room_id)


@dataclass(frozen=True, slots=True)
class Message:
    """An encoded update with the events of a room after *since* up to *version*."""

    since: int
    version: int
    text: bytes


class UpdateCache:
    """The last message of each room; the changes counted by *bus* tell whether it is still current."""

    def __init__(self, bus: Bus, clock: Callable[[], float] = monotonic) -> None:
        self._bus = bus
        self._clock = clock
        # Weak keys, so that the message of an evicted room leaves memory with it.
        self._last: WeakKeyDictionary[Room, tuple[Message, int, float]] = WeakKeyDictionary()

    async def message_for(
        self, room: Room, since: int, make: Callable[[], Awaitable[Message]]
    ) -> Message:
        """The message of a room after number *since*, from the cache or newly made."""
        changes, now = self._bus.changes(room.record.id), self._clock()
        message, before, until = self._last.get(room, (None, -1, 0.0))
        is_same = message is not None and (message.since, message.version) == (since, room.version)
        if message is None or not is_same or before != changes or now > until:
            message = await make()
            self._last[room] = message, changes, now + FRESH
        return message


def onlookers(room: Room, presence: Presence) -> tuple[list[str], int]:
    """The named spectators of a room, and the number of the others."""
    people = presence.people(room.record.id)
    named = [who for who in people if who != VISITOR and room.player_of(who) is None]
    return named, len(presence.pages(room.record.id, VISITOR))


def is_public(room: Room) -> bool:
    """Whether the game is listed for everybody: against a bot, an open offer, or in a tournament."""
    return not room.record.terms.group and is_found(room)


def is_found(room: Room) -> bool:
    """Whether the game is listed at all; a group's games are listed for its members."""
    seats = (room.record.white or "", room.record.black or "")
    is_offered = room.record.terms.open or room.record.terms.tournament
    return bool(is_offered) or any(is_bot(who) for who in seats)


def is_unhurried(room: Room) -> bool:
    """Whether two people play without a clock or on a slow one, so that they need not be online."""
    return not has_bot(room) and (room.timing is None or room.timing.is_correspondence)


def shown(rooms: Iterable[Room], presence: Presence, group: str | None = None) -> list[Room]:
    """The public games in progress or those of a group: people before bots, then by number of spectators."""
    live = [
        room
        for room in rooms
        if room.is_full
        and not room.record.is_over
        and room.record.terms.group == group
        and is_found(room)
        and _is_played(room, presence)
    ]

    def place(room: Room) -> tuple[bool, int]:
        named, visitors = onlookers(room, presence)
        return has_bot(room), -len(named) - visitors

    return sorted(live, key=place)[:MOST_LISTED]


def _is_played(room: Room, presence: Presence) -> bool:
    """Whether the people are here and have played against a bot lately, not just left the page open."""
    people = [player for player in Player if not is_bot(room.who(player))]
    if not all(presence.is_here(room.record.id, room.who(player) or "") for player in people):
        return False
    seats = {player.value for player in people}
    if not has_bot(room) or not seats:
        return True
    theirs = (e.at for e in reversed(room.entries) if getattr(e.event, "player", "") in seats)
    return now() - next(theirs, 0) < ABANDONED
