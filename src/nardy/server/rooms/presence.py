"""Who is here: a line that is lost is seen, and its player's clock waits for a while."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from typing import Protocol

from nardy.core.player import Player
from nardy.server.rooms.room import Room
from nardy.server.seats import is_bot

SILENT = 2_000
"""Milliseconds after which a line that owes an answer is taken to be lost, if its player comes by another:
a phone that changes its network is back long before the old line is known to be dead."""


class AskablePage(Protocol):
    """A page that a link can be asked of."""

    @property
    def silence(self) -> int:
        """Milliseconds since it was heard last, while it owes an answer; else 0."""
        ...

    def want_link(self, room_id: str, number: int) -> None:
        """Ask it for the link of a throw."""


class Presence:
    """Knows the pages that each person has open on each room."""

    def __init__(
        self, moved: Callable[[str], None], seen: Callable[[str], None] = lambda _: None
    ) -> None:
        """Nobody is here yet; *moved* hears of rooms where players come and go, *seen* of others."""
        self._moved = moved
        self._seen = seen
        self._pages: dict[str, defaultdict[str, list[AskablePage]]] = {}

    def is_here(self, room_id: str, who: str) -> bool:
        """Whether somebody has a page open on a room."""
        return bool(self.pages(room_id, who))

    def pages(self, room_id: str, who: str) -> Collection[AskablePage]:
        """The pages that somebody has open on a room."""
        people = self._pages.get(room_id)
        return people.get(who, ()) if people else ()

    def people(self, room_id: str) -> Collection[str]:
        """Everybody who has a page open on a room."""
        return tuple(self._pages.get(room_id, ()))

    def rooms(self) -> Collection[str]:
        """Every room on which somebody has a page open."""
        return tuple(self._pages)

    def come(self, room: Room, who: str, page: AskablePage) -> None:
        """One page more."""
        pages = self._pages.setdefault(room.record.id, defaultdict(list))[who]
        silence = min((one.silence for one in pages), default=0)
        pages.append(page)
        self.miss(room)
        if room.player_of(who) is None:
            self._seen(room.record.id)
        player = room.player_of(who)
        if player and room.timing and silence > SILENT:
            room.timing.leave(player, silence)
        if player and (len(pages) == 1 or silence > SILENT):
            room.absence.come(player)
            if room.timing:
                room.timing.come(player)
            self._moved(room.record.id)

    def leave(self, room: Room, who: str, page: AskablePage, *, is_left: bool = False) -> None:
        """One page less; *is_left* where it was closed, and not its line lost: no clock waits for that."""
        people = self._pages[room.record.id]
        people[who].remove(page)
        if room.player_of(who) is None:
            self._seen(room.record.id)
        if people[who]:
            return
        del people[who]
        if not people:
            del self._pages[room.record.id]
        if player := room.player_of(who):
            room.absence.leave(player)
            if room.timing and not is_left:
                room.timing.leave(player, page.silence)
            self._moved(room.record.id)

    def miss(self, room: Room) -> None:
        """Note who of the two is not here, and from now on at the latest."""
        for player in self._missing(room):
            room.absence.leave(player)

    def sit(self, room: Room) -> None:
        """Somebody has sat down: for who is not here the grace begins."""
        if room.timing:
            for player in self._missing(room):
                room.timing.leave(player)

    def expect(self, room: Room) -> None:
        """The room was taken up after a restart: whoever was here has to come back first."""
        if room.timing:
            for player in self._missing(room):
                room.timing.expect(player)

    def _missing(self, room: Room) -> Iterator[Player]:
        """Whose seat is taken by a person who has no page open here."""
        for player in Player:
            who = room.who(player)
            if who and not is_bot(who) and not self.is_here(room.record.id, who):
                yield player


def has_bot(room: Room) -> bool:
    """Whether a bot sits here."""
    return any(is_bot(who) for who in (room.record.white, room.record.black))
