"""A fast implementation of the rule book on arrays, compiled.

It is built ahead of time (native.py), or compiled by Numba where the sources have changed since. With
neither (`is_available` is False) every command works on the rule book, only slower.
"""

from importlib.util import find_spec


def is_available() -> bool:
    """Whether NumPy is installed, and a built kernel or Numba."""
    from nardy.kernel.native import library  # noqa: PLC0415 (core stays light)

    if find_spec("numpy") is None:
        return False
    return library() is not None or find_spec("numba") is not None


def compile_missing() -> None:
    """Compile now, with a message, all that Numba needs and has not in its cache.

    Commands that need the kernel call this once at their start.
    """
    if not is_available():
        return
    from nardy.kernel import cache, jit  # noqa: PLC0415 (core stays light)

    if jit.USES_NUMBA and not cache.is_complete():
        from nardy.kernel import warm  # noqa: PLC0415 (imports Numba)

        warm.main()
