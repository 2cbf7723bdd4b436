"""Position values under the Jacoby rule: a money game with a centered cube.

A game that ends now is a single. Gammons still count for what they are worth once the cube is turned.
"""

from dataclasses import dataclass

import numpy as np

from nardy.core.cube import Owner
from nardy.core.situation import Situation
from nardy.evaluation.cube.equity_table import Chances
from nardy.evaluation.cube.match_cube import EFFICIENCY
from nardy.evaluation.cube.match_value import Evaluator
from nardy.evaluation.cube.money_cube import Access, dead_cubes, money_worth, stakes_of_many
from nardy.evaluation.network.network import Floats, Positions
from nardy.evaluation.outcomes import points_of


@dataclass(frozen=True, eq=False)
class JacobyValue:
    """An evaluator with the equities of a centered cube, in units of the cube."""

    evaluator: Evaluator
    points: Chances
    """float64[outcomes], the best first."""
    is_dead: bool
    """Whether the cube may no longer be turned."""

    @classmethod
    def of(cls, situation: Situation, evaluator: Evaluator) -> "JacobyValue":
        """Values of positions that follow from this moment before anybody doubles."""
        rules = situation.rules
        dead = dead_cubes(rules.cube_cap, np.array([situation.cube.value]))
        return cls(evaluator, points_of(rules), bool(dead[0]))

    @property
    def worth(self) -> Chances:
        """float64[2, outcomes]: points of every outcome if it happens now, the same for both players."""
        return np.tile(np.clip(self.points, -1, 1), (2, 1))

    def value(self, positions: Positions) -> tuple[Floats, Floats]:
        """Probabilities and equities of the player who rolls next, as `Network.value`."""
        probabilities, equities = self.evaluator.value(positions)
        if self.is_dead:
            equities[:] = probabilities @ self.worth[0]
            return probabilities, equities
        stakes = stakes_of_many(self.points, probabilities)
        centered = Access.of(Owner.NOBODY, len(equities))
        equities[:] = money_worth(stakes, centered, EFFICIENCY, jacoby=True)
        return probabilities, equities
