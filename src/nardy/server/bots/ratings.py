"""Bots have ratings as people have; which of them somebody may play for one, and how strong each is.

A rating says what a formula expects, and no formula knows how certainly a person beats a bot that
knows nothing: game after game would add a little, without an end. So a bot that is far behind is
played casually, and what a bot loses by the clock, since the club was busy, counts for nobody.
How far it is behind is asked when a game begins: so few go on at a time, or many could be begun
before it is far behind, and be won then.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from typing import Literal

from nardy.data import weights_file
from nardy.server.bots.runner import LEVELS, NETWORK
from nardy.server.errors import RefusedError
from nardy.server.games.related_games import related_game
from nardy.server.games.rule_versions import RuleVersions
from nardy.server.players.rating_eligibility import REASONS
from nardy.server.players.standings import Standings
from nardy.server.protocol.messages import Rating
from nardy.server.protocol.players import BotFacts
from nardy.server.ratings.ladder import ESTABLISHED, Standing
from nardy.server.ratings.pace import pace_of
from nardy.server.rooms.orders import NewRoom
from nardy.server.rooms.results import game_of, ladder_of
from nardy.server.seats import bot_seat, is_bot
from nardy.server.store import accounts, log
from nardy.server.store.database.writer import Writer
from nardy.server.turns.engine import is_awake

MOST_AHEAD = 400
"""By so many points of rating somebody may be ahead of a bot and play it for a rating."""
MOST_GOING_ON = 5
"""Rated games of one person against bots at a time, of one game at one pace."""
Obstacle = Literal["", "rated-account", "bot-weak", "bot-absent", "bot-many"]
_REASONS: dict[Obstacle, str] = {
    "rated-account": REASONS["rated-account"],
    "bot-weak": f"expected a bot at most {MOST_AHEAD} points behind you for a rated game, got one "
    "further behind; choose a stronger one, or play it casual",
    "bot-absent": "expected a bot that plays this game itself for a rating, and another stands in "
    "for it; choose 'steady', or play it casual",
    "bot-many": f"expected fewer than {MOST_GOING_ON} rated games against bots that go on; "
    "play one of yours to its end, or play this one casual",
}


class BotRatings:
    """What is rated against bots."""

    def __init__(self, store: Writer, standings: Standings, rule_versions: RuleVersions) -> None:
        """Know where rooms, accounts, ratings and games are looked up."""
        self._store, self._standings, self._rule_versions = store, standings, rule_versions
        self._making = asyncio.Lock()

    @contextlib.asynccontextmanager
    async def allowed(self, order: NewRoom) -> AsyncGenerator[None]:
        """While a room is made: refuse a rated game against a bot where its result would tell nothing.

        Raises:
            RefusedError: the bot is far behind, another would play in its place, or many go on.
        """
        seats = [who for who in (order.white, order.black) if who]
        bots = [who for who in seats if is_bot(who)]
        people = [who for who in seats if who not in bots]
        if not (order.terms.rated and bots and people):
            yield
            return
        async with self._making:  # what is asked for at once is counted one after another
            if why := await self._obstacle(order, people[0], bots[0]):
                raise RefusedError(why, _REASONS[why])
            yield

    async def facts(self, order: NewRoom, who: str | None) -> list[BotFacts]:
        """All bots, the weakest first, as they stand in what is ordered."""
        return [await self._facts(order, who or "", level) for level in LEVELS]

    async def _facts(self, order: NewRoom, who: str, level: str) -> BotFacts:
        bot = bot_seat(LEVELS[level])
        standing = await self._standing(order, bot)
        rating = Rating(standing.rating, standing.is_provisional) if standing.matches else None
        return BotFacts(level, LEVELS[level], rating, await self._obstacle(order, who, bot))

    async def _obstacle(self, order: NewRoom, who: str, bot: str) -> Obstacle:
        """Why a game cannot be rated; '' if it can."""
        guest = who.partition(":")[2]
        if await self._store.run(lambda c: accounts.account_of(c, guest)) is None:
            return "rated-account"
        if not self._plays_itself(order, bot):
            return "bot-absent"
        mine, its = await self._standing(order, who), await self._standing(order, bot)
        if its.matches >= ESTABLISHED and mine.rating - its.rating > MOST_AHEAD:
            return "bot-weak"
        return "bot-many" if await self._going_on(order, who) >= MOST_GOING_ON else ""

    async def _going_on(self, order: NewRoom, who: str) -> int:
        """How many rated games against bots somebody has not finished that count where this would."""
        mine = game_of(order.games), pace_of(order.terms.clock, order.length)
        rooms = await self._store.read(lambda c: log.rated_with_bots(c, who))
        return sum(ladder_of(room) == mine for room in rooms)

    def _plays_itself(self, order: NewRoom, bot: str) -> bool:
        """Whether a network is there and awake; without it `baseline` would take its place."""
        if not bot.startswith(bot_seat(NETWORK)):
            return True
        games = [
            related_game(self._rule_versions.recall(game)).published.id for game in order.games
        ]
        return is_awake() and all(weights_file(game).is_file() for game in games)

    async def _standing(self, order: NewRoom, who: str) -> Standing:
        pace = pace_of(order.terms.clock, order.length)
        if not who or pace is None:
            return Standing()
        return await self._standings.of(who, game_of(order.games), pace)
