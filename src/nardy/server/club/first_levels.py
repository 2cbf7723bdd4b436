"""Which level of bots a club offers first: for all games, and for some of them another one."""

import re
from collections.abc import Mapping

from nardy.errors import NardyError
from nardy.games import ROTATIONS
from nardy.search.level_numbers import NUMBERS
from nardy.server.errors import RefusedError
from nardy.server.games.rule_versions import RuleVersions

EVERY = ""
"""The key of the level for all games that are not named."""
_GAME_AND_LEVEL = re.compile(rf"(?:([\w-]+)=)?([{NUMBERS[0]}-{NUMBERS[-1]}])")


def levels_of(text: str) -> Mapping[str, str]:
    """The levels of a text by the id of the game; '' stands for all others.

    >>> levels_of("3 long-nardy=5")
    {'': '3', 'long-nardy': '5'}

    Raises:
        RefusedError: there is no such level.
    """
    found: dict[str, str] = {}
    for word in text.split():
        part = _GAME_AND_LEVEL.fullmatch(word)
        if part is None:
            expected = f"expected a level from {NUMBERS[0]} to {NUMBERS[-1]}, for one game such as long-nardy=5"
            raise RefusedError("club-levels", f"{expected}, got {word!r:.40}; correct it")
        found[part[1] or EVERY] = part[2]
    return found


def is_game(text: str, known: RuleVersions) -> bool:
    """Whether a text is the id of a game or rotation of the club."""
    if text in ROTATIONS:
        return True
    try:
        return known.find(text).published.id == text
    except NardyError:
        return False
