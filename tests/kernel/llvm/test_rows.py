"""The LLVM code for sums of rows is the same as NumPy, whatever the width."""

import numpy as np
import pytest
from numba import njit
from tests.kernel.llvm.compiled import compiled

from nardy.kernel.layout import Floats, Numbers
from nardy.kernel.llvm.rows import HALF, SIZES, WIDTH, emit_list, emit_sum, emit_weighted

sum_rows = compiled("rows terms out", emit_sum)
sum_weighted = compiled("weights terms out k", emit_weighted)
list_filled = compiled("row columns values found", emit_list)
UNIT = np.float32(0.25)


@njit
def summed(rows, terms, out, k, unit):
    return sum_rows(rows, terms, (out, k, unit))


@njit
def weighted(weights, terms, out, k):
    return sum_weighted(weights, terms, out, k)


@njit
def listed(row, columns, values, found):
    return list_filled(row, columns, values, found)


@pytest.mark.parametrize("width", [WIDTH - 1, WIDTH, 2 * WIDTH + 3, SIZES[1], sum(SIZES) + 7])
def test_rows_are_added_saturate_and_lose_what_is_below_0(width: int) -> None:
    random = np.random.default_rng(width)
    most = 30_000
    table = random.integers(-most, most, (9, width)).astype(np.int16)
    weights = random.integers(-most, most, (5, width)).astype(np.int16)
    rows, columns = np.array([3, 3, 8, 0], np.int32), np.array([4, 0, 1], np.int32)
    values = np.array([20_000, -32_768, 5], np.int16)
    out = np.full((2, width), np.nan, np.float32)
    done = summed((table, rows, 3), (weights, columns, values, 2), out, 1, UNIT)
    assert done == width // WIDTH * WIDTH
    total = np.zeros(width, np.int64)
    parts = [table[row].astype(np.int64) for row in rows[:3]]
    for column, value in zip(columns[:2], values[:2], strict=True):
        parts.append((weights[column].astype(np.int64) * value + (1 << 14)) >> 15)
    for part in parts:
        total = np.clip(total + part, -32_768, 32_767)
    expected = np.maximum(total, 0) * UNIT
    assert (out[1, :done] == expected[:done]).all()
    assert np.isnan(out[0]).all()
    assert np.isnan(out[1, done:]).all()
    if done:
        assert (out[1, :done] == 0).any()
        assert (out[1, :done] == 32_767 * UNIT).any()


@pytest.mark.parametrize("width", [HALF, 2 * HALF, 4 * HALF, 6 * HALF + 5])
def test_a_weighted_sum_starts_at_the_bias(width: int) -> None:
    random = np.random.default_rng(width)
    weights = random.normal(0, 1, (7, width)).astype(np.float32)
    bias = random.normal(0, 1, width).astype(np.float32)
    columns, values = np.array([6, 2, 0], np.int32), np.array([0.5, -2, 9], np.float32)
    out = np.full((2, width), np.nan, np.float32)
    done = weighted((weights, bias), (columns, values, 2), out, 0)
    assert done == width // (2 * HALF) * 2 * HALF
    expected = np.maximum(bias + 0.5 * weights[6] - 2 * weights[2], 0)
    assert out[0, :done] == pytest.approx(expected[:done], rel=1e-5, abs=1e-6)
    assert np.isnan(out[1]).all()
    assert np.isnan(out[0, done:]).all()


def test_numbers_that_are_not_0_are_listed_in_order() -> None:
    random = np.random.default_rng(3)
    rows: Floats = random.normal(0, 1, (20, 3 * HALF)).astype(np.float32)
    rows[random.random(rows.shape) < 0.6] = 0
    rows[0], rows[1], rows[2, HALF] = 0, -1, np.nan
    for k, row in enumerate(rows):
        columns: Numbers = np.zeros(40, np.int32)
        values = np.zeros(40, np.float32)
        end = listed((rows, k, HALF), columns, values, 3)
        (places,) = np.nonzero(row[HALF : 2 * HALF])
        assert columns[3:end].tolist() == (places + HALF).tolist()
        assert np.array_equal(values[3:end], row[columns[3:end]], equal_nan=True)
        assert not columns[:3].any()
