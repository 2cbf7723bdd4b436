"""Features of closed points on boards made by hand."""

import pytest

from nardy.bots.baseline import features_primes as features
from nardy.bots.baseline.view import BotView, mask, view_of
from nardy.core.position import Position
from nardy.games import BACKGAMMON


def seen(mover: dict[int, int], opponent: dict[int, int]) -> BotView:
    return view_of(BACKGAMMON, Position.of(mover, opponent))


def test_a_checker_behind_a_prime() -> None:
    prime = {4: 2, 5: 2, 6: 2, 7: 2, 8: 2}
    view = seen(prime, {24: 2, 13: 1})
    assert features.prime_4(view) == features.prime_5(view) == 2
    assert features.prime_6(view) == 0
    assert features.prime_5(seen(prime, {16: 2})) == 0
    assert features.prime_6(seen({**prime, 9: 2}, {25: 4})) == 3


def test_a_blockade_counts_points_close_together_more() -> None:
    close, apart = seen({7: 2, 6: 2}, {24: 1}), seen({12: 2, 6: 2}, {24: 1})
    assert features.blockade(close) == pytest.approx(4 / 36)
    assert features.blockade(apart) == pytest.approx(1 / 36)


def test_stacks_are_what_stands_above_three() -> None:
    assert features.stacks(seen({6: 5}, {6: 3, 8: 4})) == pytest.approx((2 - 1) / 3)


@pytest.mark.parametrize("points", [(), (1,), (24,), (1, 3, 8, 24), tuple(range(1, 25))])
def test_bits_are_counted(points: tuple[int, ...]) -> None:
    assert features.count(mask(points)) == len(points)
