"""What time it is."""

import time


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def milliseconds() -> int:
    """A clock that nobody can set back."""
    return time.monotonic_ns() // 1_000_000


def monotonic() -> float:
    """Seconds by a clock that nobody can set back."""
    return time.monotonic()
