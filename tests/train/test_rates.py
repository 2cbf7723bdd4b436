"""Learning rates by progress."""

import pytest

from nardy.train.rates import EXACT_RATE, PLAY_RATE


def test_the_rate_of_self_play_falls_with_the_root_of_the_lessons() -> None:
    first, slower_after, _ = PLAY_RATE
    assert PLAY_RATE.rate(0, 8_192) == first
    assert PLAY_RATE.rate(slower_after, 8_192) == pytest.approx(first / 2**0.5)
    assert PLAY_RATE.rate(99 * slower_after, 8_192) == pytest.approx(first / 10)


def test_the_rate_of_exact_targets_rises_then_falls_with_their_number() -> None:
    first, slower_after, warm = EXACT_RATE
    assert EXACT_RATE.rate(0, warm // 8) == pytest.approx(first / 8)
    assert EXACT_RATE.rate(3 * slower_after, 1) == pytest.approx(first / 2)


def test_steps_grow_while_the_rate_of_a_grown_step_stays() -> None:
    first, slower_after, _ = EXACT_RATE
    assert EXACT_RATE.growth(0, 6) == 1
    for learned in (slower_after, 3 * slower_after, 5 * slower_after):
        growth = EXACT_RATE.growth(learned, 6)
        assert growth == 1 + learned / slower_after
        # Adam's rate for a step rises with the root of its size.
        assert EXACT_RATE.rate(learned, slower_after) * growth**0.5 == pytest.approx(first)
    assert EXACT_RATE.growth(50 * slower_after, 6) == 6
