"""Taking a seat: what is on the disk counts, also where the answer of a write was lost."""

from collections.abc import Awaitable, Callable, Mapping

from msgspec import structs

from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.server.accounts.accounts import is_closed_in
from nardy.server.errors import MovedError, RefusedError, StoreError
from nardy.server.rooms.clock import served_time
from nardy.server.rooms.room import Room
from nardy.server.store import drained_clocks, log
from nardy.server.store.database.writer import Connection, Writer
from nardy.server.store.drained_clocks import DrainedClock
from nardy.server.timestamps import now
from nardy.server.turns.view import seat_of

WriteRoom = Callable[[Room, Callable[[Connection], bool]], Awaitable[bool]]


async def take_seat(
    room: Room, player: Player, who: str, write: WriteRoom, store: Writer
) -> Mapping[Player, str]:
    """Write that somebody takes a seat that is free in memory; returns who sits where on the disk.

    A game that began at a position has no opening roll: its clock is charged from now on.

    Raises:
        RefusedError: whoever sits in the other seat has left the club or is banned.
        MovedError: another process has the room by now.
        StoreError: the seat is not known to be theirs.
    """
    room_id, clock = room.record.id, _clock_from_now(room)
    other = room.who(player.opponent)

    def job(connection: Connection) -> bool:
        if is_closed_in(connection, other):
            problem = "the player who waited here has left the club"
            raise RefusedError("opponent-gone", f"{problem}; find another opponent")
        is_theirs = log.sit(connection, room_id, seat_of(player), who)
        if is_theirs and clock:
            drained_clocks.keep(connection, {room_id: clock})
        return is_theirs

    try:
        if await write(room, job):
            _charge_from_now(room, clock)
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


def _clock_from_now(room: Room) -> DrainedClock | None:
    if room.timing is None or room.match.game.phase in (Phase.OPENING, Phase.OVER):
        return None
    to_act = room.match.game.to_act
    return DrainedClock(room.version, room.timing.stand_at_start(to_act), now())


def _charge_from_now(room: Room, clock: DrainedClock | None) -> None:
    """The same in memory, where the clock is read again after a failed write."""
    room.acted_at = served_time()
    if clock:
        last = room.entries[-1]
        note = {**(last.note or {}), "stand": clock.stand, "stood_at": clock.at}
        room.entries[-1] = structs.replace(last, note=note)
