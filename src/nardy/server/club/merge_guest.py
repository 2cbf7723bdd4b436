"""A guest who logs in takes their games, messages and ratings along into their account."""

import contextlib
from collections.abc import Awaitable, Callable, Sequence

from nardy.errors import NardyError
from nardy.server.club.club import LOBBY, Club
from nardy.server.rooms.room import Room
from nardy.server.store import log, merge_guest
from nardy.server.store.guests import Guest
from nardy.server.store.merge_guest import MergedIds

MERGE_SECONDS = 1.0
"""How long a login waits for the recalculation of ratings, which is enough for a guest's few games."""


async def _nothing_else(_old: str, _new: str) -> None:
    """The default of `take_along`."""


async def take_along(
    club: Club,
    before: Guest,
    account: Guest,
    rename: Callable[[str, str], Awaitable[None]] = _nothing_else,
) -> None:
    """Move games, messages and ratings of a guest to an account of the same person.

    Both identities have been verified by the caller. Running games go on. Games between the guest and
    the account no longer count. Ratings are recalculated for the merged person, at once or a little later.
    *rename* is awaited as soon as the database knows, so that nobody is paired under the old id.

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
        await rename(both.old, both.new)
        # Close the guest's pages first, so that they leave the rooms under the old id.
        await club.accounts.close_ended()
        reseat(club, both)
    club.standings.evict()
    await club.recounter.settle(MERGE_SECONDS)
    club.groups.evict()
    club.chat.rename(both.old, both.new)
    for one in (before.id, account.id):
        club.describer.evict(one)
    club.bus.publish(LOBBY)
    club.on_merge(both)


def reseat(club: Club, both: MergedIds) -> None:
    """Give the guest's seats in the rooms of this process to the account, as they are in the database."""
    for room in _rooms_of(club, both.old):
        _reseat(club, room, both)
    club.fair_play.games.reseat(both.old, both.new)


async def reseat_between_acts(club: Club, both: MergedIds) -> None:
    """Do the same for whoever holds no locks: an act in flight ends under the seat that began it."""
    for room in _rooms_of(club, both.old):
        async with room.lock:
            _reseat(club, room, both)
    club.fair_play.games.reseat(both.old, both.new)


async def reseat_as_stored(club: Club) -> None:
    """Give seats in the rooms of this process to the accounts that have them in the database.

    This finds merges by other processes that nobody has told here.
    """
    for room, _ in await _moved_seats(club, club.all_loaded()):
        async with room.lock:
            # They may have moved once more while an act was in flight.
            for _, both in await _moved_seats(club, [room]):
                _reseat(club, room, both)
                club.fair_play.games.reseat(both.old, both.new)


async def _moved_seats(club: Club, rooms: Sequence[Room]) -> list[tuple[Room, MergedIds]]:
    """The seats in these rooms that somebody else has in the database."""
    ids = [room.record.id for room in rooms]
    stored = await club.store.read(lambda c: log.seats_of(c, ids))
    found = list[tuple[Room, MergedIds]]()
    for room in rooms:
        here = room.record.white, room.record.black
        for old, new in zip(here, stored.get(room.record.id, here), strict=True):
            # A free seat is taken in the database first, so that one of the two may not know it yet.
            if old and new and old != new:
                found.append((room, MergedIds(old, new)))
    return found


def _reseat(club: Club, room: Room, both: MergedIds) -> None:
    room.reseat(both.old, both.new)
    club.bus.publish(room.record.id)


def _rooms_of(club: Club, who: str) -> list[Room]:
    return [room for room in club.all_loaded() if room.player_of(who) is not None]
