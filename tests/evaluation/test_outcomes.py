"""The outcomes of a game are what the rule book can make of its end, best first."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.effort import each
from tests.kernel.samples import dealt
from tests.strategies import rules, seeds

from nardy.core.choices import LastThrow
from nardy.core.outcome import SIZES, loss, size_points, sizes
from nardy.core.rules import Rules
from nardy.evaluation.outcomes import outcome_matrix, outcomes_of
from nardy.games import GAMES, find_game
from nardy.kernel import scoring

INDICES = (scoring.STAKES_SINGLE, scoring.STAKES_GAMMON, scoring.STAKES_BACKGAMMON)
PUBLISHED = st.sampled_from(list(GAMES.values()))


@given(value=rules() | PUBLISHED)
def test_outcomes_fall_and_are_their_own_mirror(value: Rules) -> None:
    points, stakes = outcomes_of(value)
    assert list(points) == sorted(set(points), reverse=True)
    assert points == tuple(-worth for worth in reversed(points))
    assert (0 in points) == bool(stakes[scoring.STAKES_DRAW])
    assert len(points) == 2 * stakes[scoring.STAKES_SIZES] + stakes[scoring.STAKES_DRAW]


@given(known=PUBLISHED, value=rules() | PUBLISHED)
def test_outcomes_are_shared_out_alike_for_both(known: Rules, value: Rules) -> None:
    shares = outcome_matrix(known, value)
    assert shares.sum(1) == pytest.approx(1)
    assert (shares[::-1, ::-1] == shares).all()


@given(value=rules() | PUBLISHED)
def test_every_size_has_its_points(value: Rules) -> None:
    points, stakes = outcomes_of(value)
    wins = points[: stakes[scoring.STAKES_SIZES]][::-1]
    for size, index in zip(SIZES, INDICES, strict=True):
        if size in sizes(value):
            assert wins[stakes[index]] == size_points(value, size)
    assert (stakes[scoring.STAKES_HOME_MARS] == scoring.NONE) == (not value.home_mars)
    assert (stakes[scoring.STAKES_MOTHER] == scoring.NONE) == (not value.mother)
    assert bool(stakes[scoring.STAKES_LAST_THROW]) == (value.last_throw is not LastThrow.OFF)


@given(value=rules() | PUBLISHED, seed=seeds)
def test_every_loss_of_the_rule_book_is_an_outcome(value: Rules, seed: int) -> None:
    position = dealt(value, Random(seed))
    for loser in (position.player, position.opponent):
        assert -loss(value, loser)[1] in outcomes_of(value).points


def test_koks_may_stand_without_mars() -> None:
    assert outcomes_of(find_game("long-nardy,koks=3,stakes=1")).points == (3, 1, -1, -3)


@each(
    ("text", "points"),
    [
        ("backgammon", (3, 2, 1, -1, -2, -3)),
        ("long-nardy", (2, 1, -1, -2)),
        ("long-nardy@draw", (2, 1, 0, -1, -2)),
        ("long-nardy@amateur", (4, 3, 2, 1, -1, -2, -3, -4)),
        ("long-nardy,home_mars=3,koks=3", (3, 2, 1, -1, -2, -3)),
        ("plakoto", (2, 1, 0, -1, -2)),
        ("tapa@clubs", (2, 1, -1, -2)),
        ("sudden-death", (1, -1)),
    ],
)
def test_outcomes_by_hand(text: str, points: tuple[float, ...]) -> None:
    assert outcomes_of(find_game(text)).points == points
