"""Typed Numba decorators, and three bit instructions for masks.

Numba is imported only here and in the modules that emit LLVM code. Compiled functions are kept in the
folder of `cache.py`; functions of other packages in this process are not affected.
"""

# Numba has no type annotations; the exports of this file have.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportMissingParameterType=false
# pyright: reportUntypedFunctionDecorator=false

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

from llvmlite import ir
from numba import njit, types
from numba.core import config as numba_config
from numba.core.options import DefaultOptions
from numba.extending import intrinsic

from nardy.kernel.cache import folder

P = ParamSpec("P")
R = TypeVar("R")

FOLDER = str(folder())
config: Any = numba_config
IS_COMPILED: bool = not config.DISABLE_JIT
"""False under NUMBA_DISABLE_JIT=1, where the kernel runs as plain Python, slowly."""

NAMES: list[str] = []
"""Names of all compiled functions of the kernel."""

# Numba counts the references to an array whenever a function takes it, with two locked
# instructions: more than half of the time of a search. A function that only fills arrays needs no
# count. The option is private and may disappear; the kernel is then slower.
BORROWING: dict[str, Any] = {"_nrt": False} if hasattr(DefaultOptions, "_nrt") else {}


def jit(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that makes no arrays (`entry` may) and only fills them."""
    return _compiled(function, BORROWING)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """`jit`, inlined into every caller."""
    return _compiled(function, {"forceinline": True, **BORROWING})


def entry(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function for calls from Python; it may make arrays."""
    return _compiled(function, {})


def _compiled(function: Callable[P, R], options: dict[str, Any]) -> Callable[P, R]:
    # nogil: threads share the kernel. CACHE_DIR is set only for a moment, so that the
    # compiled code of other packages stays in its place.
    NAMES.append(function.__name__)
    before = config.CACHE_DIR
    config.CACHE_DIR = FOLDER
    try:
        return cast("Callable[P, R]", njit(cache=True, nogil=True, **options)(function))
    finally:
        config.CACHE_DIR = before


def _instruction(name: str) -> Any:
    """A processor instruction on an int64 that Numba does not offer."""

    def typed(context: Any, mask: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            if name == "number":
                return arguments[0]
            if name == "ctpop":
                return builder.ctpop(arguments[0])
            # The flag 0 makes the result for an empty mask defined.
            return getattr(builder, name)(arguments[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.int64), emit

    return intrinsic(typed)


def _ones(mask: int) -> int:
    return int(mask).bit_count()


def _zeros_below(mask: int) -> int:
    return (int(mask) & -int(mask)).bit_length() - 1


def _zeros_above(mask: int) -> int:
    return 64 - int(mask).bit_length()


ones: Callable[[int], int] = _instruction("ctpop") if IS_COMPILED else _ones
"""The number of set bits."""

number: Callable[[Any], int] = _instruction("number") if IS_COMPILED else int
"""The value as an int64, which every function of the kernel takes.

Numba would compile a function again for an int8, and for each literal in a call.
"""

_below: Callable[[int], int] = _instruction("cttz") if IS_COMPILED else _zeros_below
_above: Callable[[int], int] = _instruction("ctlz") if IS_COMPILED else _zeros_above


@inlined
def lowest(mask: int) -> int:
    """The lowest place of a nonempty mask."""
    return _below(mask)


@inlined
def highest(mask: int) -> int:
    """The highest place of a nonempty mask."""
    return 63 - _above(mask)
