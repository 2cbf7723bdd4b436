import time

from nardy.server.timestamps import now


def test_time_is_told_since_1970() -> None:
    assert abs(now() - 1000 * time.time()) < 60_000
