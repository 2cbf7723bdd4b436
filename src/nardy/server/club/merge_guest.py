"""Merging a guest into the account that the same person signs in to."""

from contextlib import AsyncExitStack
from dataclasses import replace

from nardy.errors import NardyError
from nardy.server.club.club import LOBBY, Club
from nardy.server.rooms.room import Room
from nardy.server.store import merge_guest
from nardy.server.store.guests import Guest
from nardy.server.store.merge_guest import MergedIds

SECONDS = 1.0
"""How long a login waits for the recalculation of ratings, which is enough for a guest's few games."""


async def take_along(club: Club, before: Guest, account: Guest) -> None:
    """Move games, messages and ratings of a guest to an account of the same person.

    Both identities have been verified by the caller. Running games go on. Games between the guest and the
    account no longer count. Ratings are recalculated for the merged person, at once or a little later.

    Raises:
        NardyError: *before* has an account already, or *account* has none.
    """
    if before.role or not account.role:
        raise NardyError("expected a guest and an account to merge")
    both = MergedIds(before.seat, account.seat)
    # Lock the rooms while seats change: an act in between would belong to nobody.
    async with AsyncExitStack() as held:
        for room in _loaded_of(club, both.old):
            await held.enter_async_context(room.lock)
        await club.store.run(lambda connection: merge_guest.join(connection, both))
        # Close the guest's pages first, so that they leave the rooms under the old id.
        await club.accounts.look_round()
        for room in _loaded_of(club, both.old):
            seats = {seat: getattr(room.record, seat) for seat in ("white", "black")}
            moved = {seat: both.new if who == both.old else who for seat, who in seats.items()}
            room.record = replace(room.record, **moved)
            if room.record.white == room.record.black:
                room.close()
            club.bus.publish(room.record.id)
    club.fair_play.games.reseat(both.old, both.new)
    club.standings.forget()
    await club.recounter.settle(SECONDS)
    club.groups.forget()
    club.chat.rename(both.old, both.new)
    club.describer.call_anew(before.id)
    club.bus.publish(LOBBY)


def _loaded_of(club: Club, who: str) -> list[Room]:
    """Loaded rooms where the person has a seat."""
    return [room for room in club.all_loaded() if room.player_of(who) is not None]
