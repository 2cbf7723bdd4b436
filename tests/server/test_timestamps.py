import time

from nardy.server.timestamps import milliseconds, monotonic, now


def test_time_is_told_since_1970_and_by_clocks_that_go_on() -> None:
    assert abs(now() - 1000 * time.time()) < 60_000
    assert monotonic() <= monotonic()
    assert milliseconds() <= milliseconds()
