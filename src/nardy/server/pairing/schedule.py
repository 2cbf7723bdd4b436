"""When a tournament that repeats begins: every week, or on one weekday of every month. Pure."""

import datetime as dt
from typing import Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec

from nardy.errors import NardyError

LATEST = 221_845_392_000_000
"""Milliseconds: the year 9000. Python's calendar ends with 9999."""
LAST = 5
"""The number of the last such weekday of a month."""


class ScheduleError(NardyError):
    """A schedule names a time zone that does not exist, or a time beyond the calendar."""


class Schedule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The times of a tournament that repeats, as the clock on the wall of a place shows them."""

    every: Literal["week", "month"]
    weekday: int
    """0 is Monday."""
    hour: int
    minute: int = 0
    number: int = 1
    """Which such weekday of a month: 1 to 4, or 5 for the last; nothing in a week."""
    zone: str = "UTC"
    """The time zone by its IANA name."""


def zone_of(name: str) -> dt.tzinfo:
    """A time zone.

    Raises:
        ScheduleError: there is none of this name.
    """
    if name == "UTC":
        return dt.UTC  # also where no database of time zones is installed
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        example = "such as Europe/Moscow"
        raise ScheduleError(
            f"expected a time zone {example}, got {name!r:.40}; correct it"
        ) from error


def next_start(schedule: Schedule, after: int) -> int:
    """The first start after a time; both in milliseconds since 1970.

    An hour that the change to summer time leaves out is that much later; one that comes twice is its first.

    >>> start = next_start(Schedule("month", weekday=6, hour=18, number=5), 0)
    >>> dt.datetime.fromtimestamp(start / 1000, dt.UTC).isoformat()
    '1970-01-25T18:00:00+00:00'

    Raises:
        ScheduleError: the time zone does not exist, or the time is beyond the calendar.
    """
    zone = zone_of(schedule.zone)
    if after > LATEST:
        raise ScheduleError(f"expected a time before the year 9000, got {after} milliseconds")
    day = dt.datetime.fromtimestamp(after / 1000, zone).date()
    while True:
        if _is_day(schedule, day):
            clock = dt.time(schedule.hour, schedule.minute, tzinfo=zone)
            start = round(dt.datetime.combine(day, clock).timestamp() * 1000)
            if start > after:
                return start
        day += dt.timedelta(days=1)


def _is_day(schedule: Schedule, day: dt.date) -> bool:
    if day.weekday() != schedule.weekday:
        return False
    if schedule.every == "week":
        return True
    if schedule.number == LAST:
        return (day + dt.timedelta(days=7)).month != day.month
    return (day.day - 1) // 7 + 1 == schedule.number
