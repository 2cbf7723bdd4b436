"""Wrap an entry so that C can call it: all arguments lie in one block of 64-bit numbers.

An array is its address and the length of each axis; a float is its bits as a float64; a tuple is what is
in it. The wrapper reads them in their order, calls the entry, and writes whole results to the start
of the block. Native code and WebAssembly share this form.
"""

# Numba has no type annotations.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportMissingParameterType=false
# pyright: reportUntypedFunctionDecorator=false, reportCallIssue=false
# pyright: reportArgumentType=false, reportGeneralTypeIssues=false

from collections.abc import Iterator
from typing import Any, NamedTuple

from llvmlite import ir
from numba import njit, types
from numba.core.compiler import CompileResult
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

NUMBER = ir.IntType(64)
LETTERS = {
    types.int8: "b",
    types.uint8: "B",
    types.int16: "h",
    types.int32: "i",
    types.int64: "l",
    types.float32: "f",
    types.float64: "d",
    types.boolean: "?",
}


class Flat(NamedTuple):
    """An entry with its wrapper, compiled."""

    name: str
    kinds: str
    """The kinds of its arguments: a letter and the number of axes for an array, 'n' for an integer, 'x' for a
    float, 'o' for a truth value, and tuples in parentheses."""
    results: int
    """How many integers it returns."""
    symbol: str
    """The name of its compiled code."""
    code: str
    """LLVM's text of the wrapper with all that it calls."""


def flattened(name: str, dispatcher: Any, taken: tuple[Any, ...]) -> Flat:
    """Compile the wrapper of an entry that takes arguments of these types."""
    compiled = _compiled(dispatcher, types.Tuple(taken))
    (signature,) = dispatcher.nopython_signatures
    kinds, results = "".join(map(_kind, taken)), _results(signature.return_type)
    code = compiled.library.get_llvm_str()
    return Flat(name, kinds, results, compiled.fndesc.llvm_func_name, code)


def _results(kind: Any) -> int:
    if kind is types.none:
        return 0
    return len(kind) if isinstance(kind, types.UniTuple) else 1


def _kind(kind: Any) -> str:
    if isinstance(kind, types.BaseTuple):
        return f"({''.join(map(_kind, kind))})"
    if isinstance(kind, types.Array) and kind.layout == "C":
        return f"{LETTERS[kind.dtype]}{kind.ndim}"
    return {types.int64: "n", types.float64: "x", types.boolean: "o"}[kind]


def _compiled(dispatcher: Any, taken: Any) -> CompileResult:
    @intrinsic
    def arguments(context: Any, block: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            numbers = _Numbers(builder, given[0])
            return _value(context, builder, taken, numbers)

        return taken(types.int64), emit

    @intrinsic
    def keep(context: Any, block: Any, result: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            start = builder.inttoptr(given[0], NUMBER.as_pointer())
            for i, value in enumerate(_integers(builder, signature.args[1], given[1])):
                builder.store(value, builder.gep(start, [NUMBER(i)]))
            return NUMBER(0)

        return types.int64(types.int64, result), emit

    def wrapper(block: int) -> int:
        return keep(block, dispatcher(*arguments(block)))

    # Without Python's own wrappers the code has no reference to Python.
    options = {"nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    (compiled,) = njit(types.int64(types.int64), **options)(wrapper).overloads.values()
    return compiled


class _Numbers:
    """The numbers of a block, one after the other."""

    def __init__(self, builder: Any, block: Any) -> None:
        self.builder = builder
        self.start = builder.inttoptr(block, NUMBER.as_pointer())
        self.taken = 0

    def take(self) -> Any:
        place = self.builder.gep(self.start, [NUMBER(self.taken)])
        self.taken += 1
        return self.builder.load(place)


def _value(context: Any, builder: Any, kind: Any, numbers: _Numbers) -> Any:
    if isinstance(kind, types.BaseTuple):
        parts = [_value(context, builder, part, numbers) for part in kind]
        return context.make_tuple(builder, kind, parts)
    if isinstance(kind, types.Array):
        return _array(context, builder, kind, numbers)
    number = numbers.take()
    if kind is types.boolean:
        return builder.icmp_signed("!=", number, NUMBER(0))
    return builder.bitcast(number, ir.DoubleType()) if kind is types.float64 else number


def _array(context: Any, builder: Any, kind: Any, numbers: _Numbers) -> Any:
    item = context.get_data_type(kind.dtype)
    data = builder.inttoptr(numbers.take(), item.as_pointer())
    shape = [numbers.take() for _ in range(kind.ndim)]
    # Contiguous: each axis steps over all that the later ones hold.
    strides = [NUMBER(context.get_abi_sizeof(item))]
    for length in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], length))
    array = context.make_array(kind)(context, builder)
    parts = {"shape": shape, "strides": strides, "itemsize": strides[-1], "meminfo": None}
    populate_array(array, data=data, **parts)
    return array._getvalue()  # noqa: SLF001 (Numba has no other name for it)


def _integers(builder: Any, kind: Any, value: Any) -> Iterator[Any]:
    if isinstance(kind, types.BaseTuple):
        for i in range(len(kind)):
            yield builder.extract_value(value, i)
    elif kind is not types.none:
        yield value
