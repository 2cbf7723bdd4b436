"""The network of a game without its own: that of the built-in game with the fewest different laws.

One rule serves built-in games and games from files. The rules of the game decide which turns are legal and
what outcomes score; only the values of positions come from the relative.
"""

from dataclasses import fields

from nardy.core.rules import WORDS, Rules
from nardy.data import weights_file
from nardy.games import GAMES

# Laws are all fields that are no words, so a new law counts without a change here.
_LAWS = [field.name for field in fields(Rules) if field.name not in {*WORDS, "base"}]


def network_game(rules: Rules) -> Rules | None:
    """The built-in game whose network values games under these rules; None without one."""
    published = rules.published
    if published.id in GAMES and _has_network(published):
        return published
    return relative_of(published)


def relative_of(rules: Rules) -> Rules | None:
    """The built-in game with a network that differs in the fewest laws.

    None where direction, contact or checkers differ.

    >>> from nardy.games import LONG_NARDY
    >>> relative_of(LONG_NARDY.replace(id="courtyard", koks=3)).id
    'long-nardy'
    """
    # The inputs of a network depend on these three, so its weights fit no other game.
    alike = (one for one in GAMES.values() if _equipment(one) == _equipment(rules))
    related = [one for one in alike if one.id != rules.id and _has_network(one)]
    return min(related, key=lambda one: _differences(one, rules), default=None)


def _has_network(rules: Rules) -> bool:
    return weights_file(rules.id).is_file()


def _equipment(rules: Rules) -> tuple[object, ...]:
    return rules.direction, rules.contact, rules.checkers


def _differences(one: Rules, other: Rules) -> int:
    return sum(getattr(one, name) != getattr(other, name) for name in _LAWS)
