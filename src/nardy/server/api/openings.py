"""HTTP: the opening explorer of a game."""

from typing import Annotated

from litestar import get
from litestar.params import FromPath, QueryParameter

from nardy.core.options import rules_text
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.errors import NardyError
from nardy.labels.opening_book import cubeless
from nardy.server.api.requests import club_of, who_of
from nardy.server.games.openings import Openings, openings_of
from nardy.server.games.rule_versions import RuleVersions
from nardy.server.store.openings import games_played, latest
from nardy.server.web.cookies import AnyRequest

MOST_GAMES = 2_000
"""The latest games of the club that are counted: some tenths of a second."""


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
    start = Situation(rules=rules, position=rules.start)
    await club.fair_play.require(await who_of(request), start)
    names = await club.store.read(games_played)
    alike = [name for name in names if is_alike(club.rule_versions, name, rules)]
    games = await club.store.read(lambda connection: latest(connection, alike, MOST_GAMES))
    return openings_of(rules, games, roll, turn)


def is_alike(known: RuleVersions, name: str, rules: Rules) -> bool:
    """Whether a stored game opens as these rules do; the cube makes no difference."""
    try:
        found = known.recall(name)
    except NardyError:
        # Of a match of several games, or of a game whose file is gone.
        return False
    return rules_text(cubeless(found)) == rules_text(cubeless(rules))
