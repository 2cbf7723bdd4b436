"""A game of the club's own as bots see it: a reading of its nearest relative.

Whose network judges it: evaluation/network/related_games.py.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.evaluation.network.related_games import relative_of
from nardy.games import GAMES
from nardy.server.games.rule_versions import in_log


def related_game(rules: Rules) -> Rules:
    """The same laws as a reading of the relative; a game of the family, or without one, as it is."""
    return _related_game(rules, rules.published)


@lru_cache(maxsize=512)
def _related_game(rules: Rules, published: Rules) -> Rules:
    """Keyed by both: equal laws may be a reading of different games."""
    relative = None if published.id in GAMES else relative_of(published)
    if relative is None:
        return rules
    return replace(rules, id=relative.id, name=relative.name, base=relative)


def as_related_game(situation: Situation) -> Situation:
    """A moment as bots see it."""
    rules = related_game(situation.rules)
    return situation if rules is situation.rules else replace(situation, rules=rules)


def find_related_game(rules: Sequence[Rules]) -> Callable[[str], Rules]:
    """How the games of a room's log are found for who judges them."""
    find = in_log(rules)
    return lambda text: related_game(find(text))
