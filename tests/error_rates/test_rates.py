"""Error rates: their errors are those of simulated players, and chance alone is rarely called a leak."""

import random
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nardy.error_rates.rates import (
    CERTAINTY,
    FEWEST_GAMES,
    FEWEST_TURNS,
    LossContrast,
    LossCount,
    MeanLoss,
    contrast,
    mean_loss,
    told,
)


def a_game(source: random.Random, turns: int, scale: float) -> LossCount:
    """Most turns lose nothing; the rest are skewed, and a hard game makes all of them larger."""
    hard = source.lognormvariate(0, 0.4)
    return LossCount(
        turns,
        sum(source.expovariate(1 / (scale * hard)) for _ in range(turns) if source.random() < 0.3),
    )


def both(source: random.Random, games: int, inside: float = 0.05) -> LossContrast:
    """Games whose themes have some six turns, and the rest twenty."""
    return contrast(
        [
            (a_game(source, source.randrange(12), inside), a_game(source, 20, 0.05))
            for _ in range(games)
        ]
    )


def test_a_rate_is_the_loss_of_all_decisions() -> None:
    found = mean_loss([LossCount(10, 0.5), LossCount(0, 0.0), LossCount(40, 0.5)])
    assert (found.rate, found.games, found.count) == (0.02, 2, 50)
    assert mean_loss([]) == MeanLoss(0.0, None, 0, 0)
    assert mean_loss([LossCount(4, 0.2)]).error is None


def test_equal_games_leave_no_error() -> None:
    assert mean_loss([LossCount(10, 0.1)] * 5).error == pytest.approx(0)


def test_the_standard_error_is_the_spread_of_rates_over_many_players() -> None:
    source = random.Random(4)
    found = [
        mean_loss([a_game(source, source.randrange(5, 30), 0.05) for _ in range(20)])
        for _ in range(600)
    ]
    spread = statistics.stdev(one.rate for one in found)
    assert statistics.mean(one.error or 0 for one in found) == pytest.approx(spread, rel=0.1)


def test_the_error_of_a_difference_is_its_spread_at_least() -> None:
    """The same where all decisions vary alike; never less, which would make chance look certain."""
    source = random.Random(5)
    found = [both(source, 20) for _ in range(600)]
    spread = statistics.stdev(one.inside.rate - one.elsewhere.rate for one in found)
    assert spread < statistics.mean(one.error or 0 for one in found) < 1.5 * spread


def test_of_players_without_a_leak_few_are_told_one() -> None:
    """Four themes each; the chance is that of any of them, with skewed losses and few games, too."""
    source, wrong, players = random.Random(6), 0, 400
    for _ in range(players):
        wrong += any(told([both(source, 14) for _ in range(4)]))
    assert wrong / players < CERTAINTY


def test_a_leak_three_times_as_large_is_mostly_found() -> None:
    source = random.Random(7)
    found = [told([both(source, 40, 0.15), both(source, 40)]) for _ in range(100)]
    assert sum(one[0] == "leak" for one in found) > 85
    assert not any(one[0] == "strength" for one in found)


def test_a_strength_is_less_than_elsewhere() -> None:
    source = random.Random(8)
    found = [told([both(source, 40, 0.01)])[0] for _ in range(50)]
    assert found.count("strength") > 40


@pytest.mark.parametrize("games", [FEWEST_GAMES - 1, FEWEST_GAMES])
def test_nothing_is_told_of_few_games(games: int) -> None:
    source = random.Random(9)
    pairs = [(a_game(source, 10, 0.5), a_game(source, 20, 0.01)) for _ in range(games)]
    assert (contrast(pairs).chance is None) is (games < FEWEST_GAMES)
    # Games without the theme do not help.
    more = pairs + [(LossCount(0, 0.0), a_game(source, 20, 0.01)) for _ in range(20)]
    assert (contrast(more).chance is None) is (games < FEWEST_GAMES)


def test_nothing_is_told_of_few_turns() -> None:
    source = random.Random(9)
    for turns in (FEWEST_TURNS // 12 - 1, FEWEST_TURNS // 12):
        pairs = [(a_game(source, turns, 0.5), a_game(source, 20, 0.01)) for _ in range(12)]
        assert (contrast(pairs).chance is None) is (12 * turns < FEWEST_TURNS)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=12))
def test_without_losses_nothing_differs(counts: list[tuple[int, int]]) -> None:
    found = contrast([(LossCount(a, 0.0), LossCount(b, 0.0)) for a, b in counts])
    assert told([found]) == [""]
