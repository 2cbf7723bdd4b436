"""Features of block games on boards made by hand."""

import pytest
from tests.effort import each

from nardy.bots.baseline import features_block as features
from nardy.bots.baseline.view import BotView, view_of
from nardy.core.position import Position
from nardy.games import FEVGA, LONG_NARDY


def seen(mover: dict[int, int], opponent: dict[int, int]) -> BotView:
    return view_of(LONG_NARDY, Position.of(mover, opponent))


def test_the_head_and_the_quarters_are_counted() -> None:
    view = seen({24: 9, 22: 1, 18: 2, 10: 1, 9: 1, 3: 1}, {24: 14, 20: 1})
    assert features.head(view) == (9 - 14) / 5
    assert features.second_points(view) == pytest.approx(1 / 3)
    assert features.third_points(view) == pytest.approx(2 / 3)
    assert features.home_points(view) == pytest.approx(1 / 3)
    assert features.stacks(view) == 0


def test_numbers_that_nothing_can_play_are_pips_lost() -> None:
    """White's 11, 10 and 9 are Black's 23, 22 and 21: his ones, twos and threes."""
    view = seen({11: 1, 10: 1, 9: 1}, {24: 15})
    assert features.dead_numbers(view) == pytest.approx((1 + 2 + 3) / 3)
    assert features.own_dead_numbers(view) == 0
    assert features.own_dead_numbers(view.flipped) == features.dead_numbers(view)


def test_numbers_with_one_way_to_play_are_forced() -> None:
    """Black has one checker left to travel: every number is forced. White has two, and two dead."""
    view = seen({20: 1, 19: 1}, {15: 1})
    assert features.forced(view) == pytest.approx((6 - 0) / 3)


def test_checkers_behind_points_in_a_row() -> None:
    five = {11: 1, 10: 1, 9: 1, 8: 1, 7: 1}
    view = seen(five, {24: 15})
    assert features.prime_4(view) == features.prime_5(view) == 3
    assert features.prime_6(view) == 0
    assert features.blockade(view) == pytest.approx(15 * 25 / 36)


def test_the_runner_is_through_past_the_opponents_start() -> None:
    waits, through = Position.of({24: 14, 13: 1}), Position.of({24: 14, 11: 1}, {24: 15})
    assert features.runner(view_of(FEVGA, waits)) == 0
    assert features.runner(view_of(FEVGA, through)) == 1
    assert features.runner(view_of(LONG_NARDY, through)) == 0


@each("name", sorted(set(features.CONTACT_BLOCK) - {"lead", "dead numbers", "own dead numbers"}))
def test_what_is_good_for_one_side_is_bad_for_the_other(name: str) -> None:
    view = seen({24: 9, 22: 1, 18: 2, 10: 1, 9: 1, 3: 1}, {24: 10, 20: 3, 13: 1, 11: 1})
    feature = features.CONTACT_BLOCK[name]
    assert feature(view) == pytest.approx(-feature(view.flipped))
