"""Two-sided bear-off with a cube: one pass over all positions, compiled.

Sides are numbered as in bearoff_rolls.py, so a turn makes the mover's number smaller. Positions are done by
their larger number. Those in which the larger side is on roll come first: their turns lead to a smaller
larger number. After a turn of the smaller side the larger one is on roll, with the same larger number.

`kind` says who may double (the indices below). Values are in points at a cube of 1, seen by the player on
roll.
"""

import numpy as np

from nardy.kernel.bits import number
from nardy.kernel.jit import entry, jit
from nardy.kernel.layout import Doubles, Floats, Ints, Numbers

PLAIN, OWNED, CENTERED, THEIRS, KINDS = range(5)
"""PLAIN is without a cube."""
ROLLS = 21


@entry
def fill_two_sided(
    afters: Numbers, offsets: Ints, weights: Doubles, taken: Floats, values: Floats
) -> None:
    """Fill float32[4, n, n]: by kind, side of the player on roll, side of the opponent.

    `afters` are the sides that rolls lead to, those of roll r of side s from offsets[21 s + r]
    on; `weights` float64[21] are the chances of the rolls. With all opposing checkers off the player has
    lost. `taken` float32[n, n] is the value with the opponent's cube after a take: the same kind of
    `values` if doubling is unlimited, -1 if there is none.
    """
    turns = (afters, offsets)
    scratch = np.zeros((2, KINDS))
    sides = values.shape[1]
    for kind in range(KINDS):
        for side in range(sides):
            values[kind, side, 0] = -1
    for larger in range(1, sides):
        for side in range(1, larger):
            fill_position(turns, weights, (larger, side), scratch, (taken, values))
        for side in range(1, larger + 1):
            fill_position(turns, weights, (side, larger), scratch, (taken, values))


@entry
def wait_batch(
    turns: tuple[Numbers, Ints],
    weights: Doubles,
    sides: tuple[Numbers, Numbers],
    values: Floats,
    found: Floats,
) -> None:
    """Fill float32[n, 4]: values of positions by kind if nobody doubles now.

    `turns` are the afters and offsets of `fill_two_sided`; `sides` int32[n] each, of the player on
    roll and of the opponent; `values` are filled.
    """
    mine, theirs = sides
    scratch = np.zeros((2, KINDS))
    for k in range(found.shape[0]):
        fill_waiting(turns, weights, (number(mine[k]), number(theirs[k])), scratch, values)
        for kind in range(KINDS):
            found[k, kind] = scratch[1, kind]


@jit
def fill_position(
    turns: tuple[Numbers, Ints],
    weights: Doubles,
    sides: tuple[int, int],
    scratch: Doubles,
    tables: tuple[Floats, Floats],
) -> None:
    """Fill the values of one position; those after its turns must be known."""
    taken, values = tables
    mine, theirs = sides
    fill_waiting(turns, weights, sides, scratch, values)
    waiting = scratch[1]
    # First, because `taken` may be read from it.
    values[THEIRS, mine, theirs] = waiting[THEIRS]
    # A double is taken at a cube of 2, or passed for 1 point.
    doubled = min(1.0, 2 * taken[mine, theirs])
    values[PLAIN, mine, theirs] = waiting[PLAIN]
    values[OWNED, mine, theirs] = max(waiting[OWNED], doubled)
    values[CENTERED, mine, theirs] = max(waiting[CENTERED], doubled)


@jit
def fill_waiting(
    turns: tuple[Numbers, Ints],
    weights: Doubles,
    sides: tuple[int, int],
    scratch: Doubles,
    values: Floats,
) -> None:
    """Fill the second row of `scratch` with the values of a position if nobody doubles now."""
    afters, offsets = turns
    mine, theirs = sides
    best, waiting = scratch[0], scratch[1]
    waiting[:] = 0
    for roll in range(ROLLS):
        # No value is lower: gammons do not count here, and a pass loses one point.
        best[:] = -1
        for i in range(offsets[ROLLS * mine + roll], offsets[ROLLS * mine + roll + 1]):
            after = number(afters[i])
            # The players swap views: my cube is theirs seen from the other side.
            best[PLAIN] = max(best[PLAIN], -values[PLAIN, theirs, after])
            best[OWNED] = max(best[OWNED], -values[THEIRS, theirs, after])
            best[CENTERED] = max(best[CENTERED], -values[CENTERED, theirs, after])
            best[THEIRS] = max(best[THEIRS], -values[OWNED, theirs, after])
        for kind in range(KINDS):
            waiting[kind] += weights[roll] * best[kind]
