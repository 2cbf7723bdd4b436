"""Where players begin: people at one rating, levels of bots by what they scored."""

from itertools import pairwise

import pytest
from tests.effort import each

from nardy.search.level_losses import newcomer_level
from nardy.search.level_results import STEPS, LevelStep
from nardy.server.ratings import fibs
from nardy.server.ratings.first_standings import first_standing, measured_ratings, win_parts
from nardy.server.ratings.standing import Standing


def test_people_and_bots_beside_the_ladder_begin_alike() -> None:
    for who in ("guest:ann", "bot:random", "bot:nardy:club", "bot:nardy:1"):
        assert first_standing(who, "backgammon") == Standing()
    assert first_standing("bot:nardy:level-8", "tavli") == Standing()


@each("game", STEPS)
def test_levels_begin_so_far_apart_that_the_formula_expects_their_results(game: str) -> None:
    found = [first_standing(f"bot:nardy:level-{n}", game) for n in range(1, 9)]
    assert [one.rating for one in found] == [*measured_ratings(game)]
    for (low, high), step in zip(pairwise(found), STEPS[game], strict=True):
        expected = fibs.expected_score(high.rating, low.rating, 1)
        # A game is won or lost: the standard error of a part of the games is at most half of 1/sqrt(n).
        assert abs(expected - step.wins) < 3 * 0.5 / step.games**0.5
        assert high.strength.rating > low.strength.rating
    assert found[int(newcomer_level(game)) - 1].rating == fibs.START
    assert all(one.matches == 0 and one.is_provisional for one in found)


def test_a_level_is_as_far_from_newcomers_on_both_scales() -> None:
    """10 to 1 is 2,000 points of FIBS in a single game, and 400 of Glicko."""
    one = first_standing("bot:nardy:level-8", "backgammon")
    assert one.rating > 1600
    assert one.strength.rating == pytest.approx(1500 + (one.rating - 1500) / 5)
    assert one.strength.deviation == 60


def test_the_wins_of_all_duels_tell_those_of_each() -> None:
    steps = [LevelStep(0.2, 0.03, 0.58, 1_000), LevelStep(0.4, 0.03, 0.61, 1_000)]
    # 190 games more than half of 2,000 for 0.6 points on average: 0.3167 for each point.
    assert win_parts(steps) == pytest.approx([0.5633, 0.6267], abs=1e-4)
    assert win_parts([LevelStep(2.0, 0.03, 1.0, 100)]) == [0.99]
