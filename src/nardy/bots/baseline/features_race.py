"""Features of a race, also used in contact: pips and waste.

A feature is a number seen by the player who has just moved: more is better where its weight is
positive. Values are kept near 1, so that weights are comparable.
"""

from collections.abc import Callable, Mapping

from nardy.bots.baseline.view import BotView, Number, SideFacts
from nardy.core.position import BAR, HOME, OFF

Feature = Callable[[BotView], Number]
"""A feature's value, seen by the player who has just moved."""

ON_ROLL = 4
"""Half a roll, in pips: the opponent rolls next."""


def pips(side: SideFacts) -> Number:
    """Pip count of the side."""
    counts = side.counts
    return sum(place * counts[place] for place in range(1, BAR + 1))


def lead(view: BotView) -> Number:
    """The lead in the race in rolls of ten pips, adjusted for the opponent's roll."""
    return (pips(view.opponent) - pips(view.mover) - ON_ROLL) / 10


def race_lead(view: BotView) -> Number:
    """The same lead relative to the length of the race.

    The spread of dice sums grows with the square root of the pips still to roll.
    """
    mine, theirs = pips(view.mover), pips(view.opponent)
    return (theirs - mine - ON_ROLL) / (theirs + mine + 10) ** 0.5


def borne_off(view: BotView) -> Number:
    """Checkers borne off, minus the opponent's, in fives."""
    return (view.mover.counts[OFF] - view.opponent.counts[OFF]) / 5


def thrown_away(side: SideFacts) -> Number:
    """Checkers on 1 and 2: pips that larger dice will waste."""
    return side.counts[1] * 2 + side.counts[2]


def waste(view: BotView) -> Number:
    """Waste of checkers deep at home, minus the opponent's, in fives."""
    return (thrown_away(view.mover) - thrown_away(view.opponent)) / 5


def home_gaps(side: SideFacts) -> Number:
    """Empty points from 4 to 6, where a number bears nothing off."""
    return sum(side.counts[point] == 0 for point in (4, 5, 6))


def gaps(view: BotView) -> Number:
    """Empty points from 4 to 6, minus the opponent's."""
    return home_gaps(view.mover) - home_gaps(view.opponent)


def outside(side: SideFacts) -> Number:
    """Checkers outside home; until they are in, none is borne off."""
    return sum(side.counts[place] for place in range(HOME.stop, BAR + 1))


def stragglers(view: BotView) -> Number:
    """Checkers outside home, minus the opponent's, in fives."""
    return (outside(view.mover) - outside(view.opponent)) / 5


RACE: Mapping[str, Feature] = {
    "lead": race_lead,
    "borne off": borne_off,
    "waste": waste,
    "gaps": gaps,
    "stragglers": stragglers,
}
"""The features of a race, by the names in `explain`."""
