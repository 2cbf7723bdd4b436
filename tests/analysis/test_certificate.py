"""A network against a solved game: perfect play loses nothing, and any other something."""

from functools import lru_cache

import numpy as np
import pytest
from tests.exact.small_games import small

from nardy.analysis import certificate
from nardy.analysis.certificate import Trial, first_players_edge, judge
from nardy.core.rules import Rules
from nardy.evaluation.network.network import Floats, Network, Positions
from nardy.exact.solved import Solved, solved_by
from nardy.exact.solver import Solver
from nardy.search.every_roll import answers, roll_weights
from nardy.search.tables import GameTables, Tables


@lru_cache
def solution(text: str = "hypergammon") -> Solved:
    solver = Solver(rules_of(text))
    assert list(solver.sweeps(1e-4))
    return solved_by(solver)


def rules_of(text: str) -> Rules:
    return small(text, 2)


@pytest.mark.parametrize(
    "text", ["hypergammon", pytest.param("long-nardy", marks=pytest.mark.thorough)]
)
def test_who_plays_by_the_solution_loses_nothing(text: str) -> None:
    verdict = judge(solution(text).value, Trial(solution=solution(text), games=30))
    assert verdict.games == 30
    assert verdict.decisions > 30
    assert (verdict.loss, verdict.error, verdict.wrong) == (0, 0, 0)


def test_who_plays_for_the_worst_loses_much() -> None:
    def worst(positions: Positions) -> tuple[Floats, Floats]:
        chances, equities = solution().value(positions)
        return chances, -equities

    verdict = judge(worst, Trial(solution=solution(), games=10))
    assert verdict.loss > 0.2
    assert verdict.wrong > 0.5


def test_looking_ahead_helps_who_knows_nothing() -> None:
    network = Network.random(rules_of("hypergammon"), 8, 8, 4)
    blind, ahead = (
        judge(network.value, Trial(solution=solution(), games=40, plies=plies)) for plies in (0, 1)
    )
    assert ahead.loss + 3 * (ahead.error + blind.error) < blind.loss


def test_the_error_is_that_of_a_ratio_over_few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    def played(*_: object) -> tuple[object, ...]:
        return np.array([0.3, 0.1]), np.array([1, 0]), np.array([2, 2])

    monkeypatch.setattr(certificate, "_played", played)
    verdict = judge(solution().value, Trial(solution=solution(), games=2))
    assert (verdict.loss, verdict.wrong) == (pytest.approx(0.1), 0.25)
    # Each game is 0.05 a decision off the mean; of two values the error is half of their distance.
    assert verdict.error == pytest.approx(0.05)


def test_one_game_tells_nothing_of_the_error() -> None:
    assert judge(solution().value, Trial(solution=solution(), games=1)).error == float("inf")


def test_the_same_seed_gives_the_same_verdict() -> None:
    network = Network.random(rules_of("hypergammon"), 8, 8, 1)
    trials = [Trial(solution=solution(), games=8, seed=seed) for seed in (5, 5, 6)]
    one, again, other = (judge(network.value, trial) for trial in trials)
    assert one == again != other


def test_the_edge_is_the_mean_of_the_opening_rolls() -> None:
    game = GameTables.of(rules_of("hypergammon"))
    every = answers(game, Tables.begun(game, 1), solution().value).equities[0]
    doubles = roll_weights(game, is_opening=True) == 0
    assert doubles.sum() == 6
    assert first_players_edge(solution()) == pytest.approx(float(np.mean(every[~doubles])))
