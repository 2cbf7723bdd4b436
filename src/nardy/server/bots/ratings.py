"""Ratings of bots, and the conditions for a rated game against a bot.

No rating formula predicts how certainly a person beats a very weak bot. Each such win would add a little,
without an end. Therefore games against a bot that is far behind are casual. A bot's loss on time is not
rated either, since the club may have been busy. The gap in ratings is checked only when a game starts. The
number of running games is limited, so that nobody starts many games before the gap becomes too large.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from functools import partial
from typing import Literal

from nardy.data import weights_file
from nardy.kernel import is_available
from nardy.server.bots.levels import BOT_LEVELS, NETWORK, number_of_level
from nardy.server.bots.proposals import LADDER, LATEST, OwnScore, own_scores, proposed
from nardy.server.errors import RefusedError
from nardy.server.games.related_games import related_game
from nardy.server.games.rule_versions import RuleVersions
from nardy.server.players.rating_eligibility import REASONS
from nardy.server.players.standings import Standings
from nardy.server.protocol.messages import Rating
from nardy.server.protocol.players import BotFacts
from nardy.server.ratings.pace import pace_of
from nardy.server.ratings.standing import ESTABLISHED, Standing
from nardy.server.rooms.new_room import NewRoom
from nardy.server.rooms.results import game_of, ladder_of
from nardy.server.seats import bot_seat, guest_id_of, is_bot
from nardy.server.store import accounts, log
from nardy.server.store.bot_results import results_against
from nardy.server.store.database.writer import Writer

# So the wins against the weakest bot bring at most this many points.
MOST_AHEAD = 400
"""The largest lead in rating points over a bot for a rated game against it."""
MOST_GOING_ON = 5
"""The most running rated games of a person against bots, for each game and pace."""
Obstacle = Literal["", "rated-account", "bot-weak", "bot-absent", "bot-many"]
_REASONS: dict[Obstacle, str] = {
    "rated-account": REASONS["rated-account"],
    "bot-weak": f"expected a bot at most {MOST_AHEAD} points behind you for a rated game, got a "
    "weaker one; choose a stronger bot, or play a casual game",
    "bot-absent": "this bot is replaced by another at the moment, so the game cannot be rated; "
    "choose 'steady', or play a casual game",
    "bot-many": f"expected fewer than {MOST_GOING_ON} running rated games against bots; "
    "finish one of yours, or play a casual game",
}


class BotRatings:
    """Ratings of bots, and rated games against them."""

    def __init__(self, store: Writer, standings: Standings, rule_versions: RuleVersions) -> None:
        self._store, self._standings, self._rule_versions = store, standings, rule_versions
        self._making = asyncio.Lock()

    @contextlib.asynccontextmanager
    async def allowed(self, new: NewRoom) -> AsyncGenerator[None]:
        """Guard the creation of a room: refuse a rated game against a bot if it would distort ratings.

        Raises:
            RefusedError: the bot is too weak or replaced by another, or too many games go on.
        """
        seats = [who for who in (new.white, new.black) if who]
        bots = [who for who in seats if is_bot(who)]
        people = [who for who in seats if who not in bots]
        if not (new.terms.rated and bots and people):
            yield
            return
        async with self._making:  # simultaneous requests must count each other's games
            if why := await self._obstacle(new, people[0], bots[0]):
                raise RefusedError(why, _REASONS[why])
            yield

    async def facts(self, new: NewRoom, who: str | None) -> list[BotFacts]:
        """All bots with their ratings for this game and pace, and what a person scored against them."""
        game, seats = game_of(new.games), list(LADDER)
        query = partial(results_against, who=who or "", game=game, bots=seats, limit=LATEST)
        results = await self._store.read(query) if who else []
        scores, next_number = own_scores(results), proposed(game, results)
        found = [await self._facts(new, who or "", level) for level in BOT_LEVELS]
        for one in found:
            if one.number:
                own = scores.get(one.number, OwnScore())
                one.won, one.drawn, one.lost = own.won, own.drawn, own.lost
                one.is_proposed = one.number == next_number
        return found

    async def _facts(self, new: NewRoom, who: str, level: str) -> BotFacts:
        bot, number = bot_seat(BOT_LEVELS[level]), number_of_level(level)
        standing = await self._standing(new, bot)
        is_known = standing.matches or standing != Standing()
        rating = Rating(standing.rating, standing.is_provisional) if is_known else None
        obstacle = await self._obstacle(new, who, bot)
        return BotFacts(level, BOT_LEVELS[level], rating, obstacle, number=number)

    async def _obstacle(self, new: NewRoom, who: str, bot: str) -> Obstacle:
        """The code why a game cannot be rated, or an empty string."""
        guest = guest_id_of(who)
        if await self._store.run(lambda c: accounts.account_of(c, guest)) is None:
            return "rated-account"
        if not self._plays_itself(new, bot):
            return "bot-absent"
        mine, its = await self._standing(new, who), await self._standing(new, bot)
        if its.matches >= ESTABLISHED and mine.rating - its.rating > MOST_AHEAD:
            return "bot-weak"
        return "bot-many" if await self._going_on(new, who) >= MOST_GOING_ON else ""

    async def _going_on(self, new: NewRoom, who: str) -> int:
        """The number of running rated games of a person against bots in the same ladder."""
        mine = game_of(new.games), pace_of(new.terms.clock, new.length)
        rooms = await self._store.read(lambda c: log.rated_with_bots(c, who))
        return sum(ladder_of(room) == mine for room in rooms)

    def _plays_itself(self, new: NewRoom, bot: str) -> bool:
        """Whether the bot itself would play; without its network `baseline` replaces it."""
        if not bot.startswith(bot_seat(NETWORK)):
            return True
        games = (related_game(self._rule_versions.recall(game)) for game in new.games)
        return is_available() and all(weights_file(one.published.id).is_file() for one in games)

    async def _standing(self, new: NewRoom, who: str) -> Standing:
        pace = pace_of(new.terms.clock, new.length)
        if not who or pace is None:
            return Standing()
        return await self._standings.of(who, game_of(new.games), pace)
