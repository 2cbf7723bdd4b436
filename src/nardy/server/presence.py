"""Who is here: a connection that is lost is seen, and stops being charged for a while."""

from collections import Counter, defaultdict
from collections.abc import Callable

from nardy.core.player import Player
from nardy.server.room import Room


class Presence:
    """Counts the pages that each person has open on each room."""

    def __init__(self, moved: Callable[[str], None]) -> None:
        """Nobody is here yet; *moved* hears of rooms where that changes."""
        self._moved = moved
        self._pages: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def is_here(self, room_id: str, who: str) -> bool:
        """Whether somebody has a page open on a room."""
        return self._pages[room_id][who] > 0 if room_id in self._pages else False

    def come(self, room: Room, who: str) -> None:
        """One page more."""
        pages = self._pages[room.record.id]
        pages[who] += 1
        if pages[who] == 1 and (player := room.player_of(who)):
            if room.timing:
                room.timing.come(player)
            self._moved(room.record.id)

    def leave(self, room: Room, who: str) -> None:
        """One page less."""
        pages = self._pages[room.record.id]
        pages[who] -= 1
        if pages[who] > 0:
            return
        del pages[who]
        if not pages:
            del self._pages[room.record.id]
        if player := room.player_of(who):
            if room.timing:
                room.timing.leave(player)
            self._moved(room.record.id)

    def sit(self, room: Room) -> None:
        """Somebody has sat down: who of the two is not here is away."""
        for player in Player:
            who = room.who(player)
            if room.timing and who and not self.is_here(room.record.id, who):
                room.timing.leave(player)
