"""LLVM code as a function of Numba, also where the kernel is built or in plain Python."""

from collections.abc import Callable
from typing import Any

import pytest

from nardy.kernel import jit


def compiled(names: str, emit: Callable[..., Any]) -> Any:
    """A function for compiled code, with these arguments, whose code `emit` writes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jit, "USES_NUMBA", True)
        return jit.emitted(names, emit, lambda *_: pytest.fail("this is not compiled"))
