"""Features of races."""

import pytest

from nardy.bots.baseline.features_race import RACE, gaps, lead, race_lead, stragglers, waste
from nardy.bots.baseline.view import view_of
from nardy.core.position import Position
from nardy.games import BACKGAMMON

AHEAD = view_of(BACKGAMMON, Position.of({6: 5, 4: 2}, {6: 5, 10: 2, 1: 1}))


def test_the_lead_counts_half_a_roll_for_who_rolls_next() -> None:
    assert lead(AHEAD) == pytest.approx((51 - 38 - 4) / 10)
    assert lead(view_of(BACKGAMMON, BACKGAMMON.start)) == pytest.approx(-0.4)


def test_the_same_lead_is_worth_more_near_the_end() -> None:
    late, early = Position.of({3: 4}, {6: 4}), Position.of({10: 4}, {10: 4, 12: 1})
    assert race_lead(view_of(BACKGAMMON, late)) > race_lead(view_of(BACKGAMMON, early)) > 0


def test_waste_gaps_and_stragglers_of_both_sides() -> None:
    assert waste(AHEAD) == pytest.approx(-2 / 5)
    assert gaps(AHEAD) == 1 - 2
    assert stragglers(AHEAD) == pytest.approx(-2 / 5)


@pytest.mark.parametrize("name", sorted(set(RACE) - {"lead"}))
def test_what_is_good_for_one_side_is_bad_for_the_other(name: str) -> None:
    feature = RACE[name]
    assert feature(AHEAD) == -feature(AHEAD.flipped)
