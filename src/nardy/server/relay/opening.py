"""Joining the other processes of a club."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Collection
from functools import partial

from sqlalchemy.exc import OperationalError

from nardy.server.club.club import Club
from nardy.server.club.handover import hand_over, in_parts, let_go, take_up
from nardy.server.errors import StoreError
from nardy.server.matchmaking.seekers import Seekers
from nardy.server.matchmaking.services import MatchmakingServices
from nardy.server.relay import port
from nardy.server.relay.http_relay import AsgiApp
from nardy.server.relay.neighbors import (
    AT_START_SECONDS,
    Membership,
    Neighbors,
    ask,
    is_to_end,
    require_alike,
)
from nardy.server.relay.shared_caches import SharedCaches
from nardy.server.relay.switchboard import Switchboard
from nardy.server.settings import Settings
from nardy.server.shards.hints import Hints
from nardy.server.shards.lease_thread import LeaseThread
from nardy.server.shards.leases import LEASE_SECONDS, SharedOwnership
from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.errors import refusal
from nardy.server.store.database.postgresql import notifications
from nardy.server.store.database.postgresql.leases import LeaseTable
from nardy.server.tournaments.service import TournamentService


def require_relay(settings: Settings) -> None:
    """Check what a process needs to be one of several, before anybody is told that the club is open.

    Raises:
        RelayError: the address or the secret is wrong.
        StoreError: the database is a file, which one process alone can serve.
    """
    if settings.relay:
        _required_database(settings)
        port.secret_in(settings)
        port.listen(settings).close()


def _required_database(settings: Settings) -> PostgresAddress:
    if isinstance(database := settings.database, PostgresAddress):
        return database
    raise StoreError(
        f"expected a database of PostgreSQL for a club of several processes, got {database}; "
        "name one with --database, or leave out --relay"
    )


class ShardChanges:
    """Takes up and lets go rooms, tournaments and searches as shards come to this process and leave it."""

    def __init__(self, club: Club, tournaments: TournamentService, seekers: Seekers) -> None:
        self._club, self._tournaments, self._seekers = club, tournaments, seekers
        self._ending = set[asyncio.Task[None]]()

    def follow(self, ownership: SharedOwnership) -> None:
        """Hear of each change from now on."""
        ownership.on_taken = self.taken
        ownership.on_handover = self.handed_over
        ownership.on_lost = self.lost

    async def taken(self, shards: Collection[int]) -> None:
        """Load the games that are being played, and continue the tournaments."""
        await take_up(self._club, shards)
        await self._tournaments.open()

    async def handed_over(self, shards: Collection[int]) -> None:
        """End what is in hand; searches go first, so that nobody waits for the rooms."""
        self._seekers.let_go(shards)
        await self._tournaments.let_go(shards)
        await hand_over(self._club, shards)

    def lost(self, shards: Collection[int]) -> None:
        """Forget at once what another process owns already."""
        let_go(self._club, shards)
        self._seekers.let_go(shards)
        task = asyncio.create_task(self._tournaments.let_go(shards))
        self._ending.add(task)
        task.add_done_callback(self._ending.discard)


class SharedClub:
    """What a process needs to be one of several: its ownership, its relay, its secret."""

    def __init__(self, settings: Settings, games: str = "") -> None:
        """Listen at the relay; nothing is served and nothing owned yet. *games* is the digest of the game files.

        Raises:
            RelayError: the address or the secret is wrong.
            StoreError: the database is a file, which one process alone can serve.
            MissingExtraError: psycopg is not installed.
        """
        self._database = _required_database(settings)
        # It would tell of every request that is passed on.
        logging.getLogger("httpx").setLevel(logging.WARNING)
        self.secret = port.secret_in(settings)
        self.listener = port.listen(settings)
        self._table = LeaseThread(LeaseTable(self._database, int(LEASE_SECONDS * 1000)))
        at = port.addresses_of(settings, self.listener)
        self._me = at.relay
        self.ownership = SharedOwnership(self._table, at)
        self.switchboard = Switchboard(self.ownership, self.secret)
        self._membership = Membership(self.secret, games)
        self.neighbors = Neighbors(lambda: self.ownership.others, self._membership)

    @contextlib.asynccontextmanager
    async def joined(
        self,
        app: AsgiApp,
        club: Club,
        tournaments: TournamentService,
        matchmaking: MatchmakingServices,
    ) -> AsyncGenerator[None]:
        """Own a part of the club's rooms until the end."""
        ownership = self.ownership

        def beaten() -> None:
            self.switchboard.look_round()
            self.neighbors.look_round()
            matchmaking.bulletins.exchange(ownership)

        ShardChanges(club, tournaments, matchmaking.seekers).follow(ownership)
        ownership.in_parts, ownership.on_beat = partial(in_parts, club), beaten
        ownership.on_left = self.switchboard.send_all_away
        async with contextlib.AsyncExitStack() as opened:
            hints = Hints(opened.enter_context(notifications.shared(self._database)))
            opened.push_async_callback(SharedCaches(club, tournaments, hints).close)
            ownership.on_moved = partial(hints.tell, "shards")
            hints.on("shards", lambda _: ownership.beat_soon())
            opened.enter_context(hints.hearing())
            secret, games = self._membership
            noted = self.neighbors.note_stranger
            relay = port.serving(app, self.listener, secret, noted, games)
            await opened.enter_async_context(relay)
            opened.push_async_callback(self.neighbors.close)
            opened.push_async_callback(ownership.close)
            await self._own()
            yield

    async def _own(self) -> None:
        """Take this process's part.

        Raises:
            RelayError: the other processes have another secret, or other game files.
            StoreError: the database does not answer.
        """
        try:
            others = await self._table.relays() - {self._me}
            require_alike(await ask(others, self._membership, AT_START_SECONDS))
            await self.ownership.open()
        except Exception as error:
            if not hasattr(error, "sqlstate"):
                raise
            raise refusal(OperationalError("leases", None, error)) from error
        # Those that began in the same moment did not see each other.
        await self.neighbors.look(AT_START_SECONDS)
        if is_to_end(self._me, self.neighbors.found):
            require_alike(self.neighbors.found)
