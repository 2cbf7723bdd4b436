"""Shared scratch of the turn searches, and writing of moves."""

from typing import NamedTuple

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.jit import entry, inlined
from nardy.kernel.layout import Bytes, Ints

LEVEL_SIZE = 7
"""Most columns of a level."""
MOST_ALIKE = 512
"""Room for turns of two dice that may reach the same position."""


class Work(NamedTuple):
    """Arrays for a search to write: made once for a batch."""

    frame: Ints
    """Constants of one turn (layout.FRAME_...)."""
    own: Bytes
    """The player's counts, changed and restored while moves are tried."""
    seconds: Ints
    """For each origin, a mask of the second moves after it (two_dice.py)."""
    alike: Ints
    """Final positions to compare (two_dice.py)."""
    levels: Ints
    """One row for each move made (equal_dice.py, moves.py)."""
    moves: Bytes
    """The moves of the final positions (layout): output of the searches."""


@entry
def make_work(moves: Bytes, most: int) -> Work:
    """Scratch for searches of at most this many dice, with these moves as output."""
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
    """1 if it lands on a single opposing checker, otherwise 0."""


@inlined
def write_move(moves: Bytes, k: int, j: int, move: SearchMove) -> None:
    """Write move j of final position k."""
    moves[k, j, at.MOVE_ORIGIN] = move.origin
    moves[k, j, at.MOVE_TARGET] = move.target
    moves[k, j, at.MOVE_DIE] = move.die
    moves[k, j, at.MOVE_HITS] = move.lands


@inlined
def clear_moves(moves: Bytes, k: int, first: int) -> None:
    """Clear the moves from index *first* on."""
    for j in range(first, moves.shape[1]):
        for column in range(at.MOVE_SIZE):
            moves[k, j, column] = 0
