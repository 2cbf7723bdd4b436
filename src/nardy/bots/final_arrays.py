"""A bot's candidates as arrays; only the chosen one becomes a position of the rule book."""

from collections.abc import Mapping

import numpy as np

from nardy.bots.baseline.beam import beam
from nardy.bots.turns import Moves, dice_of, is_listed
from nardy.core.legal import begin, sequences
from nardy.core.position import Position
from nardy.core.situation import Situation
from nardy.errors import RulesError, TooManyTurns
from nardy.kernel import layout as at
from nardy.kernel.arrays import begin_rows, find_turns, position_arrays
from nardy.kernel.layout import Finals


def final_arrays(situation: Situation) -> Finals:
    """Every final position of the turn that is due, or some good ones of a cascade, in one row.

    Raises:
        IllegalTurnError: no dice have been rolled.
    """
    rules, dice = situation.rules, dice_of(situation)
    if is_listed(dice):
        try:
            found = find_turns(rules, begin_rows(rules, [situation.position], [dice])).finals
        except TooManyTurns:
            return as_arrays(beam(situation, dice))
        except RulesError:  # more checkers than the kernel can hold
            return as_arrays(sequences(rules, begin(rules, situation.position, dice)))
        end = int(found.offsets[1])
        return Finals(found.boards[:end], found.pins[:end], found.moves[:end], found.offsets)
    return as_arrays(beam(situation, dice))


def as_arrays(finals: Mapping[Position, Moves]) -> Finals:
    """Final positions of the rule book, with their moves."""
    boards, pins = position_arrays(list(finals))
    longest = max(map(len, finals.values()), default=0)
    moves = np.zeros((len(finals), max(1, longest), at.MOVE_SIZE), np.int8)
    for row, played in enumerate(finals.values()):
        for n, move in enumerate(played):
            moves[row, n] = move.origin, move.target, 0, move.hits
    return Finals(boards, pins, moves, np.array([0, len(finals)]))
