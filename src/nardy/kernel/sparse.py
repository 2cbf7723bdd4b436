"""The second layer of a network, over the nonzero units of the first, about a quarter.

They are listed many at a time; each adds its weight row times its value.
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
from numpy.typing import NDArray

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

Floats = NDArray[np.float32]

HALF = 16
"""Floats in a register; the compiler splits it where needed."""
LONG = ir.IntType(32)
FLOATS, INDICES = ir.VectorType(ir.FloatType(), HALF), ir.VectorType(LONG, HALF)
FUSED = ["contract"]


class _Weighted(NamedTuple):
    """The arguments of `sum_weighted` in LLVM, with tuples unpacked."""

    weights: Any
    bias: Any
    columns: Any
    values: Any
    terms: Any
    out: Any
    k: Any


def _weighted_typed(context: Any, weights: Any, terms: Any, out: Any, k: Any) -> Any:
    return types.int64(weights, terms, out, k), _emit_weighted


def _emit_weighted(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    given = _Weighted(*unpacked(context, builder, signature, arguments))
    width = builder.extract_value(given.out.shape, 1)
    nothing = ir.Constant(FLOATS, [0.0] * HALF)

    def block(column: Any, size: int) -> None:
        def add_term(i: Any, sums: Values) -> Values:
            value = spread(builder, item(builder, given.values, i), FLOATS)
            start = builder.add(builder.mul(item(builder, given.columns, i), width), column)
            parts = loaded(builder, builder.gep(given.weights.data, [start]), FLOATS, len(sums))
            return [
                builder.fadd(total, builder.fmul(part, value, flags=FUSED), flags=FUSED)
                for total, part in zip(sums, parts, strict=True)
            ]

        bias = loaded(builder, builder.gep(given.bias.data, [column]), FLOATS, size // HALF)
        sums = loop(builder, (INDEX(0), given.terms), bias, add_term)
        start = builder.add(builder.mul(given.k, width), column)
        places = lanes(builder, builder.gep(given.out.data, [start]), FLOATS, len(sums))
        for place, total in zip(places, sums, strict=True):
            positive = builder.fcmp_ordered(">", total, nothing)
            builder.store(builder.select(positive, total, nothing), place, align=4)

    return in_blocks(builder, width, (4 * HALF, 2 * HALF), block)


class _List(NamedTuple):
    """The arguments of `list_filled` in LLVM, with tuples unpacked."""

    rows: Any
    k: Any
    column: Any
    columns: Any
    values: Any
    found: Any


def _list_typed(context: Any, row: Any, columns: Any, values: Any, found: Any) -> Any:
    return types.int64(row, columns, values, found), _emit_list


def _emit_list(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    given = _List(*unpacked(context, builder, signature, arguments))
    width = builder.extract_value(given.rows.shape, 1)
    start = builder.gep(given.rows.data, [builder.add(builder.mul(given.k, width), given.column)])
    (numbers,) = loaded(builder, start, FLOATS, 1)
    differ = builder.fcmp_unordered("!=", numbers, ir.Constant(FLOATS, [0.0] * HALF))
    mask = builder.zext(builder.bitcast(differ, ir.IntType(HALF)), INDEX)
    count = builder.ctpop(mask)
    if has(context, "+avx512f"):
        _list_at_once(builder, given, numbers, differ)
    else:
        _list_in_turn(builder, given, start, (mask, count))
    return builder.add(given.found, count)


def _list_at_once(builder: Any, given: _List, numbers: Any, differ: Any) -> None:
    first = spread(builder, builder.trunc(given.column, LONG), INDICES)
    places = builder.add(first, ir.Constant(INDICES, list(range(HALF))))
    for array, kept in ((given.columns, places), (given.values, numbers)):
        name = f"llvm.experimental.vector.compress.v{HALF}{'i' if kept is places else 'f'}32"
        packed = called(builder, name, kept, differ, ir.Constant(kept.type, ir.Undefined))
        place = builder.gep(array.data, [given.found])
        builder.store(packed, builder.bitcast(place, kept.type.as_pointer()), align=4)


def _list_in_turn(builder: Any, given: _List, start: Any, ones: tuple[Any, Any]) -> None:
    mask, count = ones

    def one(i: Any, rest: Values) -> Values:
        j = builder.cttz(rest[0], ir.Constant(ir.IntType(1), 1))
        place = builder.add(given.found, i)
        column = builder.trunc(builder.add(given.column, j), LONG)
        builder.store(column, builder.gep(given.columns.data, [place]))
        builder.store(
            builder.load(builder.gep(start, [j])), builder.gep(given.values.data, [place])
        )
        return [builder.and_(rest[0], builder.sub(rest[0], INDEX(1)))]

    loop(builder, (INDEX(0), count), [mask], one)


def _in_python(*arguments: object) -> int:
    """Without a compiler nothing is done in blocks."""
    return 0


def _list_in_python(
    row: tuple[Floats, int, int], columns: NDArray[np.int32], values: Floats, found: int
) -> int:
    rows, k, column = row
    (places,) = np.nonzero(rows[k, column : column + HALF])
    columns[found : found + len(places)] = column + places
    values[found : found + len(places)] = rows[k, column + places]
    return found + len(places)


def _intrinsic(typed: Callable[..., Any]) -> Callable[..., int]:
    return intrinsic(typed)


sum_weighted = _intrinsic(_weighted_typed) if IS_COMPILED else _in_python
"""`sum_weighted((weights, bias), (columns, values, terms), out, k)`.

Write to row k of `out`, after its ReLU, the `bias` and the first `terms` rows of `weights` named
in `columns`, times `values`: all float32. Returns how many columns that are; the caller does
the rest.
"""

list_filled = _intrinsic(_list_typed) if IS_COMPILED else _list_in_python
"""`list_filled((rows, k, column), columns, values, found)`: how many are found then.

Write to `columns` int32 and `values` float32, from the place `found` on, which of the HALF
numbers of row k from `column` on are not 0. Both need room for HALF more than there can be.
"""
