"""A network's values in the outcomes of the rules as played, with exact tables in front of it.

Variants of a game share its network. It may know fewer outcomes than a variant has (a draw, koks), or
others; each known outcome then stands for those of the variant that score nearest to it.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from nardy.core.rules import Rules
from nardy.evaluation.network.network import Floats, Network, Positions, Value
from nardy.evaluation.outcomes import outcome_matrix, outcomes_of, points_of
from nardy.exact.bearoff import race_chances


@dataclass(frozen=True)
class ExactFirst:
    """Values positions exactly where tables have them (exact/bearoff.py), otherwise by a network."""

    network: Network
    rules: Rules
    """As played; they define the outcomes."""

    def value(self, positions: Positions) -> tuple[Floats, Floats]:
        """Probabilities float32[n, outcomes] and equities float32[n] of the player who rolls next.

        Positions in no table get the network's values, mapped to the outcomes of these rules.
        """
        points, stakes = outcomes_of(self.rules)
        is_race, chances = race_chances(self.rules, stakes, positions)
        if not is_race.any():
            return self._guess(positions)
        # Rows of other positions are not yet written and may hold anything.
        equities = np.empty(len(chances), np.float32)
        equities[is_race] = product(chances[is_race], np.array(points, np.float32))
        others = np.flatnonzero(~is_race)
        if len(others):
            chances[others], equities[others] = self._guess(positions.part(others))
        return chances, equities

    @cached_property
    def _guess(self) -> Value:
        return mapped_value(self.network.value, self.network.rules, self.rules)


def mapped_value(value: Value, known: Rules, rules: Rules) -> Value:
    """Values mapped from the outcomes of `known` rules to those of a variant of the game.

    Probabilities are float32[n, outcomes of the variant]; equities follow its points.
    """
    points = points_of(rules).astype(np.float32)
    if np.array_equal(points, points_of(known)):
        return value
    shares = outcome_matrix(known, rules).astype(np.float32)

    def mapping(positions: Positions) -> tuple[Floats, Floats]:
        probabilities = product(value(positions)[0], shares)
        return probabilities, product(probabilities, points)

    return mapping


def product(chances: Floats, weights: Floats) -> Floats:
    """The matrix product of finite numbers, without a warning.

    Some of OpenBLAS' kernels set the processor's invalid-operation flag though no number is involved
    that could (NumPy's issue 24067). NumPy then warns.
    """
    with np.errstate(invalid="ignore"):
        return chances @ weights
