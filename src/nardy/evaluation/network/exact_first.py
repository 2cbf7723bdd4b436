"""Exact tables in front of a network: bear-off races are looked up."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from nardy.core.rules import Rules
from nardy.evaluation.network.network import Floats, Network, Positions
from nardy.evaluation.network.outcome_mapping import Value, mapped_value
from nardy.evaluation.outcomes import outcomes_of
from nardy.exact.bearoff import race_chances


@dataclass(frozen=True)
class ExactFirst:
    """Values positions exactly where tables have them (exact/bearoff.py), otherwise by a network."""

    network: Network
    rules: Rules
    """As played; they define the outcomes."""

    def value(self, positions: Positions) -> tuple[Floats, Floats]:
        """Probabilities float32[n, outcomes] and equities float32[n] of the player who rolls next.

        Positions in no table get the network's values, mapped to the outcomes of these rules
        (outcome_mapping.py).
        """
        points, stakes = outcomes_of(self.rules)
        is_race, chances = race_chances(self.rules, stakes, positions)
        if not is_race.any():
            return self._guess(positions)
        # Rows of other positions are not yet written and may hold anything.
        equities = np.empty(len(chances), np.float32)
        equities[is_race] = chances[is_race] @ np.array(points, np.float32)
        others = np.flatnonzero(~is_race)
        if len(others):
            boards, pins, seat, facts = positions
            some = Positions(boards[others], pins[others], seat, facts[others])
            chances[others], equities[others] = self._guess(some)
        return chances, equities

    @cached_property
    def _guess(self) -> Value:
        return mapped_value(self.network.value, self.network.rules, self.rules)
