"""Taking a guest's games along: who signs in where he has played as a guest is one person."""

from contextlib import AsyncExitStack
from dataclasses import replace

from nardy.errors import NardyError
from nardy.server.club.club import LOBBY, Club
from nardy.server.rooms.room import Room
from nardy.server.store import merge_guest
from nardy.server.store.guests import Guest
from nardy.server.store.merge_guest import MergedIds

SECONDS = 1.0
"""For which who signs in waits for ratings that change: those of a guest's few games are done then."""


async def take_along(club: Club, before: Guest, account: Guest) -> None:
    """Give everything that a guest has played, said and earned to an account of the same person.

    Both have proven who they are. Games that go on are gone on with; of the two against each
    other none counts, and ratings become what they would be if they had always been one, at once or a little later.

    Raises:
        NardyError: the first has an account of his own, or the second has none.
    """
    if before.role or not account.role:
        raise NardyError("expected a guest whose games an account takes along")
    both = MergedIds(before.seat, account.seat)
    # Nothing is played while the seats change hands: an act in between would be of nobody.
    async with AsyncExitStack() as held:
        for room in _loaded_of(club, both.old):
            await held.enter_async_context(room.lock)
        await club.store.run(lambda connection: merge_guest.join(connection, both))
        # The guest's pages go first: they leave the rooms as who they came as.
        await club.accounts.look_round()
        for room in _loaded_of(club, both.old):
            _reseat(room, both)
            club.bus.publish(room.record.id)
    club.fair_play.games.reseat(both.old, both.new)
    club.standings.forget()
    await club.recounter.settle(SECONDS)
    club.groups.forget()
    club.chat.rename(both.old, both.new)
    club.describer.call_anew(before.id)
    club.bus.publish(LOBBY)


def _loaded_of(club: Club, who: str) -> list[Room]:
    """Rooms in memory where somebody sits."""
    return [room for room in club.all_loaded() if room.player_of(who) is not None]


def _reseat(room: Room, both: MergedIds) -> None:
    seats = {seat: getattr(room.record, seat) for seat in ("white", "black")}
    moved = {seat: both.new if who == both.old else who for seat, who in seats.items()}
    room.record = replace(room.record, **moved)
    if room.record.white == room.record.black:
        room.close()
