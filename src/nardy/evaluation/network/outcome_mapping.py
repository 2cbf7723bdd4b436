"""A network's values mapped to the outcomes of a variant of its game.

Variants of a game share its network. It may know fewer outcomes than a variant has (a draw, koks), or
others; each known outcome then stands for those of the variant that score nearest to it.
"""

from collections.abc import Callable

import numpy as np

from nardy.core.rules import Rules
from nardy.evaluation.network.network import Floats, Positions
from nardy.evaluation.outcomes import outcome_matrix, points_of

Value = Callable[[Positions], tuple[Floats, Floats]]


def mapped_value(value: Value, known: Rules, rules: Rules) -> Value:
    """Values mapped from the outcomes of `known` rules to those of a variant of the game.

    Probabilities are float32[n, outcomes of the variant]; equities follow its points.
    """
    points = points_of(rules).astype(np.float32)
    if np.array_equal(points, points_of(known)):
        return value
    shares = outcome_matrix(known, rules).astype(np.float32)

    def mapping(positions: Positions) -> tuple[Floats, Floats]:
        # An invalid-value warning came up once, cause unknown; all chances checked since were finite.
        with np.errstate(invalid="ignore"):
            probabilities: Floats = value(positions)[0] @ shares
            equities: Floats = probabilities @ points
        return probabilities, equities

    return mapping
