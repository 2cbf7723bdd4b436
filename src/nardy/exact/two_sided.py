"""The two-sided bear-off table with a cube, for races of up to six checkers a side.

Each side plays for the most points instead of the fewest rolls, with perfect cube play. The table is for
money play in which gammons are no longer possible.
"""

from functools import lru_cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from nardy.core.choices import LastThrow
from nardy.core.dice import ROLLS
from nardy.core.position import OFF, PLACES, Position
from nardy.core.rules import Rules
from nardy.exact.bearoff import PositionArrays, doubles_of, read_only
from nardy.exact.sides import side_numbers
from nardy.games import BACKGAMMON
from nardy.kernel.arrays import begin_rows, find_turns
from nardy.kernel.bearoff_cube import KINDS, THEIRS, fill_two_sided, wait_batch
from nardy.kernel.bearoff_rolls import CHOOSE, HOME, find_races
from nardy.kernel.layout import Flags, Floats, Ints, Numbers

# The table for six takes less than a second (docs/guide/exact.md).
MOST = 6
"""Checkers a side."""
SIDES = int(CHOOSE[MOST + HOME, HOME])
"""924: the ways in which up to six checkers stand on six points, or off."""
# Of 36 throws each double is one, and each other roll two.
WEIGHTS = np.array([1 if roll.is_double else 2 for roll in ROLLS]) / 36
UNLIMITED = 6
"""With this many doublings left a cap makes no difference (tests/exact/test_two_sided.py)."""
NO_SIDES: Numbers = np.empty(0, np.int32)


def has_late_races(rules: Rules) -> bool:
    """Whether the table applies to a game.

    A double must be four moves, the sides independent, a gammon impossible, and no last throw.

    >>> has_late_races(BACKGAMMON)
    True
    """
    is_usual = doubles_of(rules) is not None and not rules.cascade_count
    return is_usual and rules.checkers > MOST and rules.last_throw is LastThrow.OFF


def late_races(
    rules: Rules, positions: PositionArrays, left: int | None = None
) -> tuple[Flags, Floats]:
    """Find races of up to six checkers a side, and their equities.

    `left` is how often the cube may still be doubled; None: without limit.

    Returns: bool[n]; and float32[n, 4], undefined elsewhere: equities of the player who rolls next
    without a cube, with an own, a centered, and an opponent's cube (kernel/bearoff_cube.py), in points
    of a single game at a cube of 1.
    """
    found, sides = _found(rules, positions)
    values = np.empty((len(found), KINDS), np.float32)
    if found.any():
        values[found] = _equities(left)[:, *sides].T
    return found, values


def late_waits(
    rules: Rules, positions: PositionArrays, left: int | None = None
) -> tuple[Flags, Floats]:
    """`late_races` if the player who rolls next does not double now.

    A double that is taken is worth twice the equity with the opponent's cube and one doubling
    less.
    """
    found, sides = _found(rules, positions)
    values = np.empty((len(found), KINDS), np.float32)
    if found.any():
        some = np.empty((int(found.sum()), KINDS), np.float32)
        wait_batch(_turns(), WEIGHTS, sides, _equities(left), some)
        values[found] = some
    return found, values


def _found(rules: Rules, positions: PositionArrays) -> tuple[Flags, tuple[Numbers, Numbers]]:
    """The positions that are in the table, and the numbers of their sides."""
    boards, pins, seat, facts = positions
    found = np.zeros(len(boards), np.bool_)
    if not has_late_races(rules) or not find_races(0, (boards, pins, seat), facts, found):
        return found, (NO_SIDES, NO_SIDES)
    found &= (boards[:, :, 0] >= rules.checkers - MOST).all(1)
    # In a finished game nothing is left to value.
    found &= (boards[:, :, 0] < rules.checkers).all(1)
    mine, theirs = (
        side_numbers(boards[found, side], HOME).astype(np.int32) for side in (seat, 1 - seat)
    )
    return found, (mine, theirs)


def all_equities(left: int | None = None) -> Floats:
    """float32[4, 924, 924], read-only: see kernel/bearoff_cube.py; `left` as in `late_races`."""
    return read_only(kernel_equities(left))


def _equities(left: int | None) -> Floats:
    return kernel_equities(None if left is None or left >= UNLIMITED else left)


@lru_cache(maxsize=UNLIMITED + 1)
def kernel_equities(left: int | None = None) -> Floats:
    """`all_equities` as the kernel takes it: it refuses read-only arrays. Nobody may write to this."""
    values = np.zeros((KINDS, SIDES, SIDES), np.float32)
    if left is None:
        # A view: the kernel writes THEIRS of a position before it reads `taken` there.
        taken = values[THEIRS]
    elif left:
        taken = kernel_equities(left - 1)[THEIRS]
    else:
        taken = np.full_like(values[THEIRS], -1)
    fill_two_sided(*_turns(), WEIGHTS, taken, values)
    return values


@lru_cache(maxsize=1)
def _turns() -> tuple[Numbers, Ints]:
    """The sides that each roll leads to, from the kernel's turns."""
    sides = _sides()
    nobody = (BACKGAMMON.checkers, *[0] * (PLACES - 1))
    positions = [Position(tuple(side), nobody) for side in sides.tolist()]
    rows = [(position, BACKGAMMON.dice_list(roll)) for position in positions for roll in ROLLS]
    finals = find_turns(BACKGAMMON, begin_rows(BACKGAMMON, *zip(*rows, strict=True))).finals
    end = finals.offsets[-1]
    afters = side_numbers(finals.boards[:end, 0], HOME).astype(np.int32)
    return afters, finals.offsets


def _sides() -> NDArray[np.int8]:
    """int8[924, 26]: the checkers of every side, by its number."""
    places = np.array(list(combinations_with_replacement(range(HOME + 1), MOST)))
    counts = (places[:, :, None] == np.arange(PLACES)).sum(1).astype(np.int8)
    # The rest are off, so the kernel's turns are those of backgammon.
    counts[:, OFF] += BACKGAMMON.checkers - MOST
    return counts[np.argsort(side_numbers(counts, HOME))]
