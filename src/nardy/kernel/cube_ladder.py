"""The cube in a match, compiled: the fast version of evaluation/cube/match_cube.py and equity_table.py.

It runs in a browser, too. Source: R. Janowski, "Take-points in money games" (1993), with match chances for
points; evaluation/cube/match_cube.py explains the formulas.

Two players are told apart by a *side*, 0 or 1.
"""

from typing import NamedTuple

import numpy as np

from nardy.kernel import act_layout as of
from nardy.kernel.acts import exceeds_cap
from nardy.kernel.bits import number
from nardy.kernel.jit import entry, jit
from nardy.kernel.layout import Doubles, Floats, Ints

EFFICIENCY = 0.68
"""Cube efficiency of an ordinary position: 0 dead, 1 live (evaluation/cube/match_cube.py)."""
EPSILON = 1e-9
LEVELS = 16
"""Most values of the cube that a match can need."""
CENTERED, OWNED, THEIRS = range(3)
"""The owner of the cube, seen by one side."""
LOW, LOW_WORTH, HIGH, HIGH_WORTH, WON, LOST = range(6)
"""Rows of the break points of a position; each has a column for every level."""
ROWS = 6


class Equities(NamedTuple):
    """Match equities by the needs of both players: evaluation/cube/equity_table.py."""

    before: Doubles
    """float64[n, n], in units of half points if *halves* is 1; n is 0 in a money game."""
    after: Doubles
    halves: int


class CubeLadder(NamedTuple):
    """Match chances at each value of the cube, by side: evaluation/cube/match_cube.CubeLevels."""

    worth: Doubles
    """float64[2, levels, outcomes]: after every outcome of the game."""
    cash: Doubles
    """float64[2, levels]: after the other side passes."""
    loss: Doubles
    useless: Ints
    """int64[2, 2, levels]: whether another double is useless to that side, and to the other."""


# -------------------------------------------------------------------------------- ladders


@jit
def chance(table: Equities, mine: float, theirs: float, is_after: bool) -> float:
    """The chance to win the match with these needs: `EquityTable.chance`."""
    if min(mine, theirs) <= 0:
        if max(mine, theirs) <= 0:
            return 0.5
        return 1.0 if mine <= 0 else 0.0
    unit = 0.5 if table.halves else 1.0
    if max(mine, theirs) > (table.before.shape[0] - 1) * unit:
        return chance_of_long(table, mine, theirs, unit)
    row, column = int(np.ceil(mine / unit)), int(np.ceil(theirs / unit))
    return table.after[row, column] if is_after else table.before[row, column]


@jit
def chance_of_long(table: Equities, mine: float, theirs: float, unit: float) -> float:
    """The chance at the comparable score of the longest match in the table."""
    last = table.before.shape[0] - 1
    mean, lead = (mine + theirs) / 2, abs(theirs - mine) / 2
    root = (np.sqrt(lead * lead + 4 * mean * last * unit) - lead) / (2 * mean)
    place = max(1.0, mean * root * root - lead * root) / unit
    below = min(int(place), last - 1)
    part = min(place - below, 1.0)
    leading = (1 - part) * table.before[below, last] + part * table.before[below + 1, last]
    return leading if mine < theirs else 1 - leading


@jit
def is_without_crawford(cube_laws: Ints, state: Ints) -> bool:
    """Whether the games after this one are none before the Crawford game: `chance_after`."""
    most = max(state[of.STATE_SCORE], state[of.STATE_SCORE + 1])
    is_done = state[of.STATE_IS_CRAWFORD] != 0 or most >= 2 * (state[of.STATE_LENGTH] - 1)
    return cube_laws[of.CUBE_PLAY] != 0 and (is_done or cube_laws[of.CUBE_CRAWFORD] == 0)


@jit
def need(state: Ints, seat: int) -> float:
    """The points that a seat needs at the start of this game."""
    return state[of.STATE_LENGTH] - state[of.STATE_SCORE + seat] / 2


@jit
def is_last(cube_laws: Ints, state: Ints, value: int, level: int) -> bool:
    """Whether the cube ends at this level: another double changes nothing for either player."""
    needed = max(need(state, number(0)), need(state, number(1)))
    is_useless = value * cube_laws[of.CUBE_SIZES] >= needed
    is_capped = exceeds_cap(cube_laws, 2 * value)
    # Two levels at least, because the equity after a take is always asked.
    return level > 0 and (is_useless or is_capped or level == LEVELS - 1)


@entry
def ladder_levels(cube_laws: Ints, state: Ints) -> int:
    """How many values of the cube the match can need from here."""
    level, value = number(0), state[of.STATE_CUBE]
    while not is_last(cube_laws, state, value, level):
        level += 1
        value *= 2
    return level + 1


@entry
def fill_ladder(
    cube_laws: Ints, state: Ints, seat: int, table: tuple[Doubles, Equities], ladder: CubeLadder
) -> None:
    """Fill the levels of a match for both players; side 1 is this seat.

    *table* are the points of the outcomes of one game, and the match equities.
    """
    points, equities = table
    mine, theirs = need(state, seat), need(state, 1 - seat)
    after = is_without_crawford(cube_laws, state)
    single, draw = cube_laws[of.CUBE_SIZES], cube_laws[of.CUBE_DRAW] / 2
    is_off = state[of.STATE_IS_CRAWFORD] != 0 or cube_laws[of.CUBE_PLAY] == 0
    levels, outcomes = ladder.cash.shape[1], points.shape[0]
    value = state[of.STATE_CUBE]
    for level in range(levels):
        for k in range(outcomes):
            won = points[k] * value if points[k] > 0 else 0.0
            lost = -points[k] * value if points[k] < 0 else 0.0
            if points[k] == 0:
                won = lost = draw * value
            worth = chance(equities, mine - won, theirs - lost, after)
            ladder.worth[1, level, k] = worth
            ladder.worth[0, level, outcomes - 1 - k] = 1 - worth
        cash = chance(equities, mine - single * value, theirs, after)
        loss = chance(equities, mine, theirs - single * value, after)
        ladder.cash[1, level], ladder.loss[1, level] = cash, loss
        ladder.cash[0, level], ladder.loss[0, level] = 1 - loss, 1 - cash
        is_dead = is_off or level == levels - 1 or exceeds_cap(cube_laws, 2 * value)
        my_use = number(is_dead or value * single >= mine)
        their_use = number(is_dead or value * single >= theirs)
        ladder.useless[1, 0, level] = ladder.useless[0, 1, level] = my_use
        ladder.useless[1, 1, level] = ladder.useless[0, 0, level] = their_use
        value *= 2


@jit
def normalized(ladder: CubeLadder, side: int, worth: float) -> float:
    """A match chance as an equity: a single at the present cube is 1 won, -1 lost."""
    high, low = ladder.cash[side, 0], ladder.loss[side, 0]
    return (2 * worth - high - low) / max(high - low, EPSILON)


# -------------------------------------------------------------------------------- matches


@jit
def share(value: float, low: float, high: float) -> float:
    """The place of a value between two others, 0 to 1."""
    return min(max((value - low) / max(high - low, EPSILON), 0.0), 1.0)


@jit
def set_points(
    points: Doubles, ladder: CubeLadder, side: int, chances: Floats, found: Doubles
) -> float:
    """Fill the break points float64[ROWS, levels] of a position; return the chance to win.

    A draw counts half (evaluation/cube/match_cube.levels_of).
    """
    win, lose = 0.0, 0.0
    for k in range(points.shape[0]):
        part = 0.5 if points[k] == 0 else (1.0 if points[k] > 0 else 0.0)
        win += part * float(chances[k])
        lose += (1 - part) * float(chances[k])
    levels = ladder.cash.shape[1]
    for level in range(levels):
        won, lost = 0.0, 0.0
        for k in range(points.shape[0]):
            part = 0.5 if points[k] == 0 else (1.0 if points[k] > 0 else 0.0)
            won += part * float(chances[k]) * ladder.worth[side, level, k]
            lost += (1 - part) * float(chances[k]) * ladder.worth[side, level, k]
        found[WON, level] = won / win if win > EPSILON else ladder.cash[side, level]
        found[LOST, level] = lost / lose if lose > EPSILON else ladder.loss[side, level]
        found[LOW, level], found[HIGH, level] = 0, 1
        found[LOW_WORTH, level], found[HIGH_WORTH, level] = found[LOST, level], found[WON, level]
    # From the largest useful cube down: each level needs the take and cash points of the next.
    for level in range(levels - 2, -1, -1):
        mine, theirs = ladder.useless[side, 0, level], ladder.useless[side, 1, level]
        if theirs == 0:
            set_low(ladder, side, found, number(level))
        if mine == 0:
            set_high(ladder, side, found, number(level))
        if mine == 0 and theirs == 0:
            keep_helpful_low(found, number(level))
    return win / max(win + lose, EPSILON)


@jit
def set_low(ladder: CubeLadder, side: int, found: Doubles, i: int) -> None:
    """Set the take point: a pass is worth as much there as the cube at the next level."""
    loss = ladder.loss[side, i]
    place = share(loss, found[LOST, i + 1], found[HIGH_WORTH, i + 1])
    found[LOW, i] = place * found[HIGH, i + 1]
    found[LOW_WORTH, i] = loss


@jit
def set_high(ladder: CubeLadder, side: int, found: Doubles, i: int) -> None:
    """Set the cash point, above which the other side passes, where doubling beats playing on."""
    cash, low = ladder.cash[side, i], found[LOW, i + 1]
    high = low + share(cash, found[LOW_WORTH, i + 1], found[WON, i + 1]) * (1 - low)
    here, start = found[LOW, i], found[LOW_WORTH, i]
    played_on = start + share(high, here, 1.0) * (found[WON, i] - start)
    if cash >= played_on and high >= here:
        found[HIGH, i] = high
        found[HIGH_WORTH, i] = cash


@jit
def keep_helpful_low(found: Doubles, i: int) -> None:
    """Remove the take point where the other side would rather play on than double."""
    low, bottom = found[LOW, i], found[LOST, i]
    played_on = bottom + share(low, 0.0, found[HIGH, i]) * (found[HIGH_WORTH, i] - bottom)
    if found[LOW_WORTH, i] > played_on:
        found[LOW, i] = 0
        found[LOW_WORTH, i] = bottom


@jit
def match_worth(
    ladder: CubeLadder, side: int, position: tuple[float, Doubles], owner: int, level: int
) -> float:
    """The match chance of a side with this cube: evaluation/cube/match_cube.chances_with_cube."""
    win, found = position
    mine, theirs = ladder.useless[side, 0, level] != 0, ladder.useless[side, 1, level] != 0
    may_double, may_be_doubled = owner != THEIRS and not mine, owner != OWNED and not theirs
    won, lost = found[WON, level], found[LOST, level]
    dead = win * won + (1 - win) * lost
    if not (may_double or may_be_doubled):
        return dead
    # The other side cannot redouble usefully, so nothing is lost by doubling at once. A cube that is
    # useless to the one who owns it next is dead.
    if may_double and theirs:
        next_worth = win * found[WON, level + 1] + (1 - win) * found[LOST, level + 1]
        return max(min(next_worth, ladder.cash[side, level]), dead)
    if may_be_doubled and mine:
        next_worth = win * found[WON, level + 1] + (1 - win) * found[LOST, level + 1]
        return min(max(next_worth, ladder.loss[side, level]), dead)
    low, low_worth, high, high_worth = 0.0, lost, 1.0, won
    if may_be_doubled:
        low, low_worth = found[LOW, level], found[LOW_WORTH, level]
    if may_double:
        high, high_worth = found[HIGH, level], found[HIGH_WORTH, level]
    if win < low:
        live = lost + share(win, 0.0, low) * (low_worth - lost)
    elif win > high:
        live = high_worth + share(win, high, 1.0) * (won - high_worth)
    else:
        live = low_worth + share(win, low, high) * (high_worth - low_worth)
    return (1 - EFFICIENCY) * dead + EFFICIENCY * live


@entry
def match_chances(ladder: CubeLadder, equities: Doubles, chances: Doubles) -> None:
    """Fill float64[n] with the match chances of equities of side 1."""
    high, low = ladder.cash[1, 0], ladder.loss[1, 0]
    for k in range(equities.shape[0]):
        chances[k] = (equities[k] * (high - low) + high + low) / 2
