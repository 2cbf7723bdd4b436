"""A bot that plays by a short table of weights and can explain its choices."""

from collections.abc import Mapping

from nardy.bots.baseline.acts import choose_act
from nardy.bots.baseline.beam import beam
from nardy.bots.baseline.evaluator import best, reasons
from nardy.bots.bot import PositionBot
from nardy.bots.turns import Moves, dice_of, final_positions, is_listed
from nardy.core.draft import Draft
from nardy.core.judge import find_turn
from nardy.core.position import Position
from nardy.core.situation import Situation
from nardy.core.turn import Turn
from nardy.errors import TooManyTurns


class BaselineBot(PositionBot):
    """Takes the final position with the highest weighted sum of features."""

    name = "baseline"

    def choose(self, situation: Situation) -> tuple[Position, Moves]:
        finals = candidates(situation)
        final = best(situation, finals)
        return final, finals[final]

    def choose_act(self, situation: Situation) -> str:
        return choose_act(situation)


def candidates(situation: Situation) -> Mapping[Position, Moves]:
    """Every final position, or some good ones of a cascade."""
    dice = dice_of(situation)
    if is_listed(dice):
        try:
            return final_positions(situation.rules, situation.position, dice)
        except TooManyTurns:
            pass
    return beam(situation, dice)


def explain(situation: Situation, turn: Draft | Turn | str) -> list[tuple[str, float, float]]:
    """The reasons for and against a turn: name, weight and value of every feature.

    The largest come first. The bot compares the sums of weight times value.

    >>> from nardy.core.dice import Roll
    >>> from nardy.games import BACKGAMMON
    >>> moment = Situation(rules=BACKGAMMON, position=BACKGAMMON.start, roll=Roll(3, 1))
    >>> [round(value, 1) for name, _, value in explain(moment, "8/5 6/5") if name == "key points"]
    [1.0]

    Raises:
        IllegalTurnError: the turn is illegal.
    """
    final = turn.position if isinstance(turn, Draft) else find_turn(situation, str(turn))[1]
    return reasons(situation.rules, final)
