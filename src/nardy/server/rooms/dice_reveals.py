"""Asking players' pages for the links of their chains."""

import asyncio
from collections.abc import Mapping, Sequence

from nardy.core.player import Player
from nardy.server.rooms.presence import Presence
from nardy.server.rooms.room import Room

PATIENCE = 2.0
"""Seconds that a throw waits for a link; then the server's stands in its place, and is marked."""


class DiceReveals:
    """Who was asked for which link, until it comes."""

    def __init__(self, presence: Presence, patience: float = PATIENCE) -> None:
        """Nobody has been asked yet."""
        self._presence = presence
        self._patience = patience
        self._asked: dict[tuple[str, int, Player], asyncio.Future[bytes]] = {}

    async def ask(
        self, room: Room, number: int, players: Sequence[Player]
    ) -> Mapping[Player, bytes]:
        """Ask whoever is here for the link of a throw."""
        waiting: dict[Player, asyncio.Future[bytes]] = {}
        for player in players:
            pages = self._presence.pages(room.record.id, room.who(player) or "")
            if pages:
                key = (room.record.id, number, player)
                waiting[player] = self._asked[key] = asyncio.get_running_loop().create_future()
                for page in pages:
                    page.want_link(room.record.id, number)
        if waiting:
            await asyncio.wait(waiting.values(), timeout=self._patience)
        for player in waiting:
            self._asked.pop((room.record.id, number, player), None)
        return {player: told.result() for player, told in waiting.items() if told.done()}

    def hear(self, room: Room, number: int, player: Player, link: bytes) -> None:
        """A link has come: the first counts that fits, for of two devices one may know another chain.

        What nobody asked for counts nothing.
        """
        future = self._asked.get((room.record.id, number, player))
        if future is not None and not future.done() and room.throws.fits(player, link):
            future.set_result(link)
