"""The evaluation behind reviews: a bot's network, looking ahead with the cube in play, and all rolls.

`Rolls` are the values of all rolls at a moment for the player who rolls: chances before the roll, and luck.
"""

from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np

from nardy.bots.neural import NeuralBot
from nardy.core.choices import Leftovers
from nardy.core.cube import Owner
from nardy.core.dice import ROLLS, Roll
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.evaluation.cube.cubeful import CubeEquities, cube_equities, race_equities
from nardy.evaluation.cube.lookahead import CubeAhead, Stand
from nardy.evaluation.network.move_filter import FilterWidth
from nardy.evaluation.network.network import Floats
from nardy.evaluation.outcomes import points_of
from nardy.kernel.scoring import FACT_FIRST
from nardy.search.choose import Value
from nardy.search.conversions import table_of
from nardy.search.cube_look import waits
from nardy.search.tables import GameTables

IN_MATCH = FilterWidth(12, 0.2)
"""Wider in matches: the filter was trained on points, and gammons count differently here."""


class CubeEvaluation(NamedTuple):
    """Evaluation before a roll, for the player who may double."""

    chances: Floats
    """Of every outcome, the best first, at this depth."""
    equities: CubeEquities
    plies: int


class Judge(NeuralBot):
    """Compares turns and cube acts at the plies of its bot, with both sides using the cube."""

    @classmethod
    def of(cls, bot: NeuralBot) -> Self:
        """The judge with the network and the plies of a bot."""
        return bot if isinstance(bot, cls) else cls(bot.plies, bot.file)

    def weigh(self, situation: Situation) -> CubeEvaluation:
        """Equities of doubling and of not doubling for the player who may double."""
        # Leftover dice are played before a roll, and look-ahead begins with a roll.
        plies = 0 if situation.left else self.plies
        game, value = self._game_and_value(situation)
        table = table_of(game, situation)
        if not plies or game.cube is None:
            chances = self.expect(situation)
            equities = cube_equities(situation, chances, price=self.price(situation))
            return CubeEvaluation(chances, equities, plies)
        first = int(table.facts[0, FACT_FIRST])
        # Both cubes are valued in one search, since their positions are the same.
        doubled = Stand(1, Owner.OPPONENT)
        looked = waits(game, table, value, plies, [game.cube.stands[first], doubled])
        waiting, taken = looked.equities[0].tolist()
        passed = game.cube.cube_values[first].cash(game.cube.stands[first])
        # Where the exact table has the position, no search is as good.
        equities = race_equities(situation) or CubeEquities(waiting, taken, passed)
        return CubeEvaluation(looked.probabilities[0], equities, plies)

    def _game_and_value(self, situation: Situation) -> tuple[GameTables, Value]:
        """As in `NeuralBot`, but with the cube in look-ahead, and in matches with a wider filter."""
        game, value = super()._game_and_value(situation)
        rules = situation.rules
        # Look-ahead with the cube knows neither bombs nor leftover dice (search/cube_look.py).
        if rules.bomb or rules.leftover is Leftovers.OPPONENT:
            return game, value
        if not situation.is_money:
            plain = GameTables.of(rules).with_filter(self.network(rules).move_filter)
            game = game._replace(move_filter=plain.move_filter, filter_width=IN_MATCH)
        return game._replace(cube=CubeAhead.of(situation)), value


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
    return float(chances[points > 0].sum()), float(chances[points < 0].sum())
