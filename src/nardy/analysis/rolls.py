"""What all rolls of a moment are worth to who throws them: his chances before, and luck."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from nardy.bots.neural import NeuralBot
from nardy.core.dice import ROLLS, Roll
from nardy.core.situation import Situation
from nardy.evaluation.network.network import Floats

WEIGHTS = np.array([1 if roll.is_double else 2 for roll in ROLLS]) / 36
"""How likely each of ROLLS is."""

PLIES = 1
"""How far ahead these look: the rolls, and the answer to each that looks best at once."""


@dataclass(frozen=True, slots=True)
class Rolls:
    """The 21 rolls, each answered by the turn that looks best at once."""

    chances: Floats
    """Of every outcome before the roll."""
    equities: Floats
    """float32[21]: in the units in which a bot compares turns, in a match by the score."""

    @classmethod
    def of(cls, situation: Situation, bot: NeuralBot) -> Self:
        """Those of a moment before a roll; a bomb that is not exploded yet is kept."""
        found = bot.replies(situation)
        return cls(WEIGHTS @ found.probabilities[0], found.equities[0])

    @property
    def mean(self) -> float:
        """What the average roll is worth."""
        return float(WEIGHTS @ self.equities)

    def luck(self, roll: Roll) -> float:
        """By how much a roll is better than the average one."""
        return float(self.equities[ROLLS.index(roll)]) - self.mean
