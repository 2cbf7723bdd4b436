"""What the searches of one turn share: their scratch, and how a move is written."""

from typing import NamedTuple

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.jit import entry, inlined
from nardy.kernel.layout import Bytes, Ints

LEVEL_SIZE = 7
"""The columns that a level has at most."""
MOST_ALIKE = 512
"""Room for the turns of two dice that might meet in one position."""


class Work(NamedTuple):
    """Arrays that a search may write: made once for a batch."""

    frame: Ints
    """What stays the same while one turn is played (layout.FRAME_...)."""
    own: Bytes
    """The player's counts, changed and restored while moves are tried."""
    seconds: Ints
    """For each origin, mask of the second moves after it (two_dice.py)."""
    alike: Ints
    """Final positions that are compared (two_dice.py)."""
    levels: Ints
    """One row for each move made (equal_dice.py, moves.py)."""
    moves: Bytes
    """The moves of the final positions (layout): where a search puts what it finds."""


@entry
def make_work(moves: Bytes, most: int) -> Work:
    """The scratch for searches of at most so many dice that write into these moves."""
    return Work(
        np.zeros(at.FRAME_SIZE, np.int64),
        np.zeros(at.PLACES, np.int8),
        np.zeros(at.PLACES, np.int64),
        np.zeros((MOST_ALIKE, 3), np.int64),
        np.zeros((most + 1, LEVEL_SIZE), np.int64),
        moves,
    )


class SearchMove(NamedTuple):
    """One move in a search."""

    origin: int
    target: int
    die: int
    lands: int
    """1 where it lands on a lone opposing checker, else 0."""


@inlined
def write_move(moves: Bytes, k: int, j: int, move: SearchMove) -> None:
    """The move numbered j of the final position k."""
    moves[k, j, at.MOVE_ORIGIN] = move.origin
    moves[k, j, at.MOVE_TARGET] = move.target
    moves[k, j, at.MOVE_DIE] = move.die
    moves[k, j, at.MOVE_HITS] = move.lands


@inlined
def clear_moves(moves: Bytes, k: int, first: int) -> None:
    """No move from the one numbered *first* on."""
    for j in range(first, moves.shape[1]):
        for column in range(at.MOVE_SIZE):
            moves[k, j, column] = 0
