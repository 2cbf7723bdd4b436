"""The one-sided bear-off table: rolls that any side of up to 15 checkers at home still needs, and races.

It is computed on first use, in a fraction of a second, and kept while the program runs. Games with
the same rules for bearing off share it.

Chances of races are exact if each side plays for the fewest rolls, as is nearly always best. A side that is
ahead or behind, or may still lose a gammon, can sometimes do slightly better.
"""

from functools import lru_cache
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from nardy.core.choices import Leftovers, Prime
from nardy.core.rules import Rules
from nardy.errors import RulesError
from nardy.kernel.bearoff_rolls import (
    CHOOSE,
    HOME,
    MOST_CHECKERS,
    SideTable,
    fill_rolls,
    find_races,
    races_batch,
)
from nardy.kernel.layout import Bytes, Flags, Floats, Ints, Numbers, Pins
from nardy.kernel.scoring import STAKES_DRAW, STAKES_SIZES

Scalar = TypeVar("Scalar", bound=np.generic)
PositionArrays = tuple[Bytes, Pins, int, Bytes]
"""Boards and pins (kernel/layout.py), the side that rolls next, and facts
(kernel/scoring.py), seen by that side."""

SIDES = int(CHOOSE[MOST_CHECKERS + HOME, HOME])
"""54,264: the ways in which up to 15 checkers stand on six points, or off."""
MOST_ROLLS = 32
"""Upper bound: the smallest roll, 2-1, takes three of at most ninety pips."""
USUAL = 4
"""The moves of a double."""


class Bearoff(NamedTuple):
    """The values of every side at home, by its number (kernel/bearoff_rolls.py), playing for the fewest rolls."""

    means: Floats
    """float32[n]: the expected number of rolls until all are off."""
    all_off: Floats
    """float32[n, 32]: the chance that it takes exactly so many rolls."""
    one_off: Floats
    """float32[n, 32]: the chance that the next checker comes off in that roll."""
    after_die: Numbers
    """int32[n, 7]: the best side after one die."""
    after_double: Numbers
    """int32[n, 7]: the best side after all moves of a double."""


def bearoff(rules: Rules) -> Bearoff:
    """The table for a game; its arrays are read-only, because all callers share them.

    Raises:
        RulesError: the game has no table, see `doubles_of`.
    """
    means, all_off, one_off, after_die, after_double = kernel_bearoff(rules)
    return Bearoff(
        read_only(means),
        read_only(all_off),
        read_only(one_off),
        read_only(after_die),
        read_only(after_double),
    )


def kernel_bearoff(rules: Rules) -> Bearoff:
    """`bearoff` as the kernel takes it: it refuses read-only arrays. Nobody may write to these.

    Raises:
        RulesError: the game has no table, see `doubles_of`.
    """
    moves = doubles_of(rules)
    if moves is None:
        raise RulesError(
            f"expected a game in which each side bears off independently, {rules.name} is "
            "none (for example 'backgammon')"
        )
    return table_of(moves, rules.cascade_count > 0)


def read_only(array: NDArray[Scalar]) -> NDArray[Scalar]:
    """A view of an array that cannot be written to."""
    view = array.view()
    view.flags.writeable = False
    return view


def doubles_of(rules: Rules) -> int | None:
    """The moves that a double gives of each of its numbers; None if sides are not independent.

    Sides at home bear off independently except under some laws: while a bomb may explode, where the
    opponent inherits leftover dice, or where a law on formations or on the runner applies at home.
    There is no table for more than 15 checkers.

    >>> from nardy.games import BACKGAMMON, find_game
    >>> doubles_of(BACKGAMMON), doubles_of(find_game("gul-bara")), doubles_of(find_game("nuclear"))
    (4, 4, None)
    """
    inherits = rules.cascade_count and rules.leftover is Leftovers.OPPONENT
    if rules.bomb or inherits or rules.checkers > MOST_CHECKERS or _binds_at_home(rules):
        return None
    return rules.cascade_count or USUAL


def _binds_at_home(rules: Rules) -> bool:
    """Whether a law may forbid a move at home.

    The six home points can be a prime. Only Prime.FORBID rules it out: the opponent's checkers are at
    home too, and therefore ahead of it.
    """
    if rules.prime is Prime.FORBID and rules.checkers >= HOME:
        return True
    if 0 < rules.runner < HOME:
        return True
    quarter = rules.quarter
    return quarter is not None and quarter.low <= HOME


@lru_cache(maxsize=8)
def table_of(moves: int, cascades: bool) -> Bearoff:
    """The table for doubles of this many moves; with *cascades* all higher numbers follow."""
    rolls = SideTable(
        np.zeros(SIDES, np.float64),
        np.zeros((SIDES, MOST_ROLLS), np.float64),
        np.zeros((SIDES, MOST_ROLLS), np.float64),
        np.zeros((SIDES, HOME + 1), np.int32),
        np.zeros((SIDES, HOME + 1, moves + 1), np.int32),
    )
    fill_rolls(HOME, cascades, rolls)
    # Summed in double precision; single precision is enough to look up, and half the memory.
    means, all_off, one_off = (array.astype(np.float32) for array in rolls[:3])
    return Bearoff(means, all_off, one_off, rolls.singles, rolls.chains[:, :, moves].copy())


def early_turns(rules: Rules) -> int:
    """The turns of each player before which no position counts as a race: doubles do not cascade yet."""
    return rules.cascade_from - 1 if rules.counts_turns else 0


def race_chances(rules: Rules, stakes: Ints, positions: PositionArrays) -> tuple[Flags, Floats]:
    """Find the bear-off races and their outcome chances, for the player who rolls next.

    `stakes` define the outcomes (kernel/scoring.py).

    Returns: bool[n], all False for a game without a table; and float32[n,
    outcomes], the best outcome first, undefined where it is no race.
    """
    boards, pins, seat, facts = positions
    outcomes = int(2 * stakes[STAKES_SIZES] + stakes[STAKES_DRAW])
    is_race = np.zeros(len(boards), np.bool_)
    chances = np.empty((len(boards), outcomes), np.float32)
    board = boards, pins, seat
    if doubles_of(rules) is None or not find_races(early_turns(rules), board, facts, is_race):
        return is_race, chances
    # The table is needed only now, and made on first use.
    table = kernel_bearoff(rules)
    tables = table.all_off, table.one_off
    races_batch((rules.checkers, stakes), tables, (board, facts), is_race, chances)
    return is_race, chances
