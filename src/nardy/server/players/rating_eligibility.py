"""Which games may be rated; every way to a rated game passes this check.

Challenges, quick matches, rematches and tournaments all create rooms by `Club.make` and take seats by
`Club.sit`, and both call this. docs/decisions/rating-abuse.md gives the reasons, and what this cannot
prevent.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec import structs

from nardy.server.errors import RefusedError
from nardy.server.rooms.new_room import NewRoom
from nardy.server.rooms.results import RATING_RULES
from nardy.server.seats import guest_id_of, is_guest
from nardy.server.store import accounts, known_devices
from nardy.server.store.database.writer import Connection, Writer
from nardy.server.store.guests import PROGRAM
from nardy.server.store.log import Terms
from nardy.server.store.ratings import player_pairs
from nardy.server.timestamps import DAY_MS, now

REASONS: Mapping[str, str] = {
    "rated-account": "rated games need accounts, and a guest has none; sign up, or play unrated",
    "program-casual": "rated games are for people, and one of the two is a program; play casual games",
    "rated-place": "rated games need players from different addresses and browsers; play this one unrated",
    "rated-pair": "expected at most {games} rated games of the same two players within 24 hours; play this "
    "one unrated",
}


@dataclass(frozen=True, slots=True)
class RatedLimits:
    """The limits that the operator of the club has set."""

    pair_games: int = 5
    """Most rated games of the same two players within 24 hours; 0: no limit."""
    same_place: bool = False
    """Whether accounts from the same address or browser may play each other for a rating."""


class RatedGames:
    """Checks whether a game may be rated."""

    def __init__(self, store: Writer, limits: RatedLimits = RatedLimits()) -> None:
        self._store, self.limits = store, limits
        self._lock = asyncio.Lock()

    @contextlib.asynccontextmanager
    async def allowed(self, terms: Terms, who: Sequence[str | None]) -> AsyncGenerator[None]:
        """Check the players, and hold a lock while the caller creates the room or takes the seat.

        Raises:
            RefusedError: a guest, a program, the same place, or too many games of these two players.
        """
        if not terms.rated:
            yield
            return
        # Without the lock, two games requested at once could both be the last one allowed.
        async with self._lock:
            await self.require(who)
            yield

    async def require(self, who: Sequence[str | None]) -> None:
        """Refuse unless these may play each other for a rating.

        Raises:
            RefusedError: see `allowed`.
        """
        people = [guest_id_of(one) for one in who if is_guest(one)]
        if why := await self._store.read(lambda c: self._obstacle(c, people)):
            raise RefusedError(why, REASONS[why].format(games=self.limits.pair_games))

    def _obstacle(self, connection: Connection, people: list[str]) -> str:
        for one in people:
            account = accounts.account_of(connection, one)
            if account is None:
                return "rated-account"
            if account.role == PROGRAM:
                return "program-casual"
        if len(people) < 2:
            return ""
        one, other = people
        since = now() - DAY_MS
        if not self.limits.same_place and known_devices.shared(connection, one, other, since):
            return "rated-place"
        most = self.limits.pair_games
        is_enough = most and player_pairs.rated_games(connection, one, other, since) >= most
        return "rated-pair" if is_enough else ""

    async def settled(self, new: NewRoom) -> NewRoom:
        """The same room, made unrated if its players may not play each other for a rating."""
        if not new.terms.rated:
            return new
        try:
            await self.require((new.white, new.black))
        except RefusedError:
            return unrated(new)
        return new


def unrated(new: NewRoom) -> NewRoom:
    return replace(new, terms=structs.replace(new.terms, rated=False, rating_rules=1))


def by_present_rules(terms: Terms) -> Terms:
    """The terms of a new room, with the version of the rating rules that apply to it from now on."""
    return structs.replace(terms, rating_rules=RATING_RULES) if terms.rated else terms
