"""The cube and the score of a moment as the compiled values take them."""

import numpy as np

from nardy.core.situation import Situation
from nardy.evaluation.cube.equity_made import table_for
from nardy.evaluation.outcomes import points_of
from nardy.kernel.act_arrays import cube_laws_row, situation_row
from nardy.kernel.cube_ladder import CubeLadder, Equities, fill_ladder, ladder_levels
from nardy.kernel.cube_values import CubeStand, fill_stand


def equities_of(situation: Situation) -> Equities:
    """The match equities of a game; empty in a money game."""
    if situation.is_money:
        return Equities(np.zeros((0, 0)), np.zeros((0, 0)), 0)
    table = table_for(situation.rules)
    # Copies, because the kernel takes no arrays that are read-only.
    arrays = table.before.copy(), table.after.copy()
    return Equities(*arrays, int(table.unit == 0.5))


def stand_of(situation: Situation, seat: int | None = None) -> CubeStand:
    """The stand whose side 1 is the seat to act, or another seat."""
    laws, state = cube_laws_row(situation.rules), situation_row(situation)
    side = int(state[1]) if seat is None else seat
    points, cube = points_of(situation.rules), np.zeros(4, np.int64)
    kind = fill_stand(laws, state, side, cube)
    levels = 0 if situation.is_money else ladder_levels(laws, state)
    ladder = CubeLadder(
        np.zeros((2, levels, len(points))),
        np.zeros((2, levels)),
        np.zeros((2, levels)),
        np.zeros((2, 2, levels), np.int64),
    )
    if levels:
        fill_ladder(laws, state, side, (points, equities_of(situation)), ladder)
    return CubeStand(kind, points, cube, ladder)
