"""How a game can end, as a row of outcomes from the best to the worst.

An outcome is a class (kernel/scoring.py): the sizes of a win from the largest, a draw where the
game has one, the sizes of a loss from the smallest. A game in which nobody can ever move again
is so rare that only games with a draw of their own have a class for it.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np

from nardy.core.choices import LastThrow
from nardy.core.outcome import size_points, sizes
from nardy.core.rules import Rules
from nardy.kernel import scoring
from nardy.kernel.layout import Ints


class Outcomes(NamedTuple):
    """The outcomes of one game."""

    points: tuple[float, ...]
    """What each scores for the player, best first; a draw scores 0 for both."""
    stakes: Ints
    """For the kernel: int64[STAKES_SIZE]."""


def points_known(rules: Rules, count: int) -> tuple[float, ...]:
    """What each of so many outcomes scores, for a network of this reading or of its game.

    The readings of a game share its network, which may know fewer outcomes than they have.
    """
    own = outcomes_of(rules).points
    return own if len(own) == count else outcomes_of(rules.published).points


@lru_cache(maxsize=64)
def outcomes_of(rules: Rules) -> Outcomes:
    """The outcomes that a game under these rules can have.

    >>> from nardy.games import BACKGAMMON, LONG_NARDY
    >>> outcomes_of(BACKGAMMON).points, outcomes_of(LONG_NARDY).points
    ((3.0, 2.0, 1.0, -1.0, -2.0, -3.0), (2.0, 1.0, -1.0, -2.0))
    """
    points = {size: size_points(rules, size) for size in sizes(rules)}
    single = points["single"]
    gammon = points.get("gammon", single)
    homes = {rules.home_mars} if rules.home_mars else set[int]()
    values: list[int] = sorted({*points.values()} | homes)
    has_draw = rules.last_throw is not LastThrow.OFF or rules.mother
    stakes = np.full(scoring.STAKES_SIZE, scoring.NONE, np.int64)
    stakes[scoring.STAKES_SIZES] = len(values)
    stakes[scoring.STAKES_DRAW] = has_draw
    stakes[scoring.STAKES_SINGLE] = values.index(single)
    stakes[scoring.STAKES_GAMMON] = values.index(gammon)
    if "backgammon" in points:
        stakes[scoring.STAKES_BACKGAMMON] = values.index(points["backgammon"])
    if rules.home_mars:
        stakes[scoring.STAKES_HOME_MARS] = values.index(rules.home_mars)
    stakes[scoring.STAKES_LAST_THROW] = rules.last_throw is not LastThrow.OFF
    if rules.mother:
        stakes[scoring.STAKES_MOTHER] = values.index(gammon)
    wins = [float(value) for value in values[::-1]]
    draws = [0.0] if has_draw else []
    return Outcomes((*wins, *draws, *(-value for value in reversed(wins))), stakes)
