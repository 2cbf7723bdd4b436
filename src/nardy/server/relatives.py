"""Whose network judges a game of the club's own: the nearest relative's that has its equipment.

To a network such a game is its relative with other laws, as it is with options: what is lawful and
what it pays is the game's own, only what positions promise is known from the relative.
"""

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from functools import lru_cache

from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.games import GAMES
from nardy.server.repertoire import in_log

_WORDS = {"id", "name", "russian", "aliases", "source", "names", "presets", "base"}
_LAWS = [field.name for field in fields(Rules) if field.name not in _WORDS]


def relative_of(rules: Rules) -> Rules | None:
    """The game of the family that differs in the fewest laws; None where none has its equipment.

    >>> from nardy.games import LONG_NARDY
    >>> relative_of(LONG_NARDY.replace(id="courtyard", koks=3)).id
    'long-nardy'
    """
    alike = [one for one in GAMES.values() if _equipment(one) == _equipment(rules)]
    return min(alike, key=lambda one: _differences(one, rules), default=None)


def kin(rules: Rules) -> Rules:
    """The same laws as a reading of the relative; a game of the family, or without one, as it is."""
    return _kin(rules, rules.published)


@lru_cache(maxsize=512)
def _kin(rules: Rules, published: Rules) -> Rules:
    """Keyed by both: equal laws may be a reading of different games."""
    relative = None if published.id in GAMES else relative_of(published)
    if relative is None:
        return rules
    return replace(rules, id=relative.id, name=relative.name, base=relative)


def as_kin(situation: Situation) -> Situation:
    """A moment as bots see it."""
    rules = kin(situation.rules)
    return situation if rules is situation.rules else replace(situation, rules=rules)


def find_kin(rules: Sequence[Rules]) -> Callable[[str], Rules]:
    """How the games of a room's log are found for who judges them."""
    find = in_log(rules)
    return lambda text: kin(find(text))


def _equipment(rules: Rules) -> tuple[object, ...]:
    return rules.direction, rules.contact, rules.checkers, len(rules.stakes)


def _differences(one: Rules, other: Rules) -> int:
    return sum(getattr(one, name) != getattr(other, name) for name in _LAWS)
