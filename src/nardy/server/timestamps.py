"""The wall clock."""

import time


def now() -> int:
    """Wall clock time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
