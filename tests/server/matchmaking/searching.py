"""People who search at a club of the tests, and what their pages are told."""

import contextlib
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

import msgspec
from tests.server.club_room import enroll, open_club

from nardy.server.club.club import Club
from nardy.server.matchmaking.seekers import SearchNews, Seekers
from nardy.server.protocol.matchmaking import Matched, Search, Searching
from nardy.server.store.guests import Guest
from nardy.server.store.log import RoomRecord

GAME = {"game": "long-nardy", "clock": "600+8"}


@dataclass
class Tab:
    """A page that searches, and keeps what it is told."""

    who: str
    told: list[SearchNews] = field(default_factory=list)
    silence: int = 0
    is_sent_away: bool = False

    def send_away(self) -> None:
        self.is_sent_away = True

    def tell_search(self, news: SearchNews) -> None:
        self.told.append(news)

    @property
    def last(self) -> str:
        return str(self.told[-1].__struct_config__.tag) if self.told else ""

    @property
    def waited(self) -> int:
        """How long the club said that it has waited."""
        assert isinstance(self.told[-1], Searching)
        return self.told[-1].waited

    def want_link(self, room_id: str, number: int) -> None:
        """As every page at a board."""

    @property
    def room(self) -> str:
        """The room that it was sent to; '' for none."""
        found = [news.room for news in self.told if isinstance(news, Matched)]
        assert len(found) <= 1
        return found[0] if found else ""


class Hall:
    """A club in which members search by their names."""

    def __init__(self, club: Club) -> None:
        self.club, self.ahead = club, 0.0
        self.seekers = Seekers(club, lambda: monotonic() + self.ahead)

    def room(self, tab: Tab) -> RoomRecord:
        found = self.club.loaded(tab.room)
        assert found is not None
        return found.record

    async def search(self, who: str, number: str = "1", tab: Tab | None = None, **how: Any) -> Tab:
        tab = tab or Tab(who)
        wanted = msgspec.convert({"id": number, **GAME, **how}, Search)
        await self.seekers.search(tab, Guest(who, who.capitalize(), "member"), wanted)
        return tab


@contextlib.asynccontextmanager
async def open_hall(folder: Path, *members: str) -> AsyncGenerator[Hall]:
    async with open_club(folder) as club:
        await enroll(club, *members)
        hall = Hall(club)
        try:
            yield hall
        finally:
            await hall.seekers.close()
            club.spectators.close()
