"""Asks the pages of players to reveal the links of their hash chains."""

import asyncio
from collections.abc import Mapping, Sequence

from nardy.core.player import Player
from nardy.server.rooms.presence import Presence
from nardy.server.rooms.room import Room

PATIENCE = 2.0
"""Seconds that a throw waits for a link; after that the server's own link replaces it and is marked."""


class DiceReveals:
    """Pending requests for links."""

    def __init__(self, presence: Presence, patience: float = PATIENCE) -> None:
        """Wait *patience* seconds for the links of a throw."""
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
