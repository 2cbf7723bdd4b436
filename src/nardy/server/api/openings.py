"""HTTP: the opening explorer of a game."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Annotated

from litestar import get
from litestar.params import FromPath, QueryParameter

from nardy.core.options import rules_text
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.errors import NardyError
from nardy.labels.opening_book import cubeless
from nardy.server.api.requests import club_of, who_of
from nardy.server.club.club import Club
from nardy.server.games.openings import Openings, openings_of
from nardy.server.games.rule_versions import RuleVersions
from nardy.server.lru_cache import Recent
from nardy.server.store.openings import PlayedOpening, games_played, latest
from nardy.server.web.cookies import AnyRequest
from nardy.server.web.guards import address_of

MOST_GAMES = 2_000
"""The latest games of the club that are counted: some tenths of a second."""
KEPT_SECONDS = 60.0
MOST_KEPT = 20
"""Games whose openings are kept in memory."""


@get("/api/openings/{game:str}")
async def show_openings(
    request: AnyRequest,
    game: FromPath[str],
    roll: Annotated[str, QueryParameter(max_length=2)] = "",
    turn: Annotated[str, QueryParameter(max_length=100)] = "",
) -> Openings:
    """First rolls with their turns, or the replies after a first roll and turn.

    Values are an engine's, and counts of games are advice, too: players of a protected game on a clock
    get neither of its kind.
    """
    club = club_of(request)
    rules = club.rule_versions.recall(game)
    start, who = Situation(rules=rules, position=rules.start), await who_of(request)
    await club.fair_play.require(who, start)
    club.limits.take("opening", person=who or "", address=address_of(request))
    counted: CountedOpenings = request.app.state.openings
    games = await counted.of(rules)
    return await asyncio.to_thread(openings_of, rules, games, roll, turn)


class CountedOpenings:
    """The openings of the club's games by the rules of each game, read anew once a minute at most."""

    def __init__(self, club: Club, clock: Callable[[], float] = monotonic) -> None:
        self._club, self._clock = club, clock
        self._known = Recent[str, tuple[float, list[PlayedOpening]]](MOST_KEPT)
        self._reads = asyncio.Lock()
        """One reading at a time: others wait for it, and then find what it has read."""

    async def of(self, rules: Rules) -> list[PlayedOpening]:
        """The openings of the latest games that begin as these rules do."""
        key = rules_text(cubeless(rules))
        async with self._reads:
            found = self._known.get(key)
            if found is None or self._clock() - found[0] >= KEPT_SECONDS:
                found = self._clock(), await self._read(rules)
                self._known[key] = found
        return found[1]

    async def _read(self, rules: Rules) -> list[PlayedOpening]:
        store, known = self._club.store, self._club.rule_versions
        names = await store.read(games_played)
        alike = await asyncio.to_thread(
            lambda: [name for name in names if is_alike(known, name, rules)]
        )
        return await store.read(lambda connection: latest(connection, alike, MOST_GAMES))


def is_alike(known: RuleVersions, name: str, rules: Rules) -> bool:
    """Whether a stored game opens as these rules do; the cube makes no difference."""
    try:
        found = known.recall(name)
    except NardyError:
        # Of a match of several games, or of a game whose file is gone.
        return False
    return rules_text(cubeless(found)) == rules_text(cubeless(rules))
