"""One pass over a game of three sides, by hand. Real ones: exact/test_two_sided.py."""

import numpy as np

from nardy.kernel.bearoff_cube import (
    CENTERED,
    KINDS,
    OWNED,
    PLAIN,
    ROLLS,
    THEIRS,
    fill_two_sided,
    wait_batch,
)


def test_a_game_of_a_coin() -> None:
    """Side 1 is off with the next roll; side 2 with half of the rolls, else it becomes side 1."""
    ends = [[0]] * ROLLS, [[0]] * ROLLS, [[1]] * 11 + [[1, 0]] * 10
    rows = [after for side in ends for after in side]
    offsets = np.concatenate([[0], np.cumsum([len(row) for row in rows])])
    afters = np.array([after for row in rows for after in row], np.int32)
    weights = np.where(np.arange(ROLLS) < 11, 0.5 / 11, 0.5 / 10)
    values = np.zeros((KINDS, 3, 3), np.float32)
    fill_two_sided(afters, offsets, weights, values[THEIRS], values)
    assert (values[:, :, 0] == -1).all()
    assert np.allclose(values[:, 1, 1:], 1)
    # Against side 1 it is now or never: an even chance, and no use for a cube.
    assert np.allclose(values[:, 2, 1], 0, atol=1e-6)
    # Against side 2 half of the rolls win, and if not the chances are even.
    assert np.isclose(values[PLAIN, 2, 2], 0.5)
    assert np.isclose(values[THEIRS, 2, 2], 0.5)
    # A double is worth twice that, as much as the pass.
    assert np.isclose(values[OWNED, 2, 2], 1)
    assert np.isclose(values[CENTERED, 2, 2], 1)
    # Who waits has half the games, or an even chance with the cube then on the other side.
    pair = np.array([2, 1], np.int32), np.array([2, 2], np.int32)
    waiting = np.full((2, KINDS), np.nan, np.float32)
    wait_batch((afters, offsets), weights, pair, values, waiting)
    assert np.allclose(waiting[0], values[THEIRS, 2, 2])
    assert np.allclose(waiting[1], 1)
