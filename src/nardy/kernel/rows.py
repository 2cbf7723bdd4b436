"""Sums of weight rows, kept in the processor's registers: both layers of a network.

Most of the time of every bot and of training is spent here. LLVM finds neither these loops nor their
instructions in Numba's code; with them a position is valued 1.6 times as fast (docs/decisions/training.md).

The first layer is a sum of about fourteen rows, plus thirty more times a number. Its weights are 16-bit
integers, as in the networks of chess programs (NNUE, Nasu 2018): a register holds twice as many of them as
of floats, and the rows in use fit into the nearest cache. Sums saturate.

The second layer takes only those units of the first that are not 0: 28 % of them, as measured in
docs/decisions/training.md. They are listed many at a time; each adds its weight row times its
value.
"""

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from nardy.kernel.jit import emitted
from nardy.kernel.layout import Floats, Numbers

LINE = 64
"""Bytes of a cache line."""
HALF = 16
"""Numbers listed at a time."""


def aligned(shape: tuple[int, ...], dtype: DTypeLike = np.float32) -> NDArray[Any]:
    """Zeros aligned to a cache line."""
    # An unaligned vector load touches two cache lines (docs/decisions/training.md has the gain).
    size = np.dtype(dtype).itemsize * int(np.prod(shape))
    room = np.zeros(size + LINE, np.uint8)
    start = -room.ctypes.data % LINE
    return room[start : start + size].view(dtype).reshape(shape)


def _in_python(*arguments: object) -> int:
    """Without a compiler no columns are done in blocks."""
    return 0


def _emit_sum(*given: Any) -> Any:
    from nardy.kernel.llvm import rows  # noqa: PLC0415 (only where Numba compiles)

    return rows.emit_sum(*given)


def _emit_weighted(*given: Any) -> Any:
    from nardy.kernel.llvm import rows  # noqa: PLC0415 (only where Numba compiles)

    return rows.emit_weighted(*given)


def _emit_list(*given: Any) -> Any:
    from nardy.kernel.llvm import rows  # noqa: PLC0415 (only where Numba compiles)

    return rows.emit_list(*given)


def _list_in_python(
    row: tuple[Floats, int, int], columns: Numbers, values: Floats, found: int
) -> int:
    rows, k, column = row
    (places,) = np.nonzero(rows[k, column : column + HALF])
    columns[found : found + len(places)] = column + places
    values[found : found + len(places)] = rows[k, column + places]
    return found + len(places)


sum_rows = emitted("rows terms out", _emit_sum, _in_python)
"""`sum_rows((table, rows, count), (weights, columns, values, terms), (out, k, unit))`.

Write to row k of `out` float32, after its ReLU and times `unit`, the sum of the first `count` rows
of `table` listed in `rows` and of the first `terms` rows of `weights` listed in `columns`, times
`values` / 2**15: all int16. Returns the number of columns done; the caller does the rest.
"""

sum_weighted = emitted("weights terms out k", _emit_weighted, _in_python)
"""`sum_weighted((weights, bias), (columns, values, terms), out, k)`.

Write to row k of `out`, after its ReLU, the `bias` and the first `terms` rows of `weights` named
in `columns`, times `values`: all float32. Returns how many columns that are; the caller does
the rest.
"""

list_filled = emitted("row columns values found", _emit_list, _list_in_python)
"""`list_filled((rows, k, column), columns, values, found)`: how many are found then.

Write to `columns` int32 and `values` float32, from the place `found` on, which of the HALF
numbers of row k from `column` on are not 0. Both need room for HALF more than there can be.
"""
