"""Presence: open pages by room and person, lost connections of players, and requests to their pages."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Protocol

from nardy.core.player import Player
from nardy.server.rooms.room import Room
from nardy.server.seats import is_bot

SILENT_MS = 2_000
"""Milliseconds without an answer after which an old connection counts as lost when its player reconnects.

A phone that changes its network is back long before its old connection times out."""
LINK_SECONDS = 2.0
"""Seconds that a throw waits for a link; after that the server's own link replaces it and is marked."""


class AskablePage(Protocol):
    """A page that can be asked for a link."""

    @property
    def silence(self) -> int:
        """Milliseconds since its last message while an answer is due, otherwise 0."""
        ...

    def want_link(self, room_id: str, number: int) -> None:
        """Ask the page for the link of a throw."""

    def send_away(self) -> None:
        """Close the connection: the room has another owner, to whom the page comes again."""


class Presence:
    """The pages that each person has open on each room."""

    def __init__(
        self, moved: Callable[[str], None], seen: Callable[[str], None] = lambda _: None
    ) -> None:
        """Call *moved* when a player comes or goes, *seen* when a spectator does."""
        self._moved = moved
        self._seen = seen
        self.elsewhere: frozenset[tuple[str, str]] = frozenset()
        """Rooms of other processes of the club, and who has a page open on them (`RoomLog.seated`)."""
        self._pages: dict[str, defaultdict[str, list[AskablePage]]] = {}

    def is_here(self, room_id: str, who: str) -> bool:
        """Whether a person has a page open on a room."""
        return bool(self.pages(room_id, who))

    def is_anywhere(self, room_id: str, who: str) -> bool:
        """The same at any process of the club; what others tell is a moment old."""
        return self.is_here(room_id, who) or (room_id, who) in self.elsewhere

    def pages(self, room_id: str, who: str) -> Collection[AskablePage]:
        """The pages that a person has open on a room."""
        people = self._pages.get(room_id)
        return people.get(who, ()) if people else ()

    def people(self, room_id: str) -> Collection[str]:
        """Everybody who has a page open on a room."""
        return tuple(self._pages.get(room_id, ()))

    def rooms(self) -> Collection[str]:
        """All rooms with at least one open page."""
        return tuple(self._pages)

    def come(self, room: Room, who: str, page: AskablePage) -> None:
        """Add a page."""
        pages = self._pages.setdefault(room.record.id, defaultdict(list))[who]
        silence = min((other.silence for other in pages), default=0)
        pages.append(page)
        self.miss(room)
        if room.player_of(who) is None:
            self._seen(room.record.id)
        player = room.player_of(who)
        if player and room.timing and silence > SILENT_MS:
            room.timing.leave(player, silence)
        if player and (len(pages) == 1 or silence > SILENT_MS):
            room.absence.come(player)
            if room.timing:
                room.timing.come(player)
            self._moved(room.record.id)

    def leave(self, room: Room, who: str, page: AskablePage, *, is_left: bool = False) -> None:
        """Remove a page; *is_left* if it was closed, and then no clock waits."""
        people = self._pages.get(room.record.id)
        if people is None or page not in people.get(who, ()):
            return  # the room was forgotten, and has come back since
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

    def forget(self, room_id: str) -> list[AskablePage]:
        """Forget a room that another process owns now; returns the pages that were open on it."""
        people = self._pages.pop(room_id, None)
        return [page for pages in people.values() for page in pages] if people else []

    def miss(self, room: Room) -> None:
        """Note players without an open page as absent; earlier absences keep their start."""
        for player in self._missing(room):
            room.absence.leave(player)

    def sit(self, room: Room) -> None:
        """Start the grace of absent players after somebody has sat down."""
        if room.timing:
            for player in self._missing(room):
                room.timing.leave(player)

    def expect(self, room: Room) -> None:
        """Wait for absent players to reconnect after the room was loaded at a restart."""
        if room.timing:
            for player in self._missing(room):
                room.timing.expect(player)

    def _missing(self, room: Room) -> Iterator[Player]:
        """Seats of people who have no page open here."""
        for player in Player:
            who = room.who(player)
            if who and not is_bot(who) and not self.is_here(room.record.id, who):
                yield player


class DiceReveals:
    """Pending requests for the links of hash chains."""

    def __init__(self, presence: Presence, patience: float = LINK_SECONDS) -> None:
        """A player who has not sent the link after *patience* seconds is left out of the throw."""
        self._presence = presence
        self._patience = patience
        self._pending: dict[tuple[str, int, Player], asyncio.Future[bytes]] = {}

    async def ask(
        self, room: Room, number: int, players: Sequence[Player]
    ) -> Mapping[Player, bytes]:
        """Ask the players who are present for their links of a throw."""
        waiting: dict[Player, asyncio.Future[bytes]] = {}
        for player in players:
            pages = self._presence.pages(room.record.id, room.who(player) or "")
            if pages:
                key = (room.record.id, number, player)
                waiting[player] = self._pending[key] = asyncio.get_running_loop().create_future()
                for page in pages:
                    page.want_link(room.record.id, number)
        if waiting:
            await asyncio.wait(waiting.values(), timeout=self._patience)
        # The server's own link has replaced those that come later.
        for player in waiting:
            self._pending.pop((room.record.id, number, player), None)
        return {player: link.result() for player, link in waiting.items() if link.done()}

    def hear(self, room: Room, number: int, player: Player, link: bytes) -> None:
        """Accept a link that has arrived, if it was asked for.

        The first link that fits counts, since a second device of the player may hold another chain.
        """
        future = self._pending.get((room.record.id, number, player))
        if future is not None and not future.done() and room.throws.fits(player, link):
            future.set_result(link)


def has_bot(room: Room) -> bool:
    """Whether a bot plays in the room."""
    return any(is_bot(who) for who in (room.record.white, room.record.black))
