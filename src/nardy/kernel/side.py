"""One player's checkers and what is closed to them, as masks in that player's own numbering.

Vocabulary: a mask shifted right by a die is the same checkers after the move.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nardy.kernel import layout as at
from nardy.kernel.jit import inlined, jit, number
from nardy.kernel.laws import POINTS, faced
from nardy.kernel.layout import Bytes, Ints, Pins

Floats = NDArray[np.float32]


class Side(NamedTuple):
    """One player's view of the board as masks in his own numbering."""

    held: int
    """Places with a checker that may move: bar and points, none that are pinned."""
    free: int
    """Points on which no opposing checkers stop him."""
    lone: int
    """Points where he would hit or pin."""
    bar: int
    """How many checkers are on the bar."""
    pips: int
    home: int
    """Mask of all checkers where all that are left are at home, else 0."""


@jit
def side_of(rules: Ints, boards: Bytes, pins: Pins, k: int, seat: int) -> Side:
    """One player's masks."""
    parallel = rules[at.RULES_PARALLEL]
    block = rules[at.RULES_CONTACT] == at.CONTACT_BLOCK
    held = 0
    lone = 0
    closed = 0
    pips = 0
    for point in range(1, at.BAR):
        count = number(boards[k, seat, point])
        if count:
            held |= 1 << point
            pips += count * point
        others = number(boards[k, 1 - seat, point])
        if others:
            there = faced_point(point, parallel)
            if others > 1 or block:
                closed |= 1 << there
            else:
                lone |= 1 << there
    bar = number(boards[k, seat, at.BAR])
    if bar:
        held |= 1 << at.BAR
    stuck = number(pins[k, seat])
    # A checker that I pin does not stop me, and cannot be pinned again.
    theirs = faced(number(pins[k, 1 - seat]), parallel)
    lone &= ~theirs & ~stuck
    home = held if held >> 7 == 0 else number(0)
    free = POINTS & ~closed & ~stuck
    return Side(held & ~stuck, free, lone, bar, pips + 25 * bar, home)


@inlined
def faced_point(point: int, parallel: int) -> int:
    """The opponent's number of a point."""
    if parallel:
        return point + 12 if point <= 12 else point - 12
    return 25 - point
