"""Games that go on while nobody looks: their rooms leave memory, and come back when somebody asks.

The log has everything, so such a room is what it is after the club was switched off. By correspondence
flags fall all the same: when, is known here, and the room comes back then. Where another clock runs, the
room stays: its log knows only what was left after the last act.
"""

from collections.abc import Mapping
from typing import Any

from nardy.core.clock import Control
from nardy.server.club.club import Club
from nardy.server.rooms.clock import is_slow
from nardy.server.rooms.room import Room
from nardy.server.seats import PREFIX
from nardy.server.store import log
from nardy.server.timestamps import monotonic, now

IDLE = 600.0
"""Seconds for which nobody must have asked for a room: whoever still holds it has long been answered."""


def rest(club: Club) -> None:
    """Take every room out of memory in which nothing happens for a while."""
    for room in club.all_loaded():
        if not room.record.is_over and is_idle(club, room):
            if (left := _until_flag(room)) is not None:
                club.flags[room.record.id] = monotonic() + left
            club.robots.rise(room)
            club.referee.leave(room)
            club.forget(room)


async def expect_flags(club: Club) -> None:
    """After a start: know when the flags of games by correspondence fall, without taking any up."""
    for room_id, terms, at, note in await club.store.read(log.last_notes):
        if (left := _left_then(terms, note)) is not None:
            club.flags[room_id] = monotonic() + (at + left - now()) / 1000


def _left_then(terms: Mapping[str, Any], note: Mapping[str, Any]) -> int | None:
    """Milliseconds from the last act to the flag; None where none falls while nobody serves."""
    if "clock" not in note or not is_slow(Control.parse(terms["clock"])):
        return None
    white, black, free, *_ = note["clock"]
    return min(white, black) + free


async def wake(club: Club) -> None:
    """Bring those back whose flag falls now; the referee sees to the rest."""
    for room_id in [one for one, at in club.flags.items() if at <= monotonic()]:
        del club.flags[room_id]
        await club.room(room_id)


def is_idle(club: Club, room: Room) -> bool:
    """Whether nobody looks at a room, nobody there thinks, and no flag is about to fall."""
    if room.lock.locked() or monotonic() - room.asked_at < IDLE or _is_a_bots_turn(room):
        return False
    if (left := _until_flag(room)) is not None and (left < IDLE or not _is_slow(room)):
        return False
    of = room.record.id
    return club.bus.count(of) == club.robots.count(of) + club.referee.count(of)


def _until_flag(room: Room) -> float | None:
    """Seconds; None where no clock runs."""
    left = room.clock.until_flag() if room.clock else None
    return None if left is None else left / 1000


def _is_slow(room: Room) -> bool:
    return room.timing is not None and room.timing.is_slow


def _is_a_bots_turn(room: Room) -> bool:
    return (room.who(room.match.game.to_act) or "").startswith(PREFIX)
