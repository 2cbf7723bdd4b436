"""The one door to compiled code: decorators for the functions of the kernel.

Where a library was built from these sources (`native.py`), entries are its functions, and nothing is
compiled. Otherwise Numba compiles, and keeps what it compiled in the folder of `cache.py`.
`NARDY_KERNEL` chooses: `native`, `numba`, or `python` for plain Python, which is slow.
"""

# Numba has no type annotations; the exports of this file have.
# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportMissingParameterType=false
# pyright: reportUntypedFunctionDecorator=false

import os
from collections.abc import Callable
from inspect import Parameter, Signature
from typing import Any, ParamSpec, TypeVar, cast

from nardy.kernel import native
from nardy.kernel.cache import folder

P = ParamSpec("P")
R = TypeVar("R")

LIBRARY = native.library()
"""The built kernel; None where Numba compiles, or Python runs."""
USES_NUMBA = LIBRARY is None and os.environ.get(native.CHOICE) != "python"

ENTRIES: list[tuple[str, str]] = []
"""Module and name of every function that Python calls."""
NAMES: list[str] = []
"""Names of all compiled functions of the kernel."""


def jit(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that makes no arrays (`entry` may) and only fills them."""
    return _compiled(function, is_borrowing=True)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """`jit`, inlined into every caller."""
    return _compiled(function, is_borrowing=True, forceinline=True)


def entry(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function for calls from Python; it may make arrays."""
    ENTRIES.append((function.__module__, function.__name__))
    if LIBRARY is not None:
        # Those that return arrays are called by other entries only, and are not in the library.
        return cast("Callable[P, R]", getattr(LIBRARY, function.__name__, function))
    return _compiled(function, is_borrowing=False)


def _compiled(function: Callable[P, R], *, is_borrowing: bool, **options: Any) -> Callable[P, R]:
    NAMES.append(function.__name__)
    if not USES_NUMBA:
        return function
    from numba import njit  # noqa: PLC0415 (where it compiles only)
    from numba.core import config  # noqa: PLC0415
    from numba.core.options import DefaultOptions  # noqa: PLC0415

    # Numba counts the references to an array whenever a function takes it, with two locked
    # instructions: more than half of the time of a search. A function that only fills arrays needs no
    # count. The option is private and may disappear; the kernel is then slower.
    if is_borrowing and hasattr(DefaultOptions, "_nrt"):
        options["_nrt"] = False
    # nogil: threads share the kernel. CACHE_DIR is set only for a moment, so that the
    # compiled code of other packages stays in its place.
    names: Any = config
    before = names.CACHE_DIR
    names.CACHE_DIR = str(folder())
    try:
        return cast("Callable[P, R]", njit(cache=True, nogil=True, **options)(function))
    finally:
        names.CACHE_DIR = before


def emitted(
    names: str, emit: Callable[..., Any], in_python: Callable[..., int]
) -> Callable[..., int]:
    """A function for compiled code, with these arguments and an int64 as result.

    `emit(context, builder, signature, arguments)` writes its LLVM code; where Numba does not compile
    it is `in_python`.
    """
    if not USES_NUMBA:
        return in_python
    from numba import types  # noqa: PLC0415 (where it compiles only)
    from numba.extending import intrinsic  # noqa: PLC0415

    def typed(context: Any, *kinds: Any) -> Any:
        return types.int64(*kinds), emit

    # Numba counts the arguments by the signature of `typed`, where *kinds would hide them.
    given = [Parameter(name, Parameter.POSITIONAL_ONLY) for name in ("context", *names.split())]
    known: Any = typed
    known.__signature__ = Signature(given)
    return cast("Callable[..., int]", intrinsic(typed))
