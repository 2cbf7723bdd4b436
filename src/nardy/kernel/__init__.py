"""The fast twin of the rule book: arrays in, arrays out, compiled by Numba.

Nothing here imports Numba until something is asked of it. Without Numba every command works on
the rule book (`is_available` is False), only slower.
"""

from importlib.util import find_spec


def is_available() -> bool:
    """Whether the kernel can run: numba and numpy are installed."""
    return find_spec("numba") is not None and find_spec("numpy") is not None
