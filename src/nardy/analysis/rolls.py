"""The values of all rolls at a moment for the player who rolls: chances before the roll, and luck."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from nardy.bots.neural import NeuralBot
from nardy.core.dice import ROLLS, Roll
from nardy.core.situation import Situation
from nardy.evaluation.network.network import Floats

WEIGHTS = np.array([1 if roll.is_double else 2 for roll in ROLLS]) / 36
"""The probabilities of ROLLS."""

PLIES = 1
"""Look-ahead of these values: the rolls, each with its best answer without further look-ahead."""


@dataclass(frozen=True, slots=True)
class Rolls:
    """The 21 rolls, each answered by the best turn without look-ahead."""

    chances: Floats
    """Of every outcome before the roll."""
    equities: Floats
    """float32[21], in the unit in which a bot compares turns; in a match by the score."""

    @classmethod
    def of(cls, situation: Situation, bot: NeuralBot) -> Self:
        """The rolls of a moment before a roll; an unexploded bomb is kept."""
        found = bot.replies(situation)
        return cls(WEIGHTS @ found.probabilities[0], found.equities[0])

    @property
    def mean(self) -> float:
        """Mean equity over the rolls."""
        return float(WEIGHTS @ self.equities)

    def luck(self, roll: Roll) -> float:
        """Gain of a roll over the mean."""
        return float(self.equities[ROLLS.index(roll)]) - self.mean
