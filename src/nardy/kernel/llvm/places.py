"""LLVM code of places.py: occupied places, and the pip count."""

# Numba has no type annotations; the exports of this file have.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from typing import Any

from llvmlite import ir

from nardy.kernel import layout as at
from nardy.kernel.llvm.vectors import INDEX, called, spread, unpacked

WIDTH = 16
SECOND = at.PLACES - WIDTH
"""Start of the second half; the halves overlap, so that nothing past the last place is read."""
SHORT = ir.IntType(WIDTH)
BYTES, LONGS = ir.VectorType(ir.IntType(8), WIDTH), ir.VectorType(ir.IntType(32), WIDTH)


def _halves(context: Any, builder: Any, signature: Any, arguments: Any) -> tuple[Any, Any, Any]:
    boards, k, side, *others = unpacked(context, builder, signature, arguments)
    steps = [builder.extract_value(boards.strides, axis) for axis in range(2)]
    row = builder.add(builder.mul(k, steps[0]), builder.mul(side, steps[1]))
    start = builder.gep(boards.data, [row])
    second = builder.gep(start, [INDEX(SECOND)])
    low, high = (
        builder.load(builder.bitcast(place, BYTES.as_pointer()), align=1)
        for place in (start, second)
    )
    return low, high, others


def emit_places(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    low, high, (least,) = _halves(context, builder, signature, arguments)
    wanted = spread(builder, builder.trunc(least, ir.IntType(8)), BYTES)
    masks = [
        builder.zext(builder.bitcast(builder.icmp_signed(">=", half, wanted), SHORT), INDEX)
        for half in (low, high)
    ]
    return builder.or_(masks[0], builder.shl(masks[1], INDEX(SECOND)))


def emit_pips(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    low, high, _ = _halves(context, builder, signature, arguments)
    # The bar counts nothing here, and places in both halves count once.
    far = [place if WIDTH <= place < at.BAR else 0 for place in range(SECOND, at.PLACES)]
    products = [
        builder.mul(builder.zext(half, LONGS), ir.Constant(LONGS, worth))
        for half, worth in ((low, list(range(WIDTH))), (high, far))
    ]
    name = f"llvm.vector.reduce.add.v{WIDTH}i32"
    pips = called(builder, name, builder.add(*products), kind=ir.IntType(32))
    return builder.zext(pips, INDEX)
