"""A fast implementation of the rule book on arrays, compiled by Numba.

Numba is imported only when the kernel is used. Without it (`is_available` is False) every command works
on the rule book, only slower.
"""

from importlib.util import find_spec


def is_available() -> bool:
    """Whether numba and numpy are installed."""
    return find_spec("numba") is not None and find_spec("numpy") is not None
