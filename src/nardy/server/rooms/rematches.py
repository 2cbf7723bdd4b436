"""Rematches: one player offers another game, and the opponent agrees or declines.

Offers live in memory only and are lost at a restart; their rooms stay in memory for some days. A player who is away must not get into a game with a
running clock. If the offerer has left, the consent of the opponent becomes a new offer.
"""

import math
from collections.abc import Callable, Collection
from dataclasses import dataclass
from time import monotonic

from msgspec import structs

from nardy.core.match import game_points
from nardy.core.player import Player
from nardy.core.situation import Phase
from nardy.server.errors import RefusedError
from nardy.server.rooms.presence import Presence
from nardy.server.rooms.room import Room
from nardy.server.seats import is_bot
from nardy.server.store.log import Terms

KEPT_SECONDS = 3 * 24 * 3600.0
"""Seconds for which an offer stands though nobody has its room open."""


def rematch_terms(room: Room) -> Terms:
    """The terms of the room after a finished one, in which the players change their seats."""
    session = session_of(room)
    # The seats are exchanged, and so are the points of a session.
    swapped = session and (session[0], session[2], session[1])
    return structs.replace(room.record.terms.again(room.record.id), session=swapped)


def session_of(room: Room) -> tuple[int, float, float] | None:
    """The games of a money session up to now, and the points of White and of Black; None outside one."""
    before, game = room.record.terms.session, room.match.game
    if before is None or game.phase is not Phase.OVER:
        return before
    won = game_points(game)
    number, white, black = before
    return number + 1, white + won.get(Player.WHITE, 0.0), black + won.get(Player.BLACK, 0.0)


@dataclass(frozen=True, slots=True)
class Rematch:
    """The state of the offer in one room."""

    offered: Player | None = None
    declined: Player | None = None
    is_rated: bool = True
    """Whether the offerer wants a rated game; only after a rated game."""


class Rematches:
    """The rematch offers of all finished rooms."""

    def __init__(self, presence: Presence, changed: Callable[[Room], None]) -> None:
        """Call *changed* for every room whose offer changes."""
        self._presence = presence
        self._changed = changed
        self._rematches: dict[str, tuple[Room, Rematch]] = {}
        self._since: dict[str, float] = {}
        """When the offers were made, in seconds of the monotonic clock."""

    def of(self, room_id: str) -> Rematch:
        """The state of the offer in a room."""
        return self._rematches[room_id][1] if room_id in self._rematches else Rematch()

    def is_standing(self, room_id: str) -> bool:
        """Whether a room has an offer that is not old: the opponent may come back for it."""
        since = self._since.get(room_id, -math.inf)
        return self.of(room_id).offered is not None and monotonic() - since < KEPT_SECONDS

    def offered_to(self, who: str) -> Collection[str]:
        """The rooms where the opponent offers this person a rematch."""
        return [
            room_id
            for room_id, (room, rematch) in self._rematches.items()
            if rematch.offered and room.who(rematch.offered.opponent) == who
        ]

    def is_rated(self, room: Room, player: Player, *, wants: bool) -> bool:
        """Whether a rematch would be rated if this player *wants* that: an opponent's offer may be unrated."""
        return wants and room.record.terms.rated and not self._is_asked_unrated(room, player)

    def _is_asked_unrated(self, room: Room, player: Player) -> bool:
        before = self.of(room.record.id)
        return before.offered is player.opponent and not before.is_rated

    def offer(self, room: Room, player: Player, *, is_rated: bool = True) -> bool:
        """Offer a rematch or agree to one; True if both players want it now.

        Raises:
            RefusedError: the opponent has declined.
        """
        other = room.who(player.opponent) or ""
        if is_bot(other):
            return True
        before = self.of(room.record.id)
        may_begin = room.record.terms.is_correspondence or self._presence.is_here(
            room.record.id, other
        )
        if before.offered is player.opponent and may_begin:
            # The offer stays until the next room exists, so that no page sees it vanish.
            return True
        if before.declined is player.opponent:
            reason = "your opponent declined a rematch; find another opponent"
            raise RefusedError("declined", reason)
        # Who consents while the opponent is away offers what they were asked for.
        is_rated = is_rated and not self._is_asked_unrated(room, player)
        self._put(room, Rematch(offered=player, is_rated=is_rated))
        return False

    def withdraw(self, room: Room, player: Player) -> None:
        """Withdraw the player's own offer, if it still stands."""
        if self.of(room.record.id).offered is player:
            self._put(room, Rematch())

    def withdraw_all(self, who: str) -> None:
        """Withdraw all offers of a person who has left the club."""
        for room, rematch in list(self._rematches.values()):
            if rematch.offered and room.who(rematch.offered) == who:
                self.withdraw(room, rematch.offered)

    def decline(self, room: Room, player: Player) -> None:
        """Decline the opponent's offer, if it still stands."""
        if self.of(room.record.id).offered is player.opponent:
            self._put(room, Rematch(declined=player))

    def _put(self, room: Room, rematch: Rematch) -> None:
        self.evict(room)
        if rematch != Rematch():
            self._rematches[room.record.id] = room, rematch
            self._since[room.record.id] = monotonic()
        self._changed(room)

    def evict(self, room: Room) -> None:
        """Drop the offer of a room, when it is settled or the room leaves memory."""
        self._rematches.pop(room.record.id, None)
        self._since.pop(room.record.id, None)
