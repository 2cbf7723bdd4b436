"""A guest who logs in takes their games, messages and ratings along into their account."""

import contextlib

from nardy.errors import NardyError
from nardy.server.club.club import LOBBY, Club
from nardy.server.rooms.room import Room
from nardy.server.store import merge_guest
from nardy.server.store.guests import Guest
from nardy.server.store.merge_guest import MergedIds

MERGE_SECONDS = 1.0
"""How long a login waits for the recalculation of ratings, which is enough for a guest's few games."""


async def take_along(club: Club, before: Guest, account: Guest) -> None:
    """Move games, messages and ratings of a guest to an account of the same person.

    Both identities have been verified by the caller. Running games go on. Games between the guest and
    the account no longer count. Ratings are recalculated for the merged person, at once or a little later.

    Raises:
        NardyError: *before* has an account already, or *account* has none.
    """
    if before.role or not account.role:
        raise NardyError("expected a guest and an account to merge")
    both = MergedIds(before.seat, account.seat)
    # Lock the rooms while seats change: an act in between would belong to nobody.
    async with contextlib.AsyncExitStack() as held:
        for room in _rooms_of(club, both.old):
            await held.enter_async_context(room.lock)
        await club.store.run(lambda c: merge_guest.join(c, both))
        # Close the guest's pages first, so that they leave the rooms under the old id.
        await club.accounts.close_ended()
        reseat(club, both)
    club.standings.evict()
    await club.recounter.settle(MERGE_SECONDS)
    club.groups.evict()
    club.chat.rename(both.old, both.new)
    club.describer.evict(before.id)
    club.bus.publish(LOBBY)
    club.on_merge(both)


def reseat(club: Club, both: MergedIds) -> None:
    """Give the guest's seats in the rooms of this process to the account, as they are in the database."""
    for room in _rooms_of(club, both.old):
        room.reseat(both.old, both.new)
        club.bus.publish(room.record.id)
    club.fair_play.games.reseat(both.old, both.new)


def _rooms_of(club: Club, who: str) -> list[Room]:
    return [room for room in club.all_loaded() if room.player_of(who) is not None]
