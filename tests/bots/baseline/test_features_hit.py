"""Features of hit games on boards made by hand."""

import pytest
from tests.effort import each

from nardy.bots.baseline import features_hit as features
from nardy.bots.baseline.view import BotView, view_of
from nardy.core.position import Position
from nardy.games import BACKGAMMON


def seen(mover: dict[int, int], opponent: dict[int, int]) -> BotView:
    return view_of(BACKGAMMON, Position.of(mover, opponent))


@each(
    ("distance", "rolls"),
    [
        (1, 11),
        (2, 12),
        (3, 14),
        (4, 15),
        (5, 15),
        (6, 17),
        (7, 6),
        (8, 6),
        (9, 5),
        (10, 3),
        (11, 2),
        (12, 3),
        (13, 0),
        (14, 0),
        (15, 1),
        (16, 1),
        (17, 0),
    ],
)
def test_a_blot_so_far_away_is_hit_by_so_many_rolls(distance: int, rolls: int) -> None:
    """The table that every book has: nothing stands between."""
    assert features.shots(seen({18: 1}, {7 + distance: 1})) * 36 == pytest.approx(rolls)


@pytest.mark.parametrize(
    ("between", "rolls"),
    [((), 17), ((3,), 16), ((2,), 14 + 2), ((2, 4), 14), ((1, 2, 3, 4, 5), 11)],
)
def test_points_between_take_combinations_away(between: tuple[int, ...], rolls: int) -> None:
    """A six away: 5-1, 4-2, 3-3 and 2-2 need somewhere to land."""
    made = {25 - (20 - step): 2 for step in between}
    view = seen({11: 1, **made}, {20: 1})
    assert features.shots(view) * 36 == pytest.approx(rolls)


def test_two_blots_are_a_double_shot() -> None:
    assert features.shots(seen({18: 1, 17: 1}, {9: 1})) * 36 == pytest.approx(20)


def test_from_the_bar_one_checker_enters_and_then_any_may_hit() -> None:
    one, two = seen({1: 1, 18: 1}, {25: 1, 9: 1}), seen({1: 1, 18: 1}, {25: 2, 9: 1})
    assert features.shots(seen({1: 1}, {25: 1})) * 36 == pytest.approx(11)
    assert features.shots(one) * 36 > features.shots(two) * 36 == pytest.approx(11)
    assert features.shots(seen({24: 1}, {25: 1})) * 36 == pytest.approx(1)


def test_a_blot_that_has_come_far_is_dear() -> None:
    far, back = seen({6: 1}, {22: 1}), seen({22: 1}, {6: 1})
    assert features.dear_shots(far) == features.shots(far) == pytest.approx(14 / 36)
    assert features.dear_shots(back) == 0
    assert features.shots(back) == features.threats(back.flipped) == pytest.approx(14 / 36)


def test_points_of_the_board_are_counted() -> None:
    view = seen({25: 1, 20: 2, 7: 2, 5: 2, 4: 2, 3: 1}, {24: 2, 6: 2, 2: 1})
    assert features.home_points(view) == 2 - 1
    assert features.key_points(view) == (2 + 1 + 1) / 2
    assert features.anchor(view) == 0
    assert features.high_anchor(view) == 1
    assert features.on_bar(view) == 1
    assert features.back_checkers(view) == (3 - 2) / 2
    assert features.blots(view) == pytest.approx((1 - 1) / 3)
    assert features.shut_in(view) == pytest.approx(-1 / 36)
    assert features.deep(view) == pytest.approx(-1 / 3)
    assert features.builders(view) == pytest.approx(0)


@each("name", sorted(set(features.CONTACT_HIT) - {"lead", "shots", "dear shots", "threats"}))
def test_what_is_good_for_one_side_is_bad_for_the_other(name: str) -> None:
    view = seen({25: 1, 20: 2, 8: 4, 5: 2, 4: 2, 3: 1}, {24: 3, 13: 2, 7: 2, 6: 2, 2: 1})
    feature = features.CONTACT_HIT[name]
    assert feature(view) == pytest.approx(-feature(view.flipped))
