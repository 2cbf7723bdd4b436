"""Beam search through cascades: after each move only the best few positions are kept.

Checking that every move keeps the longest play within reach takes seconds where a cascade cannot be
played to its end. So the length is computed once and moves are followed unchecked; shorter plays are
dropped. If none is left, every move is checked after all.
"""

from collections.abc import Callable

from nardy.bots.baseline.evaluator import evaluate_all
from nardy.bots.turns import Moves, longest, single_moves, unchecked_moves
from nardy.core.dice import DiceList
from nardy.core.legal import Reaches, begin, may_end
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.core.steps import MidTurn
from nardy.core.turn import Move

WIDTH = 6
Further = Callable[[MidTurn], dict[Move, MidTurn]]
"""The moves that may follow."""
Ways = dict[MidTurn, Moves]


def beam(situation: Situation, dice: DiceList, width: int = WIDTH) -> dict[Position, Moves]:
    """Some good final positions, each with one way to reach it."""
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


def follow(rules: Rules, begun: MidTurn, width: int, further: Further) -> Ways:
    """Follow the best positions until no move is left."""
    here: Ways = {begun: ()}
    ends: Ways = {}
    while here:
        ahead: Ways = {}
        for mid, moves in here.items():
            found = further(mid)
            if not found:
                ends.setdefault(mid, moves)
            for move, there in found.items():
                ahead.setdefault(there, (*moves, move))
        here = _best(rules, ahead, width)
    return ends


def _best(rules: Rules, ahead: Ways, width: int) -> Ways:
    mids = list(ahead)
    if len(mids) <= width:
        return ahead
    values = evaluate_all(rules, [mid.position for mid in mids])
    order = sorted(range(len(mids)), key=lambda n: (-round(values[n], 9), mids[n].position.player))
    return {mids[n]: ahead[mids[n]] for n in order[:width]}
