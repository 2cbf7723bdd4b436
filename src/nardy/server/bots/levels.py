"""The levels of the club's bots.

No level has a limit of time: its strength is the same on every machine. The eight levels of the ladder are in
search/ladder.py. The page offers them (web/js/new_game/bot_levels.js), and a director of a tournament some
(web/js/tournaments/director_sheets.js). The page begins with the level that suits a newcomer to the game:
`newcomer_level` in search/level_losses.py.
"""

from nardy.search.level_numbers import ALIASES, NUMBERS, PREFIX
from nardy.server.errors import RefusedError

NETWORK = "nardy"
"""The prefix of specs of bots that use a network."""
BOT_LEVELS = {
    "easy": "random",
    **{str(number): f"{NETWORK}:{PREFIX}{number}" for number in NUMBERS},
    "steady": "baseline",
    "strong": f"{NETWORK}:0",
}
"""Bot specs by level: the ladder by its numbers, the weakest first, and three bots beside it."""
OLD_LEVELS = {
    "beginner": f"{NETWORK}:beginner",
    "casual": f"{NETWORK}:casual",
    "club": f"{NETWORK}:club",
    "expert": f"{NETWORK}:expert",
    "strongest": f"{NETWORK}:1",
}
"""Levels before there were numbers, with the bots that have their ratings."""
LEVEL_ALIASES = {name: str(number) for name, number in ALIASES.items()}
"""The level of the ladder for each old name."""


def number_of_level(level: str) -> int:
    """The number of a level on the ladder, also by an old name; 0 for bots beside it."""
    plain = LEVEL_ALIASES.get(level, level)
    return int(plain) if plain.isdecimal() else 0


def spec_of_level(level: str) -> str:
    """The bot of a level, also by an old name.

    Raises:
        RefusedError: there is no such level.
    """
    known = BOT_LEVELS.get(LEVEL_ALIASES.get(level, level))
    if known is None:
        raise RefusedError(
            "level", f"expected a level ({', '.join(BOT_LEVELS)}), got {level!r:.40}"
        )
    return known


def level_of_spec(spec: str) -> str:
    """The level that a bot plays at, by its present or old name; '' if it is none of the club's."""
    known = {spec: level for level, spec in {**OLD_LEVELS, **BOT_LEVELS}.items()}
    return known.get(spec, "")
