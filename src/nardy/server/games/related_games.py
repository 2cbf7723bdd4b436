"""Games without a network as bots see them: a variant of a related built-in game, whose network they use.

evaluation/network/related_games.py chooses the related game.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.evaluation.network.related_games import network_game
from nardy.server.games.rule_versions import in_log


def related_game(rules: Rules) -> Rules:
    """The same laws under the id of the related game; other rules are returned as they are."""
    return _related_game(rules, rules.published)


@lru_cache(maxsize=512)
def _related_game(rules: Rules, published: Rules) -> Rules:
    """Cached by both arguments: equal laws may be options of different games."""
    relative = network_game(published)
    if relative is None or relative.id == published.id:
        return rules
    return replace(rules, id=relative.id, name=relative.name, base=relative)


def as_related_game(situation: Situation) -> Situation:
    """The situation as bots see it."""
    rules = related_game(situation.rules)
    return situation if rules is situation.rules else replace(situation, rules=rules)


def find_related_game(rules: Sequence[Rules]) -> Callable[[str], Rules]:
    """A function that finds the games of a room's log as bots see them."""
    find = in_log(rules)
    return lambda text: related_game(find(text))
