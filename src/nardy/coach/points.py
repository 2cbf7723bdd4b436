"""The points that a fact counts, so that a reason can name the one that it is about."""

from nardy.core.choices import Contact
from nardy.core.position import Position
from nardy.core.rules import Rules

POINTS = {
    "home points": range(1, 7),
    "anchors": range(19, 25),
    "first quarter": range(19, 25),
    "second quarter": range(13, 19),
    "third quarter": range(7, 13),
    "spread": range(7, 25),
    "blocks": range(1, 25),
}
"""Facts that count points, and where."""


def held(rules: Rules, position: Position) -> set[int]:
    """The points on which the player to act lets nobody land, in their own numbering; pins left out."""
    least = 1 if rules.contact is Contact.BLOCK else 2
    return {point for point in range(1, 25) if position.player[point] >= least}


def counted_points(rules: Rules, position: Position, fact: str) -> set[int]:
    """The points that a fact of POINTS counts."""
    made = held(rules, position) & {*POINTS[fact]}
    if fact != "blocks":
        return made
    last = max((place for place, count in enumerate(position.opponent) if count), default=0)
    return {point for point in made if rules.facing(point) < last}


def gained_points(
    rules: Rules, best: Position, played: Position, fact: str, difference: float
) -> frozenset[int]:
    """The points that make a fact's difference, if the better position has all of the other's; else none."""
    own, other = (counted_points(rules, position, fact) for position in (best, played))
    gained = own - other
    # A hit may put a point in the way that both positions hold.
    is_all = not other - own and not gained & held(rules, played) and len(gained) == difference
    return frozenset(gained) if is_all else frozenset()
