"""Look-ahead with the cube, one or two plies deep, compiled: the fast version of search/cube_look.py for one decision.

Before every roll on the way the player on roll may double, too, where that is right.
"""

import numpy as np

from nardy.kernel.bits import number
from nardy.kernel.cube_ladder import CENTERED, OWNED, ROWS, THEIRS, normalized
from nardy.kernel.cube_values import (
    CUBE_MOST,
    CUBE_VALUE,
    MATCH,
    CubeStand,
    is_dead_cube,
    owner_of,
    static_worth,
)
from nardy.kernel.decisions import ROLLS, Answers, Table, answered, weight_of
from nardy.kernel.jit import entry, jit
from nardy.kernel.layout import Doubles, Floats
from nardy.kernel.scoring import FACT_FIRST, FACT_LEFT, GOING_ON
from nardy.kernel.valuing import Net


@jit
def may_double(stand: CubeStand, side: int, cube: tuple[int, int]) -> bool:
    """Whether a side may usefully double this cube: evaluation/cube/lookahead.py."""
    owner, level = cube
    if owner == THEIRS:
        return False
    if stand.kind == MATCH:
        levels = stand.ladder.cash.shape[1]
        return stand.ladder.useless[side, 0, level] == 0 and level + 1 < levels
    return not is_dead_cube(stand.cube[CUBE_MOST], stand.cube[CUBE_VALUE] << level)


@jit
def cash_of(stand: CubeStand, side: int, level: int) -> float:
    """The equity of a side whose double is passed, at a cube turned so often."""
    if stand.kind == MATCH:
        return normalized(stand.ladder, side, stand.ladder.cash[side, level])
    return float(number(1) << level)


@jit
def worth_with_double(
    stand: CubeStand, side: int, chances: Floats, cube: tuple[int, int], work: Doubles
) -> float:
    """The equity of a side on roll that doubles where that is right."""
    held = static_worth(stand, side, chances, cube, work)
    if not may_double(stand, side, cube):
        return held
    level = cube[1]
    doubled = static_worth(stand, side, chances, (number(THEIRS), level + 1), work)
    return max(held, min(doubled, cash_of(stand, side, level)))


@jit
def waiting_worth(
    stand: CubeStand,
    side: int,
    answers: Answers,
    cube: tuple[int, int],
    scratch: tuple[Floats, Doubles],
) -> float:
    """The equity of a side on roll that does not double, a roll ahead; `answers` are those to its rolls."""
    theirs, work = scratch
    owner, level = cube
    turned = owner if owner == CENTERED else OWNED + THEIRS - owner
    outcomes = theirs.shape[0]
    equity = 0.0
    for roll in range(ROLLS):
        for k in range(outcomes):
            theirs[k] = answers.chances[roll, outcomes - 1 - k]
        worth = worth_with_double(stand, 1 - side, theirs, (turned, level), work)
        equity -= weight_of(number(roll)) * worth
    # Compiled, a sum with NumPy's numbers is a float.
    return equity  # pyright: ignore[reportReturnType]


@jit
def doubling_worth(
    stand: CubeStand,
    side: int,
    answers: Answers,
    cube: tuple[int, int],
    scratch: tuple[Floats, Doubles],
) -> float:
    """The equity of a side on roll that doubles where that is right, a roll ahead."""
    held = waiting_worth(stand, side, answers, cube, scratch)
    if not may_double(stand, side, cube):
        return held
    level = cube[1]
    doubled = waiting_worth(stand, side, answers, (number(THEIRS), level + 1), scratch)
    return max(held, min(doubled, cash_of(stand, side, level)))


@entry
def weigh_cube(net: Net, table: Table, plies: int, chances: Floats, equities: Doubles) -> None:
    """Fill float64[3] with the equities of not doubling, a take and a pass, for the player who rolls.

    One or two rolls ahead, in one position; float32[outcomes] are the chances of that player at this
    depth.
    """
    side = number(table.facts[0, FACT_FIRST])
    answers = answered(net, table, number(0))
    outcomes, stand = chances.shape[0], net.stand
    work = np.empty((ROWS, max(number(2), stand.ladder.cash.shape[1])), np.float64)
    theirs, mine = np.empty(outcomes, np.float32), np.empty(outcomes, np.float32)
    held, taken = (owner_of(stand, 1 - side), number(0)), (number(OWNED), number(1))
    for k in range(outcomes):
        chances[k] = 0
    equities[0], equities[1], equities[2] = 0.0, 0.0, 1.0
    for roll in range(ROLLS):
        weight = weight_of(number(roll))
        goes_on = answers.outcomes[roll] == GOING_ON and answers.after.facts[roll, FACT_LEFT] == 0
        if plies > 1 and goes_on:
            again = answered(net, answers.after, number(roll))
            scratch = (mine, work)
            equities[0] -= weight * doubling_worth(stand, 1 - side, again, held, scratch)
            equities[1] -= weight * doubling_worth(stand, 1 - side, again, taken, scratch)
            for k in range(outcomes):
                theirs[k] = 0
                for reply in range(ROLLS):
                    theirs[k] += weight_of(number(reply)) * again.chances[reply, k]
        else:
            for k in range(outcomes):
                theirs[k] = answers.chances[roll, outcomes - 1 - k]
            equities[0] -= weight * worth_with_double(stand, 1 - side, theirs, held, work)
            equities[1] -= weight * worth_with_double(stand, 1 - side, theirs, taken, work)
        for k in range(outcomes):
            chances[k] += weight * theirs[outcomes - 1 - k]
