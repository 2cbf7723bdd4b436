"""Sums of weight rows, kept in the processor's registers.

Most of the time of every bot and of training is spent here.

The first layer is a sum of about fourteen rows, plus thirty more times a number. Its weights are 16-bit
integers, as in the networks of chess programs (NNUE, Nasu 2018): a register holds twice as many of them as
of floats, and the rows in use fit into the nearest cache. Sums saturate.
"""

# Numba has no type annotations; the exports of this file have.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportMissingParameterType=false

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic
from numpy.typing import DTypeLike, NDArray

from nardy.kernel.jit import IS_COMPILED
from nardy.kernel.vectors import (
    INDEX,
    Values,
    called,
    has,
    in_blocks,
    item,
    lanes,
    loaded,
    loop,
    spread,
    unpacked,
)

LINE = 64
"""Bytes of a cache line."""
WIDTH = 32
"""16-bit numbers in a register; the compiler splits it where needed."""
SIZES = (8 * WIDTH, 4 * WIDTH, WIDTH)
"""Columns summed at a time."""
SHORT, LONG, FLOAT = ir.IntType(16), ir.IntType(32), ir.FloatType()
SHORTS, LONGS = ir.VectorType(SHORT, WIDTH), ir.VectorType(LONG, WIDTH)
FLOATS = ir.VectorType(FLOAT, WIDTH)


def aligned(shape: tuple[int, ...], dtype: DTypeLike = np.float32) -> NDArray[Any]:
    """Zeros aligned to a cache line."""
    size = np.dtype(dtype).itemsize * int(np.prod(shape))
    room = np.zeros(size + LINE, np.uint8)
    start = -room.ctypes.data % LINE
    return room[start : start + size].view(dtype).reshape(shape)


class _Sum(NamedTuple):
    """The arguments of `sum_rows` in LLVM, with tuples unpacked."""

    table: Any
    rows: Any
    count: Any
    weights: Any
    columns: Any
    values: Any
    terms: Any
    out: Any
    k: Any
    unit: Any


def _sum_typed(context: Any, rows: Any, terms: Any, out: Any) -> Any:
    return types.int64(rows, terms, out), _emit_sum


def _emit_sum(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    given = _Sum(*unpacked(context, builder, signature, arguments))
    hidden = builder.extract_value(given.out.shape, 1)
    unit = spread(builder, given.unit, FLOATS)
    nothing = ir.Constant(SHORTS, [0] * WIDTH)

    def block(column: Any, size: int) -> None:
        def row_of(array: Any, index: Any) -> Values:
            start = builder.add(builder.mul(index, hidden), column)
            return loaded(builder, builder.gep(array.data, [start]), SHORTS, size // WIDTH)

        def add_row(i: Any, sums: Values) -> Values:
            parts = row_of(given.table, item(builder, given.rows, i))
            return [_added(builder, *pair) for pair in zip(sums, parts, strict=True)]

        def add_term(i: Any, sums: Values) -> Values:
            value = spread(builder, item(builder, given.values, i), SHORTS)
            parts = row_of(given.weights, item(builder, given.columns, i))
            terms = [_times(context, builder, part, value) for part in parts]
            return [_added(builder, *pair) for pair in zip(sums, terms, strict=True)]

        sums = [nothing] * (size // WIDTH)
        sums = loop(builder, (INDEX(0), given.count), sums, add_row)
        sums = loop(builder, (INDEX(0), given.terms), sums, add_term)
        start = builder.add(builder.mul(given.k, hidden), column)
        places = lanes(builder, builder.gep(given.out.data, [start]), FLOATS, len(sums))
        for place, total in zip(places, sums, strict=True):
            kept = builder.select(builder.icmp_signed(">", total, nothing), total, nothing)
            whole = builder.sitofp(builder.sext(kept, LONGS), FLOATS)
            builder.store(builder.fmul(whole, unit), place, align=4)

    return in_blocks(builder, hidden, SIZES, block)


class _Multiply(NamedTuple):
    """An instruction that multiplies 16-bit numbers as `_times` does."""

    feature: str
    name: str
    width: int


MULTIPLY = (
    _Multiply("+avx512bw", "llvm.x86.avx512.pmul.hr.sw.512", 32),
    _Multiply("+avx2", "llvm.x86.avx2.pmul.hr.sw", 16),
)


def _times(context: Any, builder: Any, weights: Any, values: Any) -> Any:
    """`weights * values / 2**15`, rounded, by one instruction if the processor has it."""
    for feature, name, width in MULTIPLY:
        if has(context, feature):
            parts = [
                [_part(builder, numbers, begin, width) for numbers in (weights, values)]
                for begin in range(0, WIDTH, width)
            ]
            done = [called(builder, name, *part) for part in parts]
            return done[0] if len(done) == 1 else _joined(builder, *done)
    product = builder.mul(builder.sext(weights, LONGS), builder.sext(values, LONGS))
    rounded = builder.add(product, ir.Constant(LONGS, [1 << 14] * WIDTH))
    return builder.trunc(builder.ashr(rounded, ir.Constant(LONGS, [15] * WIDTH)), SHORTS)


def _part(builder: Any, numbers: Any, begin: int, width: int) -> Any:
    if width == WIDTH:
        return numbers
    places = ir.Constant(ir.VectorType(LONG, width), list(range(begin, begin + width)))
    return builder.shuffle_vector(numbers, ir.Constant(SHORTS, ir.Undefined), places)


def _joined(builder: Any, low: Any, high: Any) -> Any:
    places = ir.Constant(ir.VectorType(LONG, WIDTH), list(range(WIDTH)))
    return builder.shuffle_vector(low, high, places)


def _added(builder: Any, one: Any, other: Any) -> Any:
    """The saturated sum."""
    return called(builder, f"llvm.sadd.sat.v{WIDTH}i16", one, other)


def _in_python(*arguments: object) -> int:
    """Without a compiler no columns are done in blocks."""
    return 0


def _intrinsic(typed: Callable[..., Any]) -> Callable[..., int]:
    return intrinsic(typed)


sum_rows = _intrinsic(_sum_typed) if IS_COMPILED else _in_python
"""`sum_rows((table, rows, count), (weights, columns, values, terms), (out, k, unit))`.

Write to row k of `out` float32, after its ReLU and times `unit`, the sum of the first `count` rows
of `table` listed in `rows` and of the first `terms` rows of `weights` listed in `columns`, times
`values` / 2**15: all int16. Returns the number of columns done; the caller does the rest.
"""
