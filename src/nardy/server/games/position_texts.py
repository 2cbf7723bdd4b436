"""Positions as texts for another process, which knows the built-in games alone.

A bot sees a club's own game as a variant of a related one; its laws are told if options can say all of them.
"""

from functools import lru_cache

from nardy.core.options import rules_text
from nardy.core.reading import read_situation
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.core.text import situation_text
from nardy.errors import NardyError
from nardy.games import find_game
from nardy.server.games.rule_versions import are_equal


def told(situation: Situation) -> str | None:
    """The text of a situation as bots see it; None if its laws cannot be told."""
    return situation_text(situation) if _are_told(situation.rules) else None


def understood(text: str) -> Situation:
    """The situation of a text.

    Raises:
        NotationError, PositionError, RulesError: it is none.
    """
    return read_situation(text, find_game)


@lru_cache(maxsize=512)
def _are_told(rules: Rules) -> bool:
    """Whether the laws are those that their text means."""
    try:
        return are_equal(find_game(rules_text(rules)), rules)
    except NardyError:
        return False
