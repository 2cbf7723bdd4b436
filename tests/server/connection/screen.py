"""A page of the club for tests: what it is told is kept."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

from nardy.server.club.club import Club, NewRoom
from nardy.server.connection.websocket import Page
from nardy.server.rooms.room import Room


class Screen:
    """A page that keeps all it was told."""

    def __init__(self, club: Club, who: str | None) -> None:
        self.page = Page(club, who)
        self.told: list[dict[str, Any]] = []
        self.task = asyncio.create_task(self.page.tell(self.keep))

    async def keep(self, message: bytes) -> None:
        self.told.append(json.loads(message))

    async def say(self, **message: Any) -> dict[str, Any]:
        """Send a message; the first answer that comes after it."""
        count = len(self.told)
        await self.page.hear(json.dumps(message))
        async with asyncio.timeout(5):
            while len(self.told) == count:
                await asyncio.sleep(0.001)
        return self.told[count]


async def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so; it must be within seconds."""
    async with asyncio.timeout(10):
        while not is_so():
            await asyncio.sleep(0.002)


async def a_room(club: Club, game: str = "long-nardy") -> Room:
    return await club.make(NewRoom(games=(game,), white="guest:a", black="guest:b"))
