"""A network's values in the outcomes of a reading of its game.

The readings of a game share its network, which may know fewer outcomes than they have (a draw,
koks) or others. What it knows then stands for the outcomes that score as much, or nearly.
"""

from collections.abc import Callable

import numpy as np

from nardy.core.rules import Rules
from nardy.evaluation.network.network import Floats, Positions
from nardy.evaluation.outcomes import outcome_matrix, points_of

Value = Callable[[Positions], tuple[Floats, Floats]]


def mapped_value(value: Value, known: Rules, rules: Rules) -> Value:
    """Values in the outcomes of a game that is `known`, in those of a reading of it.

    Probabilities float32[n, outcomes of the reading], and equities by its stakes.
    """
    points = points_of(rules).astype(np.float32)
    if np.array_equal(points, points_of(known)):
        return value
    shares = outcome_matrix(known, rules).astype(np.float32)

    def mapping(positions: Positions) -> tuple[Floats, Floats]:
        # Seen once in many runs, for reasons unknown; all chances looked at since were numbers.
        with np.errstate(invalid="ignore"):
            probabilities: Floats = value(positions)[0] @ shares
            equities: Floats = probabilities @ points
        return probabilities, equities

    return mapping
