"""The evaluation behind reviews: a bot's network, looking ahead with the cube in play, and all rolls.

`Rolls` are the values of all rolls at a moment for the player who rolls: chances before the roll, and luck.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np

from nardy.bots.neural import NeuralBot
from nardy.core.dice import ROLLS, Roll
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.evaluation.network.network import Floats
from nardy.evaluation.outcomes import points_of
from nardy.search.choose import Value
from nardy.search.tables import GameTables


class Judge(NeuralBot):
    """Compares turns and cube acts at the plies of its bot, with both sides using the cube."""

    def __init__(self, plies: int = 1, file: Path | None = None) -> None:
        """Look so far ahead for turns and for the cube, with the bundled networks or that of a file."""
        super().__init__(plies, file)
        self.cube_plies = plies

    @classmethod
    def of(cls, bot: NeuralBot) -> Self:
        """The judge with the network and the plies of a bot."""
        return bot if isinstance(bot, cls) else cls(bot.plies, bot.file)

    def _game_and_value(self, situation: Situation) -> tuple[GameTables, Value]:
        return self._with_cube(situation)


WEIGHTS = np.array([1 if roll.is_double else 2 for roll in ROLLS]) / 36
"""The probabilities of ROLLS."""

ROLL_PLIES = 1
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


def win_and_lose(rules: Rules, chances: Floats) -> tuple[float, float]:
    """The chances to win and to lose, from those of every outcome."""
    points = points_of(rules)
    win, lose = (float(chances[each].sum()) for each in (points > 0, points < 0))
    # Sums of single precision may pass 1 in the eighth digit.
    return min(win, 1.0), min(lose, 1.0)
