"""LLVM code of rows.py: sums of weight rows, kept in the processor's registers."""

# Numba has no type annotations; the exports of this file have.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false

from typing import Any

from llvmlite import ir

from nardy.kernel.llvm import vectors
from nardy.kernel.llvm.vectors import INDEX, Values, item, spread

WIDTH, HALF = 32, 16
"""16-bit numbers, and floats, in a register; the compiler splits it where needed."""
SIZES = (8 * WIDTH, 4 * WIDTH, WIDTH)
"""Columns of 16-bit numbers summed at a time."""
NARROW_SIZES, NARROW_FLOATS = (2 * WIDTH, WIDTH), (2 * HALF,)
"""The same, and columns of floats, where registers hold 16 bytes."""
NARROW = "+simd128"
"""WebAssembly's vectors (https://webassembly.github.io/spec/core/syntax/instructions.html)."""
SHORT, LONG, FLOAT = ir.IntType(16), ir.IntType(32), ir.FloatType()
SHORTS, LONGS = ir.VectorType(SHORT, WIDTH), ir.VectorType(LONG, WIDTH)
FLOATS = ir.VectorType(FLOAT, WIDTH)
HALF_FLOATS, HALF_LONGS = ir.VectorType(FLOAT, HALF), ir.VectorType(LONG, HALF)
EIGHT = 8
"""Numbers that AVX2 lists at a time."""
EIGHT_LONGS = ir.VectorType(LONG, EIGHT)
# Allows LLVM to fuse a product and a sum into one instruction.
FUSED = ["contract"]
MULTIPLY = (
    ("+avx512bw", "llvm.x86.avx512.pmul.hr.sw.512", 32),
    ("+avx2", "llvm.x86.avx2.pmul.hr.sw", 16),
    # The name of llvm.wasm.q15mulr.sat.signed until the target is WebAssembly (objects.py), since Numba
    # compiles for this machine first. It differs for two factors of -32768 alone.
    (NARROW, "nardy_q15mulr", 8),
)
"""Instructions that multiply 16-bit numbers as `_times` does: a processor's feature, name, width."""


# ------------------------------------------------------------------------- the first layer


def emit_sum(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    given = vectors.unpacked(context, builder, signature, arguments)
    table, rows, count, weights, columns, values, terms, out, k, unit = given
    hidden = builder.extract_value(out.shape, 1)
    unit = spread(builder, unit, FLOATS)
    nothing = ir.Constant(SHORTS, [0] * WIDTH)

    def block(column: Any, size: int) -> None:
        def row_of(array: Any, index: Any) -> Values:
            start = builder.add(builder.mul(index, hidden), column)
            place = builder.gep(array.data, [start])
            return vectors.loaded(builder, place, SHORTS, size // WIDTH)

        def add_row(i: Any, sums: Values) -> Values:
            parts = row_of(table, item(builder, rows, i))
            return [_added(builder, *pair) for pair in zip(sums, parts, strict=True)]

        def add_term(i: Any, sums: Values) -> Values:
            value = spread(builder, item(builder, values, i), SHORTS)
            parts = row_of(weights, item(builder, columns, i))
            products = [_times(context, builder, part, value) for part in parts]
            return [_added(builder, *pair) for pair in zip(sums, products, strict=True)]

        sums = [nothing] * (size // WIDTH)
        sums = vectors.loop(builder, (INDEX(0), count), sums, add_row)
        sums = vectors.loop(builder, (INDEX(0), terms), sums, add_term)
        start = builder.add(builder.mul(k, hidden), column)
        places = vectors.lanes(builder, builder.gep(out.data, [start]), FLOATS, len(sums))
        for place, total in zip(places, sums, strict=True):
            kept = builder.select(builder.icmp_signed(">", total, nothing), total, nothing)
            whole = builder.sitofp(builder.sext(kept, LONGS), FLOATS)
            builder.store(builder.fmul(whole, unit), place, align=4)

    # Elsewhere the sums of the widest block alone fill all registers, and are stored in each turn.
    sizes = SIZES if vectors.has(context, "+avx512bw") else SIZES[1:]
    if vectors.has(context, NARROW):
        sizes = NARROW_SIZES
    return vectors.in_blocks(builder, hidden, sizes, block)


def _times(context: Any, builder: Any, weights: Any, values: Any) -> Any:
    """`weights * values / 2**15`, rounded, by one instruction if the processor has it."""
    for feature, name, width in MULTIPLY:
        if vectors.has(context, feature):
            nothing = ir.Constant(SHORTS, ir.Undefined)
            parts = [
                [_part(builder, (numbers, nothing), begin, width) for numbers in (weights, values)]
                for begin in range(0, WIDTH, width)
            ]
            done = [vectors.called(builder, name, *part) for part in parts]
            joined = width
            while len(done) > 1:
                joined *= 2
                pairs = zip(done[::2], done[1::2], strict=True)
                done = [_part(builder, pair, 0, joined) for pair in pairs]
            return done[0]
    product = builder.mul(builder.sext(weights, LONGS), builder.sext(values, LONGS))
    rounded = builder.add(product, ir.Constant(LONGS, [1 << 14] * WIDTH))
    return builder.trunc(builder.ashr(rounded, ir.Constant(LONGS, [15] * WIDTH)), SHORTS)


def _part(builder: Any, pair: Any, begin: int, width: int) -> Any:
    """Some of the numbers of two vectors, one behind the other."""
    places = ir.Constant(ir.VectorType(LONG, width), list(range(begin, begin + width)))
    return builder.shuffle_vector(*pair, places)


def _added(builder: Any, one: Any, other: Any) -> Any:
    """The saturated sum."""
    return vectors.called(builder, f"llvm.sadd.sat.v{WIDTH}i16", one, other)


# ------------------------------------------------------------------------ the second layer


def emit_weighted(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    given = vectors.unpacked(context, builder, signature, arguments)
    weights, bias, columns, values, terms, out, k = given
    width = builder.extract_value(out.shape, 1)
    nothing = ir.Constant(HALF_FLOATS, [0.0] * HALF)

    def loaded(array: Any, start: Any, size: int) -> Values:
        place = builder.gep(array.data, [start])
        return vectors.loaded(builder, place, HALF_FLOATS, size // HALF)

    def block(column: Any, size: int) -> None:
        def add_term(i: Any, sums: Values) -> Values:
            value = spread(builder, item(builder, values, i), HALF_FLOATS)
            start = builder.add(builder.mul(item(builder, columns, i), width), column)
            return [
                builder.fadd(total, builder.fmul(part, value, flags=FUSED), flags=FUSED)
                for total, part in zip(sums, loaded(weights, start, size), strict=True)
            ]

        sums = vectors.loop(builder, (INDEX(0), terms), loaded(bias, column, size), add_term)
        start = builder.add(builder.mul(k, width), column)
        places = vectors.lanes(builder, builder.gep(out.data, [start]), HALF_FLOATS, len(sums))
        for place, total in zip(places, sums, strict=True):
            positive = builder.fcmp_ordered(">", total, nothing)
            builder.store(builder.select(positive, total, nothing), place, align=4)

    sizes = NARROW_FLOATS if vectors.has(context, NARROW) else (4 * HALF, 2 * HALF)
    return vectors.in_blocks(builder, width, sizes, block)


def emit_list(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    given = vectors.unpacked(context, builder, signature, arguments)
    rows, k, column, columns, values, found = given
    width = builder.extract_value(rows.shape, 1)
    start = builder.gep(rows.data, [builder.add(builder.mul(k, width), column)])
    (numbers,) = vectors.loaded(builder, start, HALF_FLOATS, 1)
    # Unordered: NaN counts as filled, as in NumPy's `nonzero`.
    differ = builder.fcmp_unordered("!=", numbers, ir.Constant(HALF_FLOATS, [0.0] * HALF))
    mask = builder.zext(builder.bitcast(differ, ir.IntType(HALF)), INDEX)
    count = builder.ctpop(mask)

    def at_once() -> None:
        first = spread(builder, builder.trunc(column, LONG), HALF_LONGS)
        places = builder.add(first, ir.Constant(HALF_LONGS, list(range(HALF))))
        for array, kept, letter in ((columns, places, "i"), (values, numbers, "f")):
            name = f"llvm.experimental.vector.compress.v{HALF}{letter}32"
            nothing = ir.Constant(kept.type, ir.Undefined)
            packed = vectors.called(builder, name, kept, differ, nothing)
            place = builder.gep(array.data, [found])
            builder.store(packed, builder.bitcast(place, kept.type.as_pointer()), align=4)

    def one(i: Any, rest: Values) -> Values:
        j = builder.cttz(rest[0], ir.Constant(ir.IntType(1), 1))
        place = builder.add(found, i)
        number = builder.load(builder.gep(start, [j]))
        builder.store(
            builder.trunc(builder.add(column, j), LONG), builder.gep(columns.data, [place])
        )
        builder.store(number, builder.gep(values.data, [place]))
        return [builder.and_(rest[0], builder.sub(rest[0], INDEX(1)))]

    def by_eights() -> None:
        kept_at = builder.bitcast(
            vectors.constant(builder, "nardy_packed", PACKED), EIGHT_LONGS.as_pointer()
        )
        end = found
        for begin in range(0, HALF, EIGHT):
            part = builder.and_(builder.lshr(mask, INDEX(begin)), INDEX((1 << EIGHT) - 1))
            which = builder.load(builder.gep(kept_at, [part]), align=4)
            first = builder.add(column, INDEX(begin))
            places = builder.add(spread(builder, builder.trunc(first, LONG), EIGHT_LONGS), which)
            some = _part(builder, (numbers, ir.Constant(HALF_FLOATS, ir.Undefined)), begin, EIGHT)
            name = "llvm.x86.avx2.permps"
            packed = vectors.called(builder, name, some, which)
            for array, what in ((columns, places), (values, packed)):
                place = builder.gep(array.data, [end])
                builder.store(what, builder.bitcast(place, what.type.as_pointer()), align=4)
            end = builder.add(end, builder.ctpop(part))

    # Without these features packing is slow, and numbers are listed one by one by their bits.
    if vectors.has(context, "+avx512f"):
        at_once()
    elif vectors.has(context, "+avx2"):
        by_eights()
    else:
        vectors.loop(builder, (INDEX(0), count), [mask], one)
    return builder.add(found, count)


def _packing() -> bytes:
    """For each mask of eight lanes the lanes whose bits are set, and then lane 0: int32[256, 8]."""
    rows = [[n for n in range(EIGHT) if mask >> n & 1] for mask in range(1 << EIGHT)]
    packed = [number for row in rows for number in (row + [0] * EIGHT)[:EIGHT]]
    return b"".join(number.to_bytes(4, "little") for number in packed)


PACKED = _packing()
