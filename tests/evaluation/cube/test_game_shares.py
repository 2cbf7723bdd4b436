"""Shares of outcomes: the same for both, counted for every game that has a network."""

import pytest
from tests.effort import each

from nardy.errors import NardyError
from nardy.evaluation.cube.game_shares import GameShares, equal_shares, shares_of
from nardy.evaluation.outcomes import outcomes_of
from nardy.games import GAMES, find_game


@each("rules", GAMES.values())
def test_every_game_has_been_counted(rules) -> None:
    found = shares_of(rules)
    assert found.points == outcomes_of(rules).points
    assert found.shares == found.shares[::-1]
    assert sum(found.shares) == pytest.approx(1)
    assert 0 < found.swing < 0.25


def test_a_reading_shares_what_was_counted_for_its_game() -> None:
    published, reading = find_game("long-nardy"), find_game("long-nardy,last_throw=half")
    win, single, draw, *_ = shares_of(reading).shares
    assert (win, single) == shares_of(published).shares[:2]
    assert draw == 0
    assert (shares_of(published).draw, shares_of(reading).draw) == (0, 0.5)


def test_where_a_gammon_counts_no_more_it_is_a_single() -> None:
    assert shares_of(find_game("long-nardy,stakes=1")).points == (1, -1)
    assert shares_of(find_game("long-nardy,stakes=1")).shares == pytest.approx((0.5, 0.5))


def test_a_game_that_nobody_has_counted_has_the_usual_shares() -> None:
    own = GAMES["backgammon"].replace(id="mine", stakes=(1, 2))
    assert shares_of(own).points == (2, 1, -1, -2)
    assert shares_of(own).shares == pytest.approx((0.1313, 0.3687, 0.3687, 0.1313), abs=1e-4)


def test_counts_of_both_players_are_put_together() -> None:
    assert equal_shares((2.0, 1.0, -1.0, -2.0), (10, 40, 30, 20)) == (0.15, 0.35, 0.35, 0.15)


@pytest.mark.parametrize("shares", [(0.6, 0.4), (0.6, 0.6), (1.5, -0.5), (0.5, 0.25, 0.25)])
def test_what_is_no_distribution_is_refused(shares: tuple[float, ...]) -> None:
    with pytest.raises(NardyError, match="expected one share of each outcome"):
        GameShares((1.0, -1.0), shares)
