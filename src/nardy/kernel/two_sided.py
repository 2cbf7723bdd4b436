"""Two sides that bear off, with a cube: one pass over all positions, compiled.

Sides are numbered as in bearoff.py, so that every turn leads to a smaller number. What a position
is worth follows from positions whose larger number is smaller, so those are done first.

Vocabulary: `kind` is what is told of a position, indices below: seen by the player on roll, in
points at a cube of 1.
"""

import numpy as np

from nardy.kernel.bearoff import Doubles, Numbers
from nardy.kernel.features import Floats
from nardy.kernel.jit import entry, jit, number
from nardy.kernel.layout import Ints

PLAIN = 0
"""Without a cube."""
OWNED = 1
CENTERED = 2
THEIRS = 3
KINDS = 4
ROLLS = 21


@entry
def fill_two_sided(afters: Numbers, offsets: Ints, weights: Doubles, values: Floats) -> None:
    """Fill float32[4, n, n]: by kind, side of the player on roll, side of the opponent.

    `afters` are the sides that rolls lead to, those of roll r of side s from offsets[21 s + r]
    on; `weights` float64[21] is how likely each roll is. Where the opponent has all off the
    player has lost.
    """
    turns = (afters, offsets)
    scratch = np.zeros(KINDS, np.float32)
    sides = values.shape[1]
    for kind in range(KINDS):
        for side in range(sides):
            values[kind, side, 0] = -1
    for larger in range(1, sides):
        for side in range(1, larger):
            fill_position(turns, weights, (larger, side), scratch, values)
        for side in range(1, larger + 1):
            fill_position(turns, weights, (side, larger), scratch, values)


@jit
def fill_position(
    turns: tuple[Numbers, Ints],
    weights: Doubles,
    sides: tuple[int, int],
    best: Floats,
    values: Floats,
) -> None:
    """Fill what one position is worth, all that its turns lead to being known."""
    afters, offsets = turns
    mine, theirs = sides
    plain = 0.0
    owned = 0.0
    centered = 0.0
    held = 0.0
    for roll in range(ROLLS):
        best[:] = -1
        for i in range(offsets[ROLLS * mine + roll], offsets[ROLLS * mine + roll + 1]):
            after = number(afters[i])
            # The cube that the opponent now sees as mine is the one that he does not own.
            best[PLAIN] = max(best[PLAIN], -values[PLAIN, theirs, after])
            best[OWNED] = max(best[OWNED], -values[THEIRS, theirs, after])
            best[CENTERED] = max(best[CENTERED], -values[CENTERED, theirs, after])
            best[THEIRS] = max(best[THEIRS], -values[OWNED, theirs, after])
        plain += weights[roll] * best[PLAIN]
        owned += weights[roll] * best[OWNED]
        centered += weights[roll] * best[CENTERED]
        held += weights[roll] * best[THEIRS]
    # Doubled, he takes a cube of 2, or loses 1.
    doubled = min(1.0, 2 * held)
    values[PLAIN, mine, theirs] = plain
    values[OWNED, mine, theirs] = max(owned, doubled)
    values[CENTERED, mine, theirs] = max(centered, doubled)
    values[THEIRS, mine, theirs] = held
