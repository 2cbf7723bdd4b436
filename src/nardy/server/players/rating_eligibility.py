"""Which games may be rated: the one check that every way to a rated game passes.

Orders, challenges, quick matches, rematches and tournaments all make rooms by `Club.make` and sit down by
`Club.sit`, and both ask here. The reasons, and what this cannot stop, are told in
docs/decisions/rating-abuse.md.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from msgspec import structs

from nardy.server.errors import RefusedError
from nardy.server.rooms.orders import NewRoom
from nardy.server.rooms.results import RATING_RULES
from nardy.server.seats import guest_id_of, is_guest
from nardy.server.store import accounts, known_devices
from nardy.server.store.database.writer import Writer
from nardy.server.store.guests import PROGRAM
from nardy.server.store.log import Terms
from nardy.server.store.ratings import player_pairs
from nardy.server.timestamps import now

A_DAY = 24 * 3600 * 1000
REASONS: Mapping[str, str] = {
    "rated-account": "expected players with accounts in a rated game, and a guest has none; make an "
    "account, or play unrated",
    "program-casual": "expected a person in a rated game, and one of the two is a program; play casual "
    "games",
    "rated-place": "expected players who come from different addresses and browsers in a rated game; play "
    "this one unrated",
    "rated-pair": "expected at most {games} rated games of the same two players within 24 hours; play this "
    "one unrated",
}


@dataclass(frozen=True, slots=True)
class RatedLimits:
    """What the host of a club may set."""

    pair_games: int = 5
    """Rated games of the same two players within 24 hours; 0 has no limit."""
    same_place: bool = False
    """Whether two accounts that come from one address or browser may play each other for a rating."""


class RatedGames:
    """Says whether a game may be rated."""

    def __init__(self, store: Writer, limits: RatedLimits = RatedLimits()) -> None:
        """Know where accounts, results and places are looked up."""
        self._store, self.limits = store, limits
        self._asking = asyncio.Lock()

    @contextlib.asynccontextmanager
    async def allowed(self, terms: Terms, who: Sequence[str | None]) -> AsyncGenerator[None]:
        """While a room is made or a seat taken: refuse a rated game that may not be one.

        Raises:
            RefusedError: a guest, a program, the same place, or too many games of these two.
        """
        if not terms.rated:
            yield
            return
        async with (
            self._asking
        ):  # or two games asked for at once would both be the last that is allowed
            await self.require(who)
            yield

    async def require(self, who: Sequence[str | None]) -> None:
        """Refuse where these may not play each other for a rating.

        Raises:
            RefusedError: see `allowed`.
        """
        people = [guest_id_of(one) for one in who if is_guest(one)]
        if why := await self._store.read(lambda c: self._obstacle(c, people)):
            raise RefusedError(why, REASONS[why].format(games=self.limits.pair_games))

    def _obstacle(self, connection: Any, people: list[str]) -> str:
        for one in people:
            account = accounts.account_of(connection, one)
            if account is None:
                return "rated-account"
            if account.role == PROGRAM:
                return "program-casual"
        if len(people) < 2:
            return ""
        one, other = people
        since = now() - A_DAY
        if not self.limits.same_place and known_devices.shared(connection, one, other, since):
            return "rated-place"
        most = self.limits.pair_games
        is_enough = most and player_pairs.rated_games(connection, one, other, since) >= most
        return "rated-pair" if is_enough else ""

    async def settled(self, order: NewRoom) -> NewRoom:
        """The same order, unrated where its players may not play each other for a rating."""
        if not order.terms.rated:
            return order
        try:
            await self.require((order.white, order.black))
        except RefusedError:
            return unrated(order)
        return order


def unrated(order: NewRoom) -> NewRoom:
    """The same order without a rating."""
    return replace(order, terms=structs.replace(order.terms, rated=False, rating_rules=1))


def by_present_rules(terms: Terms) -> Terms:
    """The terms of a new room: what it counts is decided by the rules of today, also later."""
    return structs.replace(terms, rating_rules=RATING_RULES) if terms.rated else terms
