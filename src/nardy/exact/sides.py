"""Numbered sides: every arrangement of one player's checkers in a game.

kernel/bearoff_rolls.py explains the numbers.
"""

import numpy as np

from nardy.core.choices import Contact
from nardy.core.rules import Rules
from nardy.kernel import layout as at
from nardy.kernel.arrays import rules_array
from nardy.kernel.bearoff_rolls import CHOOSE, DICE
from nardy.kernel.layout import Bytes, Ints
from nardy.kernel.solving import Sides, fill_sides


def side_numbers(counts: Bytes, points: int) -> Ints:
    """The numbers of sides with checkers on the points up to *points*, or off.

    `counts` int8[n, 26] are seen by their own player.

    Returns: int64[n].
    """
    beyond = counts[:, points:0:-1].cumsum(1, dtype=np.int64)
    steps = np.arange(points)
    return CHOOSE[beyond + steps, steps + 1].sum(1)


def last_place(rules: Rules) -> int:
    """The place with the longest way: the bar in hit games, otherwise 24."""
    return at.BAR if rules.contact is Contact.HIT else at.HEAD


def sides_of(rules: Rules) -> Sides:
    """Every side of a game of a few checkers, with the sides that each die leads to."""
    checkers, top = rules.checkers, last_place(rules)
    count = int(CHOOSE[checkers + top, top])
    sides = Sides(
        np.full((count, DICE, checkers), -1, np.int32),
        np.zeros((count, DICE, checkers), np.int8),
        np.full((count, at.PLACES), -1, np.int32),
        np.zeros(count, np.int64),
        np.zeros(count, np.int64),
        np.zeros((count, at.PLACES), np.int8),
    )
    fill_sides(rules_array(rules), top, sides)
    return sides
