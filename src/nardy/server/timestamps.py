"""The wall clock."""

import time

DAY_MS = 24 * 3600 * 1000
"""Milliseconds of a day."""


def now() -> int:
    """Wall clock time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
