"""What counts in a race, and in every other position beside the contact: pips and waste.

A feature is a number seen by the player who has just moved: more is better where its weight is
positive. Numbers are kept near 1, so that weights can be compared.
"""

from collections.abc import Callable, Mapping

from nardy.bots.baseline.view import BotView, Number, SideFacts
from nardy.core.position import BAR, HOME, OFF

Feature = Callable[[BotView], Number]
"""A number of a position, seen by the player who has just moved."""

ON_ROLL = 4
"""Half a roll, in pips: the player who has just moved waits while the other rolls."""


def pips(side: SideFacts) -> Number:
    """Pips the side still has to go."""
    counts = side.counts
    return sum(place * counts[place] for place in range(1, BAR + 1))


def lead(view: BotView) -> Number:
    """The lead in the race, in rolls of ten pips; that the opponent rolls next is worth four."""
    return (pips(view.opponent) - pips(view.mover) - ON_ROLL) / 10


def race_lead(view: BotView) -> Number:
    """The same lead against the length of the race: ten pips are much near its end.

    What dice add up to strays with the root of how much is still to be rolled.
    """
    mine, theirs = pips(view.mover), pips(view.opponent)
    return (theirs - mine - ON_ROLL) / (theirs + mine + 10) ** 0.5


def borne_off(view: BotView) -> Number:
    """Checkers borne off more than the opponent, in fives."""
    return (view.mover.counts[OFF] - view.opponent.counts[OFF]) / 5


def thrown_away(side: SideFacts) -> Number:
    """Checkers on 1 and 2: pips that will be wasted when larger dice bear them off."""
    return side.counts[1] * 2 + side.counts[2]


def waste(view: BotView) -> Number:
    """More checkers deep at home than the opponent: they waste pips."""
    return (thrown_away(view.mover) - thrown_away(view.opponent)) / 5


def home_gaps(side: SideFacts) -> Number:
    """Empty points from 4 to 6, where a number would bear nothing off."""
    return sum(side.counts[point] == 0 for point in (4, 5, 6))


def gaps(view: BotView) -> Number:
    """More gaps on 4, 5 and 6 than the opponent."""
    return home_gaps(view.mover) - home_gaps(view.opponent)


def outside(side: SideFacts) -> Number:
    """Checkers that are not home yet: until they are, none is borne off."""
    return sum(side.counts[place] for place in range(HOME.stop, BAR + 1))


def stragglers(view: BotView) -> Number:
    """Checkers outside home more than the opponent's, in fives."""
    return (outside(view.mover) - outside(view.opponent)) / 5


RACE: Mapping[str, Feature] = {
    "lead": race_lead,
    "borne off": borne_off,
    "waste": waste,
    "gaps": gaps,
    "stragglers": stragglers,
}
"""The features of a race, by the names that `explain` gives."""
