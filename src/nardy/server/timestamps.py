"""The wall clock and the monotonic clock."""

import time


def now() -> int:
    """Wall clock time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def milliseconds() -> int:
    """Monotonic time in milliseconds."""
    return time.monotonic_ns() // 1_000_000


def monotonic() -> float:
    """Monotonic time in seconds."""
    return time.monotonic()
