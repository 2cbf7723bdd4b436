"""Rooms in which somebody waits publicly for an opponent on given terms."""

from nardy.server.club.club import Club
from nardy.server.errors import RefusedError
from nardy.server.games.catalog import laws_of_games
from nardy.server.players.rating_eligibility import REASONS
from nardy.server.rooms.new_room import NewRoom
from nardy.server.rooms.room import Room
from nardy.server.store import talk


async def waiting_for(
    club: Club, who: str, new: NewRoom, *, with_programs: bool = True
) -> list[Room]:
    """Rooms in which others wait for the same game, those with the nearest rating first.

    Two of whom one has muted the other do not meet so.
    """
    same = (
        laws_of_games(new.games, club.rule_versions).text,
        new.terms.clock,
        new.length,
        new.terms.rated,
    )
    is_session = new.terms.session is not None
    rooms = [
        await club.room(seek.room)
        for seek in await club.lobby.seeks(who, new.terms.group)
        if (seek.laws.text, seek.clock, seek.length, seek.is_rated) == same
        and not seek.is_yours
        and (with_programs or not seek.is_program)
    ]
    avoids = await club.store.read(lambda c: talk.apart(c, who))
    alike = [
        room
        for room in rooms
        if room
        and (room.record.terms.session is not None) == is_session
        and avoids.isdisjoint({room.record.white, room.record.black})
    ]
    return await club.standings.nearest_first(alike, who)


async def take_seat(club: Club, room: Room, who: str) -> bool:
    """Take the free seat; False if it was taken, its maker has left, or these two may not play a rated game."""
    try:
        return await club.sit(room, who) is not None
    except RefusedError as error:
        if error.code not in {*REASONS, "opponent-gone"}:
            raise
        return False
