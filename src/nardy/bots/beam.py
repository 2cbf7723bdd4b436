"""Cascades move by move: of each step only the few best are followed."""

from nardy.bots.evaluator import evaluate_all
from nardy.bots.turns import Moves, single_moves
from nardy.core.dice import DiceList
from nardy.core.legal import Reaches, begin
from nardy.core.position import Position
from nardy.core.situation import Situation
from nardy.core.steps import MidTurn

WIDTH = 4


def beam(situation: Situation, dice: DiceList, width: int = WIDTH) -> dict[Position, Moves]:
    """Some good final positions, each with one way to reach it."""
    rules, reaches = situation.rules, Reaches()
    here: dict[MidTurn, Moves] = {begin(rules, situation.position, dice): ()}
    finals: dict[Position, Moves] = {}
    while here:
        ahead: dict[MidTurn, Moves] = {}
        for mid, moves in here.items():
            further = single_moves(rules, mid, reaches)
            if not further:
                finals.setdefault(mid.position, moves)
            for move, there in further.items():
                ahead.setdefault(there, (*moves, move))
        here = _best(situation, ahead, width)
    return finals


def _best(situation: Situation, ahead: dict[MidTurn, Moves], width: int) -> dict[MidTurn, Moves]:
    mids = list(ahead)
    if len(mids) <= width:
        return ahead
    values = evaluate_all(situation.rules, [mid.position for mid in mids])
    order = sorted(range(len(mids)), key=lambda n: (-round(values[n], 9), mids[n].position.player))
    return {mids[n]: ahead[mids[n]] for n in order[:width]}
