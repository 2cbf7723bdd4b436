"""Who looks on, and what there is to look at: nobody's private game is on the list."""

import asyncio
from collections.abc import Callable, Iterable, Sequence

from nardy.server.rooms.presence import Presence, has_bot
from nardy.server.rooms.room import Room
from nardy.server.seats import is_bot
from nardy.server.timestamps import now

A_MOMENT = 1.0
"""Seconds in which those who come and go are told of together."""
MOST_LISTED = 12
ABANDONED = 180_000
"""Milliseconds without an act of a person against a bot: their game is not offered to spectators any more."""
VISITOR = "visitor"
"""Whoever has no name here yet."""


class Spectators:
    """Tells rooms that their onlookers have changed, and not for each of them alone."""

    def __init__(self, tell: Callable[[str], None], moment: float = A_MOMENT) -> None:
        """*tell* hears of rooms where somebody came or went."""
        self._tell = tell
        self._moment = moment
        self._due: dict[str, asyncio.TimerHandle] = {}
        self._quiet_until: dict[str, float] = {}

    def change(self, room_id: str) -> None:
        """Somebody has come or gone."""
        if room_id not in self._due:
            loop = asyncio.get_running_loop()
            self._due[room_id] = loop.call_later(self._moment, self._fire, room_id)

    def soon(self, room_id: str) -> None:
        """Something is new: it is told at once, but for what comes within a moment of the last."""
        loop = asyncio.get_running_loop()
        if loop.time() < self._quiet_until.get(room_id, 0.0):
            self.change(room_id)
        else:
            self._quiet_until[room_id] = loop.time() + self._moment
            self._tell(room_id)

    def close(self) -> None:
        """Tell nobody any more."""
        for timer in self._due.values():
            timer.cancel()

    def _fire(self, room_id: str) -> None:
        del self._due[room_id]
        if room_id in self._quiet_until:
            self._quiet_until[room_id] = asyncio.get_running_loop().time() + self._moment
        self._tell(room_id)


def onlookers(room: Room, presence: Presence) -> tuple[list[str], int]:
    """Who of those with a name looks on, and how many without one."""
    people = presence.people(room.record.id)
    named = [who for who in people if who != VISITOR and room.player_of(who) is None]
    return named, len(presence.pages(room.record.id, VISITOR))


def is_public(room: Room) -> bool:
    """Whether anybody may find the game: with a bot, offered to anybody, or of a tournament."""
    return not room.record.terms.group and is_found(room)


def is_found(room: Room) -> bool:
    """The same among those to whom it is open: of a circle its members."""
    seats = (room.record.white or "", room.record.black or "")
    is_offered = room.record.terms.open or room.record.terms.tournament
    return bool(is_offered) or any(is_bot(who) for who in seats)


def is_unhurried(room: Room) -> bool:
    """Whether two people play at their leisure, so that they may be elsewhere meanwhile."""
    return not has_bot(room) and (room.timing is None or room.timing.is_slow)


def shown(rooms: Iterable[Room], presence: Presence, circle: str | None = None) -> list[Room]:
    """Games of all or of a circle that go on and can be watched, two people's before bots', those with most eyes first."""
    live = [
        room
        for room in rooms
        if room.is_full
        and not room.record.is_over
        and room.record.terms.group == circle
        and is_found(room)
        and _is_played(room, presence)
    ]
    return sorted(live, key=lambda room: (has_bot(room), -_evaluator(room, presence)))[:MOST_LISTED]


def _is_played(room: Room, presence: Presence) -> bool:
    seats = (room.record.white or "", room.record.black or "")
    people = [who for who in seats if not is_bot(who)]
    is_here = all(presence.is_here(room.record.id, who) for who in people)
    return is_here and (not has_bot(room) or _is_going_on(room, people))


def _is_going_on(room: Room, people: Sequence[str]) -> bool:
    """Whether somebody plays against a bot, and has not just looked at a board and left its page open."""
    seats = {player.value for who in people if (player := room.player_of(who))}
    if not seats:
        return True
    theirs = (e.at for e in reversed(room.entries) if getattr(e.event, "player", "") in seats)
    return now() - next(theirs, 0) < ABANDONED


def _evaluator(room: Room, presence: Presence) -> int:
    named, visitors = onlookers(room, presence)
    return len(named) + visitors
