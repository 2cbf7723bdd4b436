"""The points that a fact counts, and those that one turn alone makes."""

import pytest
from tests.moments import moment

from nardy.coach.points import POINTS, counted_points, gained_points, held
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.games import find_game

BACKGAMMON, LONG_NARDY = find_game("backgammon"), find_game("long-nardy")


def of(rules: Rules, text: str) -> Position:
    return moment(f"{rules.id} w {text}").position


def test_two_checkers_hold_a_point_and_one_does_where_checkers_block() -> None:
    for rules, points in ((BACKGAMMON, {24, 8, 6}), (LONG_NARDY, {24, 13, 8, 6})):
        assert held(rules, of(rules, "24:2,13:1,8:4,6:8 24:15")) == points


@pytest.mark.parametrize(
    ("fact", "points"),
    [
        ("home points", {6, 4}),
        ("anchors", {20}),
        ("spread", {20, 13, 8}),
        # Black's last checker is on white's 12, and moves up from there.
        ("blocks", {20, 13}),
    ],
)
def test_each_fact_counts_its_points(fact: str, points: set[int]) -> None:
    position = of(BACKGAMMON, "20:2,13:3,8:3,6:4,4:3 13:2,8:3,6:4,4:6")
    assert counted_points(BACKGAMMON, position, fact) == points
    assert fact in POINTS


def test_points_of_one_turn_alone_are_told_if_they_are_all_of_the_difference() -> None:
    best, played = (
        of(BACKGAMMON, f"{own} 24:2,13:5,8:3,6:5")
        for own in ("24:2,13:5,8:2,6:4,5:2", "24:2,13:4,11:1,8:3,6:4,5:1")
    )
    assert gained_points(BACKGAMMON, best, played, "home points", 1) == {5}
    # Another difference than the points make has another cause, such as a pin.
    assert not gained_points(BACKGAMMON, best, played, "home points", 2)
    # The other turn has a point of its own: neither has all.
    assert not gained_points(BACKGAMMON, played, best, "home points", 1)


def test_a_point_that_both_hold_is_no_gain() -> None:
    """A hit puts white's 6 and 4 in the way; before it nobody had to pass them."""
    best = of(BACKGAMMON, "8:3,6:6,4:6 bar:1,3:14")
    played = of(BACKGAMMON, "8:3,6:6,4:6 3:15")
    assert counted_points(BACKGAMMON, best, "blocks") == {8, 6, 4}
    assert not counted_points(BACKGAMMON, played, "blocks")
    assert not gained_points(BACKGAMMON, best, played, "blocks", 3)
