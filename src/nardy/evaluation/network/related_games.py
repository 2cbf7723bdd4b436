"""Whose network judges a game of one's own: the nearest relative's that has its equipment.

To a network such a game is its relative with other laws, as it is with options: what is lawful and
what it pays is the game's own, only what positions promise is known from the relative.
"""

from dataclasses import fields

from nardy.core.rules import Rules
from nardy.data import weights_file
from nardy.games import GAMES

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


def network_game(rules: Rules) -> Rules | None:
    """The game of the family whose network plays by these rules; None where there is none."""
    published = rules.published
    found = published if published.id in GAMES else relative_of(published)
    return found if found and weights_file(found.id).is_file() else None


def _equipment(rules: Rules) -> tuple[object, ...]:
    return rules.direction, rules.contact, rules.checkers


def _differences(one: Rules, other: Rules) -> int:
    return sum(getattr(one, name) != getattr(other, name) for name in _LAWS)
