"""Games that go on while nobody looks: their rooms leave memory, and come back when somebody asks.

The log has everything, so such a room is what it is after the club was switched off. Flags fall all the
same: whose clock runs is known here, and the room comes back when it has run out.
"""

from nardy.server.club import Club
from nardy.server.limits import monotonic
from nardy.server.robots import PREFIX
from nardy.server.room import Room

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


async def wake(club: Club) -> None:
    """Bring those back whose flag falls now; the referee sees to the rest."""
    for room_id in [one for one, at in club.flags.items() if at <= monotonic()]:
        del club.flags[room_id]
        await club.room(room_id)


def is_idle(club: Club, room: Room) -> bool:
    """Whether nobody looks at a room, nobody there thinks, and no flag is about to fall."""
    if room.lock.locked() or monotonic() - room.asked_at < IDLE or _is_a_bots_turn(room):
        return False
    if (left := _until_flag(room)) is not None and left < IDLE:
        return False
    of = room.record.id
    return club.bus.count(of) == club.robots.count(of) + club.referee.count(of)


def _until_flag(room: Room) -> float | None:
    """Seconds; None where no clock runs."""
    left = room.clock.until_flag() if room.clock else None
    return None if left is None else left / 1000


def _is_a_bots_turn(room: Room) -> bool:
    return (room.who(room.match.game.to_act) or "").startswith(PREFIX)
