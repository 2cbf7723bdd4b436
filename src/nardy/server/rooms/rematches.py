"""Playing again: one of two people offers it, and the other agrees or declines.

Offers live in memory: after a restart they are made anew. Nobody is brought into a game with a running
clock who is not there: if the offerer has left, the other's consent becomes an offer to them.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from nardy.core.player import Player
from nardy.server.errors import RefusedError
from nardy.server.rooms.presence import Presence
from nardy.server.rooms.room import Room
from nardy.server.seats import is_bot


@dataclass(frozen=True, slots=True)
class Rematch:
    """Who of the two has offered to play again, or declined it last."""

    offered: Player | None = None
    declined: Player | None = None
    is_rated: bool = True
    """Whether the offerer wishes it rated, where the game before was."""


class Rematches:
    """The offers in all finished rooms."""

    def __init__(self, presence: Presence, changed: Callable[[Room], None]) -> None:
        """Nobody has offered anything; *changed* hears of every room where that changes."""
        self._presence = presence
        self._changed = changed
        self._rematches: dict[str, Rematch] = {}
        self._asked: dict[str, dict[str, None]] = {}
        """By person: the rooms whose other player offers a game to them."""

    def of(self, room_id: str) -> Rematch:
        """How it stands in a room."""
        return self._rematches.get(room_id, Rematch())

    def offered_to(self, who: str) -> Collection[str]:
        """The rooms whose other player offers somebody another game."""
        return tuple(self._asked.get(who, ()))

    def offer(self, room: Room, player: Player, *, is_rated: bool = True) -> bool:
        """Offer to play again, or agree to the other's offer; whether both want it now.

        Raises:
            RefusedError: the opponent has declined.
        """
        other = room.who(player.opponent) or ""
        if is_bot(other):
            return True
        before = self.of(room.record.id)
        if before.offered is player.opponent and self._may_begin(room, other):
            return True  # it stands until the next room is there, so that nobody sees it vanish
        if before.declined is player.opponent:
            told = (
                "expected an opponent who wants another game, and they declined; find another one"
            )
            raise RefusedError("declined", told)
        self._put(room, Rematch(offered=player, is_rated=is_rated))
        return False

    def withdraw(self, room: Room, player: Player) -> None:
        """Take one's own offer back, if it still stands."""
        if self.of(room.record.id).offered is player:
            self._put(room, Rematch())

    def decline(self, room: Room, player: Player) -> None:
        """Decline the other's offer, if it still stands."""
        if self.of(room.record.id).offered is player.opponent:
            self._put(room, Rematch(declined=player))

    def _may_begin(self, room: Room, offerer: str) -> bool:
        return room.record.terms.is_slow or self._presence.is_here(room.record.id, offerer)

    def _put(self, room: Room, rematch: Rematch) -> None:
        self.forget(room)
        if rematch != Rematch():
            self._rematches[room.record.id] = rematch
        if rematch.offered and (asked := room.who(rematch.offered.opponent)):
            self._asked.setdefault(asked, {})[room.record.id] = None
        self._changed(room)

    def forget(self, room: Room) -> None:
        """What was offered in a room is done, or the room leaves memory."""
        before = self._rematches.pop(room.record.id, Rematch())
        asked = before.offered and room.who(before.offered.opponent)
        rooms = self._asked.get(asked or "", {})
        rooms.pop(room.record.id, None)
        if asked and not rooms:
            self._asked.pop(asked, None)
