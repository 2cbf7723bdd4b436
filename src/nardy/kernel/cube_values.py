"""What the cube is worth, compiled: the fast version of evaluation/cube, for one position at a time.

It runs in a browser, too. Money games are valued by the formulas of evaluation/cube/money_cube.py, matches by
cube_ladder.py.

Two players are told apart by a *side*, 0 or 1; in a search it is their FACT_FIRST.
"""

from typing import NamedTuple

import numpy as np

from nardy.kernel import act_layout as of
from nardy.kernel.acts import act_law, exceeds_cap, is_jacoby
from nardy.kernel.bits import number
from nardy.kernel.cube_ladder import (
    CENTERED,
    EFFICIENCY,
    EPSILON,
    OWNED,
    ROWS,
    THEIRS,
    CubeLadder,
    match_worth,
    need,
    normalized,
    set_points,
)
from nardy.kernel.jit import entry, jit
from nardy.kernel.layout import Doubles, Floats, Ints

NO_DOUBLE, TOO_GOOD, DOUBLE_TAKE, DOUBLE_PASS, BEAVER = range(5)
"""Indices into CHOICES of evaluation/cube/cubeful.py."""
POINTS, JACOBY, MATCH = range(3)
CUBE_VALUE, CUBE_MOST, CUBE_IS_JACOBY, CUBE_OWNER = range(4)
"""Columns of `CubeStand.cube`."""


class CubeStand(NamedTuple):
    """The cube and the score of a game being played, for the values of its positions."""

    kind: int
    """POINTS, JACOBY or MATCH."""
    points: Doubles
    """float64[outcomes], the best first; those of one game."""
    cube: Ints
    """int64[4]: the value, the cap, 1 with the Jacoby rule; who owns it, seen by side 1."""
    ladder: CubeLadder


# ---------------------------------------------------------------------------------- money


@jit
def money_worth(points: Doubles, chances: Floats, cube: tuple[int, bool, bool]) -> float:
    """The equity at a cube of 1: evaluation/cube/money_cube.money_worth.

    `cube` is its owner, whether nobody may turn it, and whether the Jacoby rule applies.
    """
    owner, is_dead, jacoby = cube
    win, lose, won, lost = 0.0, 0.0, 0.0, 0.0
    for k in range(points.shape[0]):
        chance = float(chances[k])
        if points[k] > 0:
            win += chance
            won += chance * points[k]
        elif points[k] < 0:
            lose += chance
            lost -= chance * points[k]
        else:
            win += chance / 2
            lose += chance / 2
    # An outcome with no probability has no average size; it counts as a single.
    won = won / win if win > 0 else 1.0
    lost = lost / lose if lose > 0 else 1.0
    win = win / (win + lose) if win + lose > 0 else win
    mine, theirs = owner != THEIRS and not is_dead, owner != OWNED and not is_dead
    take, cash = (lost - 0.5) / (won + lost + 0.5), (lost + 1) / (won + lost + 0.5)
    # Draws make averages smaller than a single. Below half of a single every double is taken: the best
    # that whoever doubles can have is twice the average.
    low, low_worth = max(take, 0.0), -min(2 * lost, 1.0)
    high, high_worth = min(cash, 1.0), min(2 * won, 1.0)
    if jacoby and owner == CENTERED:
        won, lost = 1.0, 1.0
    if not theirs:
        low, low_worth = 0.0, -lost
    if not mine:
        high, high_worth = 1.0, won
    # Whoever doubles the opponent out wins a single, also where an average win is less.
    least, most = -max(lost, 1.0), max(won, 1.0)
    if win < low:
        live = least + win / take * (-1 - least)
    elif win > high:
        live = 1 + (win - cash) / (1 - cash) * (most - 1)
    else:
        live = low_worth + (win - low) / (high - low) * (high_worth - low_worth)
    dead = win * (won + lost) - lost
    return (1 - EFFICIENCY) * dead + EFFICIENCY * live


@jit
def is_dead_cube(cap: int, value: int) -> bool:
    """Whether the cap forbids the next double."""
    return cap > 0 and 2 * value > cap


# ---------------------------------------------------------------------- values in a search


@jit
def owner_of(stand: CubeStand, side: int) -> int:
    """The owner of the cube as a side sees it."""
    owner = stand.cube[CUBE_OWNER]
    return owner if side == 1 or owner == CENTERED else OWNED + THEIRS - owner


@jit
def static_worth(
    stand: CubeStand, side: int, chances: Floats, cube: tuple[int, int], work: Doubles
) -> float:
    """The cubeful equity of a side on roll, in units of the cube at the start.

    `cube` is its owner, seen by the side, and how often it was turned since.
    """
    owner, level = cube
    if stand.kind == MATCH:
        win = set_points(stand.points, stand.ladder, side, chances, work)
        worth = match_worth(stand.ladder, side, (win, work), owner, level)
        return normalized(stand.ladder, side, worth)
    times = number(1) << level
    is_dead = is_dead_cube(stand.cube[CUBE_MOST], stand.cube[CUBE_VALUE] * times)
    jacoby = stand.cube[CUBE_IS_JACOBY] != 0
    return times * money_worth(stand.points, chances, (owner, is_dead, jacoby))


@jit
def worth_of_position(stand: CubeStand, side: int, chances: Floats, work: Doubles) -> float:
    """The equity by which turns are compared: `MatchValue`, `JacobyValue`."""
    is_dead = is_dead_cube(stand.cube[CUBE_MOST], stand.cube[CUBE_VALUE])
    if stand.kind == JACOBY and is_dead:
        total = 0.0
        for k in range(stand.points.shape[0]):
            total += float(chances[k]) * min(max(stand.points[k], -1.0), 1.0)
        return total
    cube = (owner_of(stand, side), number(0))
    return static_worth(stand, side, chances, cube, work)


@jit
def worth_of_outcome(stand: CubeStand, side: int, outcome: int) -> float:
    """The equity of a side after an outcome of the game."""
    if stand.kind == MATCH:
        return normalized(stand.ladder, side, stand.ladder.worth[side, 0, outcome])
    if stand.kind == JACOBY:
        return min(max(stand.points[outcome], -1.0), 1.0)
    return stand.points[outcome]


# ------------------------------------------------------------------------------ decisions


@jit
def choice_of(waiting: float, taken: float, passed: float, beavers: bool) -> int:
    """The right cube action of both: evaluation/cube/cubeful.choices_of."""
    again = max(2 * taken, -2.0)
    is_beavered = again < taken and beavers
    worth = again if is_beavered else taken
    if min(worth, passed) < waiting - EPSILON:
        return TOO_GOOD if waiting > passed else NO_DOUBLE
    if is_beavered:
        return BEAVER
    return DOUBLE_TAKE if worth < passed else DOUBLE_PASS


@jit
def is_useless(cube_laws: Ints, state: Ints, seat: int) -> bool:
    """Whether the present stake already wins the match for the seat that may double."""
    is_match = state[of.STATE_LENGTH] > 0
    return is_match and need(state, seat) <= cube_laws[of.CUBE_SIZES] * state[of.STATE_CUBE]


@entry
def cube_choice(cube_laws: Ints, state: Ints, seat: int, equities: Doubles) -> int:
    """The right cube action with these equities: evaluation/cube/cubeful.choice_among.

    `equities` float64[3] are those of not doubling, of a take and of a pass, for the seat that may
    double.
    """
    if is_useless(cube_laws, state, seat):
        return number(NO_DOUBLE)
    may_beaver = state[of.STATE_LENGTH] == 0 and cube_laws[of.CUBE_BEAVERS] != 0
    beavers = may_beaver and not exceeds_cap(cube_laws, 4 * state[of.STATE_CUBE])
    return number(choice_of(equities[0], equities[1], equities[2], beavers))


@entry
def cube_equities(stand: CubeStand, chances: Floats, equities: Doubles) -> None:
    """Fill float64[3] with the equities of side 1: not doubling, a take, a pass.

    `chances` float32[outcomes] are those of side 1, which rolls next (evaluation/cube/cubeful.py; the
    exact tables of the last checkers are not asked).
    """
    work = np.empty((ROWS, max(number(2), stand.ladder.cash.shape[1])), np.float64)
    held, doubled = (owner_of(stand, number(1)), number(0)), (number(THEIRS), number(1))
    equities[0] = static_worth(stand, number(1), chances, held, work)
    equities[1] = static_worth(stand, number(1), chances, doubled, work)
    equities[2] = 1.0


@entry
def fill_stand(cube_laws: Ints, state: Ints, seat: int, cube: Ints) -> int:
    """Fill int64[4], the cube of a CubeStand whose side 1 is this seat; return the kind of its values."""
    owner = state[of.STATE_OWNER]
    cube[CUBE_VALUE] = state[of.STATE_CUBE]
    cube[CUBE_MOST] = cube_laws[of.CUBE_CAP]
    cube[CUBE_IS_JACOBY] = cube_laws[of.CUBE_JACOBY]
    cube[CUBE_OWNER] = CENTERED if owner == of.NOBODY else (OWNED if owner == seat else THEIRS)
    if state[of.STATE_LENGTH]:
        return number(MATCH)
    return number(JACOBY) if is_jacoby(cube_laws, state) else number(POINTS)


@entry
def fill_worth(stand: CubeStand, worth: Floats) -> None:
    """Fill float32[2, outcomes]: the equity of every outcome, by side."""
    for side in range(2):
        for k in range(worth.shape[1]):
            worth[side, k] = worth_of_outcome(stand, number(side), number(k))


@entry
def act_of_bot(
    cube_laws: Ints, state: Ints, stand: CubeStand, chances: Floats, equities: Doubles
) -> int:
    """What a bot does before a roll, or answers to a double, a beaver or a raccoon: bots/neural.py.

    `stand` is seen by the player on roll, and `chances` are that player's; float64[3] are filled.
    """
    cube_equities(stand, chances, equities)
    player = state[of.STATE_TO_ACT]
    if state[of.STATE_PHASE] == of.PHASE_ROLL:
        if act_law(cube_laws, state, number(of.DOUBLE)) != of.LEGAL:
            return number(of.ROLL)
        choice = cube_choice(cube_laws, state, player, equities)
        return number(of.DOUBLE) if choice > TOO_GOOD else number(of.ROLL)
    taken = equities[1]
    if state[of.STATE_OFFER] == of.OFFER_BEAVER:
        # The doubler answers: the other side would own the cube, at twice the stake.
        # The opponent may pass a raccoon, and loses the present cube twice then.
        if (
            min(2 * taken, 2.0) > taken
            and act_law(cube_laws, state, number(of.RACCOON)) == of.LEGAL
        ):
            return number(of.RACCOON)
        return number(of.TAKE) if taken > -1 else number(of.PASS)
    may_beaver = act_law(cube_laws, state, number(of.BEAVER)) == of.LEGAL
    if max(2 * taken, -2.0) < taken and may_beaver:
        return number(of.BEAVER)
    # For the doubler, in units of the cube before the double: a pass gives 1.
    return number(of.TAKE) if taken <= 1 else number(of.PASS)
