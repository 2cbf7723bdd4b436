"""Bit instructions on masks that Numba does not offer, and whole numbers of one kind."""

# Numba has no type annotations; the exports of this file have.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportMissingParameterType=false

from collections.abc import Callable
from typing import Any

from nardy.kernel.jit import USES_NUMBA, inlined


def _instruction(name: str, in_python: Callable[[Any], int]) -> Callable[[Any], int]:
    """A processor instruction on an int64; where Numba does not compile it is `in_python`."""
    if not USES_NUMBA:
        return in_python
    from llvmlite import ir  # noqa: PLC0415 (where it compiles only)
    from numba import types  # noqa: PLC0415
    from numba.extending import intrinsic  # noqa: PLC0415

    def typed(context: Any, mask: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            if name == "number":
                return arguments[0]
            if name == "ctpop":
                return builder.ctpop(arguments[0])
            # The flag 0 makes the result for an empty mask defined.
            return getattr(builder, name)(arguments[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.int64), emit

    known: Callable[[Any], int] = intrinsic(typed)  # pyright: ignore[reportAssignmentType]
    return known


def _ones(mask: int) -> int:
    return int(mask).bit_count()


def _zeros_below(mask: int) -> int:
    return (int(mask) & -int(mask)).bit_length() - 1


def _zeros_above(mask: int) -> int:
    return 64 - int(mask).bit_length()


ones = _instruction("ctpop", _ones)
"""The number of set bits."""

number = _instruction("number", int)
"""The value as an int64, which every function of the kernel takes.

Numba would compile a function again for an int8, and for each literal in a call.
"""

_below = _instruction("cttz", _zeros_below)
_above = _instruction("ctlz", _zeros_above)


@inlined
def lowest(mask: int) -> int:
    """The lowest place of a nonempty mask."""
    return _below(mask)


@inlined
def highest(mask: int) -> int:
    """The highest place of a nonempty mask."""
    return 63 - _above(mask)
