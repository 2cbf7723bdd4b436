"""Rows summed in registers are the same rows summed one by one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernel.test_forward import NO_PHASES, Layer, boards_of

from nardy.kernel import layout as at
from nardy.kernel.bits import number
from nardy.kernel.features import Floats
from nardy.kernel.forward import first_layer
from nardy.kernel.jit import jit
from nardy.kernel.layout import Numbers
from nardy.kernel.rows import HALF, LINE, aligned, list_filled


@pytest.mark.parametrize("hidden", [31, 32, 33, 4 * 32, 8 * 32, 13 * 32 + 5])
def test_whole_blocks_and_the_rest_make_one_layer(hidden: int) -> None:
    rules, (boards, pins) = boards_of("plakoto", 25, seed=41)
    random = np.random.default_rng(hidden)
    layer = Layer(rules.checkers, 9, hidden)
    dense = random.normal(0, 1, (len(boards), 9)).astype(np.float32)
    dense[random.random(dense.shape) < 0.4] = 0
    dense[0] = 0
    out = np.full((len(boards), hidden), np.nan, np.float32)
    first_layer((boards, pins, at.PLAYER), dense, NO_PHASES, (layer.table, layer.rows, 1), out)
    whole = [layer.whole((boards[k], pins[k]), at.PLAYER, dense[k]) for k in range(len(boards))]
    assert (out == np.array(whole)).all()
    assert (out == 0).any()
    assert (out > 0).any()


@given(st.lists(st.integers(0, 9), min_size=1, max_size=3))
def test_aligned_arrays_are_zeros_that_begin_with_a_line(shape: list[int]) -> None:
    array = aligned(tuple(shape))
    assert array.shape == tuple(shape)
    assert array.dtype == np.float32
    assert not array.any()
    assert array.ctypes.data % LINE == 0 or array.size == 0
    assert array.flags.c_contiguous
    assert array.flags.writeable


@jit
def listed(rows: Floats, k: int, columns: Numbers, values: Floats) -> int:
    return list_filled((rows, k, HALF), columns, values, number(3))


def test_the_numbers_that_are_not_0_are_listed_in_order() -> None:
    random = np.random.default_rng(3)
    rows = random.normal(0, 1, (40, 3 * HALF)).astype(np.float32)
    rows[random.random(rows.shape) < 0.6] = 0
    rows[0] = 0
    rows[1] = -1
    for k, row in enumerate(rows):
        columns, values = np.zeros(40, np.int32), np.zeros(40, np.float32)
        end = listed(rows, k, columns, values)
        (places,) = np.nonzero(row[HALF : 2 * HALF])
        assert columns[3:end].tolist() == (places + HALF).tolist()
        assert values[3:end].tolist() == row[columns[3:end]].tolist()
