"""Blocks of columns, the largest first, and what is left to the caller."""

import numpy as np
import pytest
from numba import njit, types
from numba.extending import intrinsic

from nardy.kernel.layout import Ints
from nardy.kernel.llvm.vectors import INDEX, in_blocks, unpacked


@intrinsic
def mark_blocks(context, width, pair):
    def emit(context, builder, signature, arguments):
        width, marks, *others = unpacked(context, builder, signature, arguments)
        assert len(others) == 2

        def block(column, size):
            builder.store(INDEX(size), builder.gep(marks.data, [column]))

        return in_blocks(builder, width, (8, 4), block)

    return types.int64(width, pair), emit


@njit
def marked(width: int, marks: Ints) -> int:
    return mark_blocks(width, (marks, (width, 1)))


@pytest.mark.parametrize(
    ("width", "blocks"),
    [(0, []), (3, []), (4, [4]), (8, [8]), (11, [8]), (12, [8, 4]), (23, [8, 8, 4])],
)
def test_columns_go_by_in_blocks_the_largest_first(width: int, blocks: list[int]) -> None:
    marks = np.zeros(30, np.int64)
    done = marked(width, marks)
    assert done == sum(blocks)
    places = np.flatnonzero(marks)
    assert marks[places].tolist() == blocks
    assert places.tolist() == [sum(blocks[:n]) for n in range(len(blocks))]
