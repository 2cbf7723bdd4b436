"""Janowski's formulas for many positions are those that a straight line through his points gives."""

import numpy as np
import pytest

from nardy.evaluation.cube.money_cube import Access, ManyStakes, money_worth, stakes_of_many

RANDOM = np.random.default_rng(1)
POINTS = np.array([3.0, 2, 1, -1, -2, -3])


def test_stakes_are_means_over_wins_and_losses() -> None:
    found = stakes_of_many(POINTS, np.array([[0.1, 0.2, 0.3, 0.4, 0, 0], [0, 0, 0, 0, 0, 1]]))
    assert found.win == pytest.approx([0.6, 0])
    assert found.won == pytest.approx([(0.3 + 0.4 + 0.3) / 0.6, 1])
    assert found.lost == pytest.approx([1, 3])


@pytest.mark.parametrize(("player", "opponent"), [(True, True), (True, False), (False, True)])
def test_a_live_cube_is_a_straight_line_between_the_points(*, player: bool, opponent: bool) -> None:
    count = 500
    win, won, lost = RANDOM.random(count), *RANDOM.uniform(1, 3, (2, count))
    access = Access(np.full(count, player), np.full(count, opponent))
    found = money_worth(ManyStakes(win, won, lost), access, 1.0)
    for n in range(count):
        take = (lost[n] - 0.5) / (won[n] + lost[n] + 0.5)
        cash = (lost[n] + 1) / (won[n] + lost[n] + 0.5)
        knots = [(0, -lost[n]), (1, won[n])]
        knots += [(take, -1.0)] * opponent + [(cash, 1.0)] * player
        places, worths = zip(*sorted(knots), strict=True)
        assert found[n] == pytest.approx(np.interp(win[n], places, worths))
