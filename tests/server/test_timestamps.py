import time

from nardy.server.timestamps import DAY_MS, noon_of, now


def test_time_is_told_since_1970() -> None:
    assert abs(now() - 1000 * time.time()) < 60_000


def test_a_day_has_one_noon() -> None:
    first = 20_000 * DAY_MS
    assert noon_of(first) == noon_of(first + DAY_MS - 1) == first + 12 * 3600 * 1000
    assert noon_of(first + DAY_MS) == noon_of(first) + DAY_MS
