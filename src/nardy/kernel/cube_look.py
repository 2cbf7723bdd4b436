"""Look-ahead of one ply with the cube, compiled: the fast version of search/cube_look.py for one decision.

Before the next roll the other player may double, too, where that is right.
"""

import numpy as np

from nardy.kernel.bits import number
from nardy.kernel.cube_ladder import OWNED, ROWS, THEIRS, normalized
from nardy.kernel.cube_values import (
    CUBE_MOST,
    CUBE_VALUE,
    MATCH,
    CubeStand,
    is_dead_cube,
    owner_of,
    static_worth,
)
from nardy.kernel.decisions import ROLLS, Table, answered, weight_of
from nardy.kernel.jit import entry, jit
from nardy.kernel.layout import Doubles, Floats
from nardy.kernel.scoring import FACT_FIRST
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
def worth_with_double(
    stand: CubeStand, side: int, chances: Floats, cube: tuple[int, int], work: Doubles
) -> float:
    """The equity of a side on roll that doubles where that is right."""
    held = static_worth(stand, side, chances, cube, work)
    if not may_double(stand, side, cube):
        return held
    level = cube[1]
    cash = float(number(1) << level)
    if stand.kind == MATCH:
        cash = normalized(stand.ladder, side, stand.ladder.cash[side, level])
    doubled = static_worth(stand, side, chances, (number(THEIRS), level + 1), work)
    return max(held, min(doubled, cash))


@entry
def weigh_cube(net: Net, table: Table, chances: Floats, equities: Doubles) -> None:
    """Fill float64[3] with the equities of not doubling, a take and a pass, for the player who rolls.

    A roll ahead, in one position; float32[outcomes] are the chances of that player at this depth.
    """
    side = number(table.facts[0, FACT_FIRST])
    answers = answered(net, table, number(0))
    outcomes, stand = chances.shape[0], net.stand
    work = np.empty((ROWS, max(number(2), stand.ladder.cash.shape[1])), np.float64)
    theirs = np.empty(outcomes, np.float32)
    owner = owner_of(stand, 1 - side)
    for k in range(outcomes):
        chances[k] = 0
    equities[0], equities[1], equities[2] = 0.0, 0.0, 1.0
    for roll in range(ROLLS):
        weight = weight_of(roll)
        for k in range(outcomes):
            theirs[k] = answers.chances[roll, outcomes - 1 - k]
            chances[k] += weight * answers.chances[roll, k]
        held, taken = (owner, number(0)), (number(OWNED), number(1))
        equities[0] -= weight * worth_with_double(stand, 1 - side, theirs, held, work)
        equities[1] -= weight * worth_with_double(stand, 1 - side, theirs, taken, work)
