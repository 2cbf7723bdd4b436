"""Tools for LLVM code: loops over rows whose sums stay in registers.

Numba's own nested loops would load and store each sum for every row. They would also check whether
the arrays overlap.
"""

# Numba has no type annotations; the exports of this file have.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportMissingParameterType=false
# pyright: reportAttributeAccessIssue=false

import os
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types

INDEX = ir.IntType(64)
Values = list[Any]
FEATURES = "NARDY_KERNEL_FEATURES"
"""The environment variable with features of a target that Numba does not know, as `+simd128`."""


def unpacked(context: Any, builder: Any, signature: Any, arguments: Any) -> Values:
    """The arguments of a function, with tuples unpacked and arrays ready to be read."""

    def parts(kind: Any, value: Any) -> Values:
        if isinstance(kind, (types.Tuple, types.UniTuple)):
            pairs = [(part, builder.extract_value(value, i)) for i, part in enumerate(kind)]
            return [one for pair in pairs for one in parts(*pair)]
        if isinstance(kind, types.Array):
            return [context.make_array(kind)(context, builder, value)]
        return [value]

    pairs = zip(signature.args, arguments, strict=True)
    return [one for pair in pairs for one in parts(*pair)]


def lanes(builder: Any, start: Any, kind: Any, count: int) -> Values:
    """Pointers to *count* consecutive vectors from `start` on."""
    step = INDEX(kind.count)
    places = [builder.gep(start, [builder.mul(INDEX(lane), step)]) for lane in range(count)]
    return [builder.bitcast(place, kind.as_pointer()) for place in places]


def spread(builder: Any, value: Any, kind: Any) -> Any:
    """A vector of one repeated value."""
    nothing = ir.Constant(kind, ir.Undefined)
    one = builder.insert_element(nothing, value, ir.IntType(32)(0))
    everywhere = ir.Constant(ir.VectorType(ir.IntType(32), kind.count), [0] * kind.count)
    return builder.shuffle_vector(one, nothing, everywhere)


def item(builder: Any, array: Any, index: Any) -> Any:
    """One item of a one-dimensional array; integers are widened to an index."""
    value = builder.load(builder.gep(array.data, [index]))
    return builder.sext(value, INDEX) if value.type == ir.IntType(32) else value


def has(context: Any, feature: str) -> bool:
    """Whether the target processor has a feature, in LLVM's notation: `+avx2`."""
    known = context.codegen().magic_tuple()[2].split(",")
    return feature in known or feature in os.environ.get(FEATURES, "").split(",")


def called(builder: Any, name: str, *given: Any, kind: Any = None) -> Any:
    """Call an LLVM function; the result has this type, or that of the first argument."""
    kind = ir.FunctionType(kind or given[0].type, [one.type for one in given])
    # LLVM refuses a second declaration of the same name.
    known = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
    return builder.call(known, list(given))


def constant(builder: Any, name: str, data: bytes) -> Any:
    """A pointer to constant bytes, which a module has once."""
    kind = ir.ArrayType(ir.IntType(8), len(data))
    known = builder.module.globals.get(name)
    if known is None:
        known = ir.GlobalVariable(builder.module, kind, name)
        known.initializer = ir.Constant(kind, bytearray(data))
        known.linkage, known.global_constant, known.align = "internal", True, 64
    return builder.gep(known, [ir.IntType(32)(0), ir.IntType(32)(0)], inbounds=True)


def loop(
    builder: Any, ends: tuple[Any, Any], values: Values, body: Callable[[Any, Values], Values]
) -> Values:
    """`for i in range(*ends): values = body(i, values)`; return the final values."""
    first, end = ends
    before = builder.block
    head, inside, after = (builder.append_basic_block(name) for name in ("head", "body", "after"))
    builder.branch(head)
    builder.position_at_end(head)
    # Phi nodes keep the values in registers; variables on the stack would be stored in each turn.
    i = builder.phi(INDEX)
    held = [builder.phi(value.type) for value in values]
    builder.cbranch(builder.icmp_signed("<", i, end), inside, after)
    builder.position_at_end(inside)
    new = body(i, held)
    pairs = [(i, first, builder.add(i, INDEX(1))), *zip(held, values, new, strict=True)]
    for phi, start, later in pairs:
        phi.add_incoming(start, before)
        phi.add_incoming(later, builder.block)
    builder.branch(head)
    builder.position_at_end(after)
    return held


def in_blocks(
    builder: Any, width: Any, sizes: tuple[int, ...], emit: Callable[[Any, int], None]
) -> Any:
    """Go through columns in blocks, the largest size first; return the number of columns done.

    `emit` gets the first column of a block, and its size.
    """
    begin: Any = INDEX(0)
    for size in sizes:
        count = builder.udiv(builder.sub(width, begin), INDEX(size))

        def block(index: Any, _: Values, begin: Any = begin, size: int = size) -> Values:
            emit(builder.add(begin, builder.mul(index, INDEX(size))), size)
            return []

        loop(builder, (INDEX(0), count), [], block)
        begin = builder.add(begin, builder.mul(count, INDEX(size)))
    return begin


def loaded(builder: Any, start: Any, kind: Any, count: int) -> Values:
    """Load *count* consecutive vectors from `start` on."""
    # Rows of any width are read, so only the alignment of one number is certain.
    align = 2 if kind.element == ir.IntType(16) else 4
    return [builder.load(place, align=align) for place in lanes(builder, start, kind, count)]
