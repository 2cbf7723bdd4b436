"""The outcomes of a game as a row, from the best to the worst.

The sizes of a win come first, from the largest. A draw follows if the game has one. Then come the sizes
of a loss, from the smallest (kernel/scoring.py). A game that ends because neither player can move is so
rare that only games with draws have an outcome for it.
"""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nardy.core.choices import LastThrow
from nardy.core.outcome import size_points, sizes
from nardy.core.rules import Rules
from nardy.kernel import scoring
from nardy.kernel.layout import Ints


class Outcomes(NamedTuple):
    points: tuple[float, ...]
    """Points of each for the player, best first; a draw is 0."""
    stakes: Ints
    """For the kernel: int64[STAKES_SIZE]."""


def points_of(rules: Rules) -> NDArray[np.float64]:
    """Points of each outcome for the player, best first: float64[outcomes]."""
    return np.array(outcomes_of(rules).points)


def outcome_matrix(known: Rules, rules: Rules) -> NDArray[np.float64]:
    """The matrix that maps `known` outcomes to those of a variant, float64[known, own].

    Each row has 1 at the outcome with the nearest points, or 1/2 at two that are equally near.
    """
    points, own = points_of(known), points_of(rules)
    far = abs(points[:, None] - own)
    near = far == far.min(1, keepdims=True)
    return near / near.sum(1, keepdims=True)


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
    # Two pinned mothers end a game without a winner.
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
