"""A bot that plays by a short table of weights and can explain its choices."""

from collections.abc import Callable, Mapping

from nardy.bots.baseline.acts import choose_act
from nardy.bots.baseline.evaluator import best, evaluate_all, reasons
from nardy.bots.bot import PositionBot
from nardy.bots.turns import (
    Moves,
    dice_of,
    final_positions,
    is_listed,
    longest,
    single_moves,
    unchecked_moves,
)
from nardy.core.dice import DiceList
from nardy.core.draft import Draft
from nardy.core.judge import find_turn
from nardy.core.legal import Reaches, begin, may_end
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.core.steps import MidTurn
from nardy.core.turn import Move, Turn
from nardy.errors import TooManyTurns

WIDTH = 6
Further = Callable[[MidTurn], dict[Move, MidTurn]]
"""The moves that may follow."""
MovesTo = dict[MidTurn, Moves]


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


def beam(situation: Situation, dice: DiceList, width: int = WIDTH) -> dict[Position, Moves]:
    """Some good final positions of a cascade, each with one way to reach it.

    After each move only the best few positions are kept. Checking that every move keeps the longest play
    within reach takes seconds where a cascade cannot be played to its end. So the length is computed once
    and moves are followed unchecked; shorter plays are dropped. If none is left, every move is checked.
    """
    rules, reaches = situation.rules, Reaches()
    begun = begin(rules, situation.position, dice)
    if dice.in_order:
        length = longest(rules, begun)
        ends = follow(rules, begun, width, lambda mid: unchecked_moves(rules, mid))
        finals = {
            mid.position: moves
            for mid, moves in ends.items()
            if (len(moves) == length or mid.is_over) and may_end(rules, mid)
        }
        if finals:
            return finals
    ends = follow(rules, begun, width, lambda mid: single_moves(rules, mid, reaches))
    return {mid.position: moves for mid, moves in ends.items()}


def follow(rules: Rules, begun: MidTurn, width: int, further: Further) -> MovesTo:
    """Follow the best positions until no move is left."""
    here: MovesTo = {begun: ()}
    ends: MovesTo = {}
    while here:
        ahead: MovesTo = {}
        for mid, moves in here.items():
            found = further(mid)
            if not found:
                ends.setdefault(mid, moves)
            for move, there in found.items():
                ahead.setdefault(there, (*moves, move))
        here = _best(rules, ahead, width)
    return ends


def _best(rules: Rules, ahead: MovesTo, width: int) -> MovesTo:
    mids = list(ahead)
    if len(mids) <= width:
        return ahead
    values = evaluate_all(rules, [mid.position for mid in mids])
    # Rounded as in `best`, so that equal values keep a fixed order.
    order = sorted(range(len(mids)), key=lambda n: (-round(values[n], 9), mids[n].position.player))
    return {mids[n]: ahead[mids[n]] for n in order[:width]}


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
