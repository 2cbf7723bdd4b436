"""Taking a seat: what is on the disk counts, also where the answer of a write was lost."""

from collections.abc import Awaitable, Callable, Mapping

from nardy.core.player import Player
from nardy.server.errors import MovedError, StoreError
from nardy.server.rooms.room import Room
from nardy.server.store import log
from nardy.server.store.database.writer import Connection, Writer
from nardy.server.turns.view import seat_of

WriteRoom = Callable[[Room, Callable[[Connection], bool]], Awaitable[bool]]


async def take_seat(
    room: Room, player: Player, who: str, write: WriteRoom, store: Writer
) -> Mapping[Player, str]:
    """Write that somebody takes a seat that is free in memory; returns who sits where on the disk.

    Raises:
        MovedError: another process has the room by now.
        StoreError: the seat is not known to be theirs.
    """
    try:
        if await write(room, lambda c: log.sit(c, room.record.id, seat_of(player), who)):
            return {player: who}
    except MovedError:
        raise
    except StoreError:
        stored = await _stored_seats(room, store)
        if stored.get(player) != who:
            raise
        return stored
    # Somebody has it already, and the answer of that write was lost.
    return await _stored_seats(room, store)


async def _stored_seats(room: Room, store: Writer) -> Mapping[Player, str]:
    """The taken seats of a room; none if they cannot be read."""
    try:
        found = await store.read(lambda c: log.state_of(c, room.record.id))
    except StoreError:
        return {}
    seats = {Player.WHITE: found[0].white, Player.BLACK: found[0].black} if found else {}
    return {player: who for player, who in seats.items() if who is not None}
