"""The bulletins of a club of several processes: each writes one with its beat and reads those of the others.

They are a moment old. Lists rest on them, and whether a notice calls somebody who is at their board already.
"""

import asyncio
from itertools import islice

import msgspec

from nardy.server.club.club import LOBBY, Club
from nardy.server.lobby import bulletins
from nardy.server.lobby.bulletins import Bulletin
from nardy.server.matchmaking.online import OnlinePeople
from nardy.server.matchmaking.seekers import Seekers
from nardy.server.shards.leases import SharedOwnership

MOST_ONLINE = 1_000
"""People that a process names; lists show fewer."""
MOST_SEATED = 5_000
"""Players at boards that a process names; those beyond get notices that they do not need."""


class ClubBulletins:
    """Writes the bulletin of this process, and takes in those of the others."""

    def __init__(self, club: Club, seekers: Seekers, online: OnlinePeople) -> None:
        self._club, self._seekers, self._online = club, seekers, online
        self._read: dict[str, str] = {}
        self._writing: asyncio.Task[None] | None = None

    def exchange(self, ownership: SharedOwnership) -> None:
        """Take in the others' bulletins after a beat, and write one for the next."""
        told = dict(ownership.bulletins)
        if told != self._read:
            self._read = told
            found = [bulletins.read(text) for text in told.values()]
            self._club.lobby.others = found
            self._club.presence.elsewhere = frozenset(pair for one in found for pair in one.seated)
            self._online.elsewhere = frozenset(who for one in found for who in one.online)
            self._club.spectators.soon(LOBBY)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write(ownership))

    async def close(self) -> None:
        """Write no more."""
        if self._writing is not None:
            self._writing.cancel()
            await asyncio.gather(self._writing, return_exceptions=True)

    async def _write(self, ownership: SharedOwnership) -> None:
        lobby = self._club.lobby
        bulletin = Bulletin(
            seats=await lobby.offered_seats(),
            games=await lobby.shown_games(lobby.groups()),
            pools=self._seekers.pools(None) if ownership.leads else [],
            online=self._online.here()[:MOST_ONLINE],
            seated=list(islice(self._club.room_log.seated(), MOST_SEATED)),
        )
        ownership.bulletin = msgspec.json.encode(bulletin).decode()
