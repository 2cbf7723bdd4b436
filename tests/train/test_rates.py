"""Learning rates by progress."""

import pytest

from nardy.train.rates import EXACT_RATE, FALL_SHARE, LAST_RATE, PLAY_RATE, RateSchedule


def test_the_rate_of_self_play_falls_with_the_root_of_the_lessons() -> None:
    first, slower_after, _ = PLAY_RATE
    assert PLAY_RATE.rate(0, 8_192, 0) == first
    assert PLAY_RATE.rate(slower_after, 8_192, 0) == pytest.approx(first / 2**0.5)
    assert PLAY_RATE.rate(99 * slower_after, 8_192, 0) == pytest.approx(first / 10)


def test_the_rate_of_exact_targets_rises_then_falls_with_their_number() -> None:
    first, slower_after, warm = EXACT_RATE
    assert EXACT_RATE.rate(0, warm // 8, 0) == pytest.approx(first / 8)
    assert EXACT_RATE.rate(3 * slower_after, 1, 0) == pytest.approx(first / 2)


@pytest.mark.parametrize("schedule", [PLAY_RATE, EXACT_RATE])
def test_at_the_end_of_a_run_it_falls_to_the_last_rate(schedule: RateSchedule) -> None:
    usual, half, last = (
        schedule.rate(200_000, 1, passed) for passed in (1 - FALL_SHARE, 1 - FALL_SHARE / 2, 1)
    )
    assert usual == schedule.rate(200_000, 1, 0)
    assert half == pytest.approx((usual * LAST_RATE) ** 0.5)
    assert last == pytest.approx(LAST_RATE)
    assert schedule.rate(200_000, 1, 1.5) == pytest.approx(LAST_RATE)


def test_a_lower_rate_is_not_raised_at_the_end() -> None:
    low = PLAY_RATE._replace(first=LAST_RATE / 2)
    assert low.rate(0, 1, 1) == low.rate(0, 1, 0) == LAST_RATE / 2
