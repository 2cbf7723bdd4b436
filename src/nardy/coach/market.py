"""The market of a double: after which exchanges of rolls the opponent could no longer take.

An exchange is the player's roll with the best turn and the opponent's roll with the best reply, both chosen
and valued by the network without look-ahead. Races at home are solved instead (exact/race_cube.py).
"""

import numpy as np

from nardy.bots.neural import NeuralBot
from nardy.coach.replies import ROLLS, WEIGHTS, CoachBot
from nardy.core.choices import Leftovers
from nardy.core.situation import Situation
from nardy.evaluation.cube.cubeful import DOUBLE_PASS, TOO_GOOD, race_market
from nardy.evaluation.cube.cubes import cubes_of, judge_of
from nardy.evaluation.network.network import Floats
from nardy.evaluation.outcomes import points_of
from nardy.kernel.layout import Doubles, Flags
from nardy.kernel.scoring import GOING_ON
from nardy.search.conversions import table_of
from nardy.search.every_roll import answered
from nardy.search.tables import Tables


def market_lost(situation: Situation, bot: NeuralBot) -> float | None:
    """The share of exchanges, 0 to 1, after which the opponent passes or the player has won.

    None in games with a bomb or with dice left to the opponent, where turns do not simply alternate.
    """
    rules = situation.rules
    if rules.bomb or rules.leftover is Leftovers.OPPONENT or situation.left:
        return None
    if (raced := race_market(situation)) is not None:
        return raced
    valuation = CoachBot.of(bot).valuation(situation)
    after, turn, chances = answered(
        valuation.game, table_of(valuation.game, situation), valuation.value
    )
    lost = _won(situation, chances) & (turn.outcomes != GOING_ON)
    total = float(WEIGHTS @ lost)
    going = np.flatnonzero(turn.outcomes == GOING_ON)
    if not len(going):
        return total
    again, reply, theirs = answered(valuation.game, after.part(going), valuation.value)
    mine = theirs[:, ::-1]
    passes = np.where(
        reply.outcomes == GOING_ON, _passes(situation, again, mine), _won(situation, mine)
    )
    weights: Doubles = np.outer(WEIGHTS[going], WEIGHTS).ravel()
    return total + float(weights @ passes.reshape(len(going) * ROLLS))


def _won(situation: Situation, chances: Floats) -> Flags:
    """bool[n]: which outcomes are a win for sure."""
    won: Flags = chances[:, points_of(situation.rules) > 0].sum(1) > 1 - 1e-6
    return won


def _passes(situation: Situation, tables: Tables, chances: Floats) -> Flags:
    """bool[n]: where the player, on roll again, could double and the opponent should pass."""
    cubes = cubes_of(situation, len(chances))
    choices = judge_of(situation).judge(chances, tables.facts, cubes).choices
    return (choices == DOUBLE_PASS) | (choices == TOO_GOOD)
