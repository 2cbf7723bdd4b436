import datetime as dt
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nardy.server.pairing.schedule import LAST, Schedule, ScheduleError, next_start, zone_of

BERLIN = zone_of("Europe/Berlin")
ZONES = ("UTC", "Europe/Moscow", "Europe/Berlin", "Asia/Yerevan", "America/New_York")
schedules = st.builds(
    Schedule,
    every=st.sampled_from(["week", "month"]),
    weekday=st.integers(0, 6),
    hour=st.integers(0, 23),
    minute=st.integers(0, 59),
    number=st.integers(1, LAST),
    zone=st.sampled_from(ZONES),
)


def at(text: str, zone: dt.tzinfo = dt.UTC) -> int:
    return round(dt.datetime.fromisoformat(text).replace(tzinfo=zone).timestamp() * 1000)


@given(schedules, st.integers(0, 2**42))
def test_the_next_start_is_on_its_weekday_and_none_is_left_out(
    schedule: Schedule, after: int
) -> None:
    first = next_start(schedule, after)
    second = next_start(schedule, first)
    assert after < first < second
    # From any time before the first, the first is next.
    assert next_start(schedule, (after + first) // 2) == first or after + 1 >= first
    days = [
        dt.datetime.fromtimestamp(one / 1000, zone_of(schedule.zone)) for one in (first, second)
    ]
    assert [day.weekday() for day in days] == [schedule.weekday] * 2
    weeks = (days[1].date() - days[0].date()).days / 7
    assert weeks == 1 if schedule.every == "week" else weeks in (4, 5)


@given(schedules.filter(lambda one: one.every == "month"), st.integers(0, 2**42))
def test_a_month_has_one_start(schedule: Schedule, after: int) -> None:
    start = dt.datetime.fromtimestamp(next_start(schedule, after) / 1000, zone_of(schedule.zone))
    same = [
        start.date().replace(day=day)
        for day in range(1, 29)
        if start.date().replace(day=day).weekday() == schedule.weekday
    ]
    if schedule.number == LAST:
        assert start.day > 21
        assert (start.date() + dt.timedelta(7)).month != start.month
    else:
        assert start.date() == same[schedule.number - 1]


def test_the_clock_on_the_wall_counts_also_when_it_is_changed() -> None:
    weekly = Schedule("week", weekday=5, hour=19, zone="Europe/Berlin")
    starts = [at("2026-10-17T19:00", BERLIN)]
    for _ in range(2):
        starts.append(next_start(weekly, starts[-1]))
    assert starts[1:] == [at("2026-10-24T19:00", BERLIN), at("2026-10-31T19:00", BERLIN)]
    # The clocks are put back on 25 October 2026: that week is an hour longer.
    hours = [(later - earlier) / 3_600_000 for earlier, later in itertools.pairwise(starts)]
    assert hours == [168, 169]


def test_a_zone_that_does_not_exist_is_refused() -> None:
    for name in ("Europe/Atlantis", "", "../../etc/passwd", "/etc/localtime"):
        with pytest.raises(ScheduleError):
            zone_of(name)
