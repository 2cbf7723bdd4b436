"""The wall clock."""

import time

DAY_MS = 24 * 3600 * 1000
"""Milliseconds of a day."""


def now() -> int:
    """Wall clock time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def noon_of(at: int) -> int:
    """The middle of the UTC day of a time: the same date in most time zones, without the hour.

    >>> noon_of(2 * DAY_MS + 1) == noon_of(3 * DAY_MS - 1) == 2 * DAY_MS + DAY_MS // 2
    True
    """
    return at - at % DAY_MS + DAY_MS // 2
