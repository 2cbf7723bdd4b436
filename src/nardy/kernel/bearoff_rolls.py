"""One-sided bear-off tables, compiled: the distribution of the rolls that a side still needs.

A *side* is the checkers of one player on points 1 to P of that player's numbering; each side has a number.
Every move leads to a smaller number (0: all off), and sides with fewer checkers have smaller numbers. So
one pass in this order suffices, and the table for 15 checkers starts with the table for 3.

No opposing checker is in the way, so every die can be played. A roll is solved die by die: the best side
after two dice is the best of those after one more die.
"""

from math import comb
from typing import NamedTuple

import numpy as np

from nardy.kernel.bits import number
from nardy.kernel.features import Board
from nardy.kernel.jit import entry, inlined, jit
from nardy.kernel.layout import Bytes, Doubles, Flags, Floats, Ints, Numbers
from nardy.kernel.places import places_with
from nardy.kernel.scoring import (
    FACT_FIRST,
    FACT_TURNS_MINE,
    FACT_TURNS_THEIRS,
    NONE,
    STAKES_GAMMON,
    STAKES_HOME_MARS,
    STAKES_LAST_THROW,
    STAKES_SINGLE,
    draw,
    lost,
    won,
)

HOME = 6
DICE = 7
"""Arrays by die are indexed from 1; index 0 is unused."""
MOST_POINTS = 25
MOST_CHECKERS = 15
# int64, because C(40, 20) exceeds 32 bits.
CHOOSE: Ints = np.array(
    [[comb(n, k) for k in range(MOST_POINTS + 1)] for n in range(MOST_CHECKERS + MOST_POINTS + 1)],
    np.int64,
)
# Far above the rounding of sums of doubles, so that ties do not depend on the order of summation.
EPSILON = 1e-9
"""Closer expected rolls are equal; then the smaller number is taken."""


class SideTable(NamedTuple):
    """The bear-off values of every side; the first axis is its number."""

    means: Doubles
    """float64[n]: the expected number of rolls until all are off."""
    all_off: Doubles
    """float64[n, r]: the chance that it takes exactly r rolls."""
    one_off: Doubles
    """float64[n, r]: the chance that the next checker comes off in roll r."""
    singles: Numbers
    """int32[n, 7]: the best side after one die."""
    chains: Numbers
    """int32[n, 7, c + 1]: the best side after up to c moves of a die and the dice that follow."""


@inlined
def side_number(counts: Ints, points: int) -> int:
    """The number of a side; *counts* are its checkers by point."""
    # The combinatorial number system: checkers and the borders between points are one
    # combination.
    found = 0
    beyond = 0
    for j in range(points):
        beyond += counts[points - j]
        found += CHOOSE[beyond + j, j + 1]
    return found


@inlined
def write_side(side: int, points: int, counts: Ints) -> int:
    """Fill the counts of the side with this number; return how many checkers it has."""
    rest = side
    total = 0
    for j in range(points - 1, -1, -1):
        n = j
        # The largest binomial that fits: this inverts `side_number` digit by digit.
        while CHOOSE[n + 1, j + 1] <= rest:
            n += 1
        rest -= CHOOSE[n, j + 1]
        beyond = n - j
        counts[points - j] = beyond
        if j == points - 1:
            total = beyond
        else:
            counts[points - j - 1] -= beyond
    return total


@inlined
def number_after(counts: Ints, origin: int, target: int, points: int) -> int:
    """The number of a side after a move; the counts are the same again afterwards."""
    counts[origin] -= 1
    if target > 0:
        counts[target] += 1
    found = side_number(counts, points)
    counts[origin] += 1
    if target > 0:
        counts[target] -= 1
    return found


@entry
def fill_rolls(points: int, cascades: bool, rolls: SideTable) -> None:
    """Fill the arrays for the sides on this many points, each playing for the fewest rolls.

    `chains` has room for the moves of a double: four, or those of each number of a cascade,
    which continues to the six if *cascades* is set.
    """
    counts = np.zeros(points + 1, np.int64)
    afters = np.zeros((DICE, points + 1), np.int64)
    rolls.all_off[0, 0] = 1
    for side in range(1, rolls.means.shape[0]):
        total = write_side(side, points, counts)
        fill_afters(points, counts, afters)
        fill_dice(cascades, rolls, side, afters)
        # Sides of fewer checkers come first.
        fewer = CHOOSE[total - 1 + points, points]
        add_rolls(rolls, side, fewer, afters)


@jit
def fill_afters(points: int, counts: Ints, afters: Ints) -> None:
    """Fill int64[7, P + 1]: the side after each die from each point, or NONE."""
    highest = points
    while counts[highest] == 0:
        highest -= 1
    for die in range(1, DICE):
        for point in range(1, points + 1):
            afters[die, point] = NONE
            if counts[point] == 0:
                continue
            target = point - die
            if target <= 0 and (highest > HOME or (target < 0 and point != highest)):
                continue
            afters[die, point] = number_after(counts, point, target, points)


@jit
def fill_dice(cascades: bool, rolls: SideTable, side: int, afters: Ints) -> None:
    """Fill the best sides after one die, and after each number of moves of a double."""
    means, singles, chains = rolls.means, rolls.singles, rolls.chains
    most = chains.shape[2] - 1
    # From six down: in a cascade the chain of a die continues with that of the next larger die.
    for die in range(HOME, 0, -1):
        best = number(NONE)
        for after in afters[die, 1:]:
            if after != NONE:
                best = better(means, best, after)
        singles[side, die] = best
        # In a cascade the next larger number follows.
        goes_on = cascades and die < HOME
        chains[side, die, 0] = chains[side, die + 1, most] if goes_on else side
        for k in range(1, most + 1):
            best = number(NONE)
            for after in afters[die, 1:]:
                if after != NONE:
                    best = better(means, best, number(chains[after, die, k - 1]))
            chains[side, die, k] = best


@inlined
def better(means: Doubles, current: int, candidate: int) -> int:
    """The side that needs fewer rolls; among equals the one with the smaller number."""
    if current == NONE or means[candidate] < means[current] - EPSILON:
        return candidate
    is_as_good = means[candidate] < means[current] + EPSILON
    return candidate if candidate < current and is_as_good else current


@jit
def best_of_two(rolls: SideTable, high: int, low: int, afters: Ints) -> int:
    """The best side after two different dice."""
    best = number(NONE)
    for point in range(1, afters.shape[1]):
        if afters[high, point] != NONE:
            best = better(rolls.means, best, number(rolls.singles[afters[high, point], low]))
        if afters[low, point] != NONE:
            best = better(rolls.means, best, number(rolls.singles[afters[low, point], high]))
    return best


@jit
def add_rolls(rolls: SideTable, side: int, fewer: int, afters: Ints) -> None:
    """Fill the values of a side from all 21 rolls; below the number *fewer* a checker is off."""
    most = rolls.chains.shape[2] - 1
    mean = 1.0
    for high in range(1, DICE):
        for low in range(1, high + 1):
            if high == low:
                after = rolls.chains[side, high, most]
                chance = 1 / 36
            else:
                after = best_of_two(rolls, high, low, afters)
                chance = 2 / 36
            mean += chance * rolls.means[after]
            for m in range(1, rolls.all_off.shape[1]):
                rolls.all_off[side, m] += chance * rolls.all_off[after, m - 1]
            if after < fewer:
                rolls.one_off[side, 1] += chance
            else:
                for m in range(2, rolls.one_off.shape[1]):
                    rolls.one_off[side, m] += chance * rolls.one_off[after, m - 1]
    rolls.means[side] = mean


# --------------------------------------------------------------------------- two sides


@entry
def find_races(early: int, board: Board, facts: Bytes, is_race: Flags) -> int:
    """Fill bool[n]: whether both sides are wholly at home, with nothing pinned.

    `early` is the turn from which doubles cascade. Before it the rolls of a race differ, so no
    position counts as a race.

    Returns: the number of races.
    """
    boards, pins, _ = board
    count = 0
    for k in range(boards.shape[0]):
        late = min(facts[k, FACT_TURNS_MINE], facts[k, FACT_TURNS_THEIRS]) >= early
        away = (places_with(boards, k, 0, 1) | places_with(boards, k, 1, 1)) >> (HOME + 1)
        is_race[k] = late and pins[k, 0] == 0 and pins[k, 1] == 0 and away == 0
        count += is_race[k]
    return count


@entry
def races_batch(
    laws: tuple[int, Ints],
    tables: tuple[Floats, Floats],
    positions: tuple[Board, Bytes],
    is_race: Flags,
    chances: Floats,
) -> None:
    """Fill float32[n, outcomes] of races, for the player who rolls next.

    `laws` are the number of checkers and the stakes; `tables` are float32 all_off and one_off.
    """
    checkers, stakes = laws
    board, facts = positions
    boards, _, seat = board
    counts = np.zeros(HOME + 1, np.int64)
    whole = CHOOSE[checkers - 1 + HOME, HOME]
    for k in range(boards.shape[0]):
        if is_race[k]:
            mine = home_number(boards, k, seat, counts)
            theirs = home_number(boards, k, 1 - seat, counts)
            race = (mine, theirs, number(facts[k, FACT_FIRST]))
            write_race(stakes, tables, race, whole, chances[k])


@inlined
def home_number(boards: Bytes, k: int, side: int, counts: Ints) -> int:
    """The number of a side that is at home."""
    for point in range(1, HOME + 1):
        counts[point] = boards[k, side, point]
    return side_number(counts, number(HOME))


@jit
def write_race(
    stakes: Ints,
    tables: tuple[Floats, Floats],
    race: tuple[int, int, int],
    whole: int,
    row: Floats,
) -> None:
    """Fill the chances of one race.

    `race` has the two sides, that of the player who rolls first, and whether that player made the
    first turn of the game: with a last throw the opponent may still draw. A side from the number
    `whole` on has none off, and may lose more than a single.
    """
    mine, theirs, first = race
    all_off, one_off = tables
    mine_later, theirs_later = replies(stakes, first)
    win = later_than(all_off[mine], all_off[theirs], theirs_later)
    lose = later_than(all_off[theirs], all_off[mine], mine_later)
    single = stakes[STAKES_SINGLE]
    for i in range(row.shape[0]):
        row[i] = 0
    row[won(stakes, single)] = win
    row[lost(stakes, single)] = lose
    if stakes[STAKES_LAST_THROW]:
        # Rounding in single precision can make the difference slightly negative.
        row[draw(stakes)] = max(0.0, 1 - win - lose)
    size = stakes[STAKES_GAMMON]
    if stakes[STAKES_HOME_MARS] != NONE:
        size = stakes[STAKES_HOME_MARS]
    # `win` includes all sizes, so larger ones are taken from the singles.
    if theirs >= whole:
        chance = later_than(all_off[mine], one_off[theirs], theirs_later)
        row[won(stakes, single)] -= chance
        row[won(stakes, size)] += chance
    if mine >= whole:
        chance = later_than(all_off[theirs], one_off[mine], mine_later)
        row[lost(stakes, single)] -= chance
        row[lost(stakes, size)] += chance


@inlined
def replies(stakes: Ints, first: int) -> tuple[int, int]:
    """How many rolls after the other player's last one each must need to lose: mine, theirs.

    The player on roll wins with at most as many rolls as the opponent. With a last throw the
    player who moved second in the game has one roll more.
    """
    if stakes[STAKES_LAST_THROW] == 0:
        return 1, 0
    return (1, 1) if first else (2, 0)


@inlined
def later_than(winner: Floats, loser: Floats, later: int) -> float:
    """The chance that the loser needs at least *later* rolls more than the winner."""
    rolls = winner.shape[0]
    chance = 0.0
    tail = 0.0
    # From the last roll down, so that one running sum is the chance of each tail.
    for m in range(rolls - 1, -1, -1):
        if m + later < rolls:
            tail += loser[m + later]
        chance += winner[m] * tail
    return chance
