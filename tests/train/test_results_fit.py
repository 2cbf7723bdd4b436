"""The fit to results: what changes, that its slopes are those of training, and what it brings."""

import numpy as np
import pytest

from nardy.bots.neural import NeuralBot
from nardy.evaluation.network.network import FIRST, Network, Positions
from nardy.games import BACKGAMMON, find_game
from nardy.kernel import layout as at
from nardy.kernel.features import FEWER_PHASES, PHASES
from nardy.kernel.layout import pick_rows
from nardy.search.tables import GameTables, without_cube
from nardy.train import refine, results_fit
from nardy.train.candidate_pairs import DIFFERENCE_WEIGHT, CandidatePairs, join_groups
from nardy.train.gradient import Gradient
from nardy.train.refine import Refiner
from nardy.train.results import is_rare, positions_of, results
from nardy.train.results_fit import Equations, fitted, held_to_results
from nardy.train.selfplay import Lessons

RULES = without_cube(BACKGAMMON)
PLAYER = NeuralBot(0).network(RULES)
"""Plays the games."""
GAME = GameTables.of(RULES).with_filter(PLAYER.move_filter)
SMALL = Network.random(RULES, 16, 8, 1, PHASES)
"""Is fitted to them: few units, so that the equations are few."""
SMALL.refresh()


def rivals(game: GameTables, network: Network, steps: int, seed: int) -> CandidatePairs:
    refiner = Refiner(game, 200, seed)
    return join_groups([refiner.step(network, game.move_filter) for _ in range(steps)])


@pytest.fixture(scope="module")
def lessons() -> Lessons:
    return results(GAME, PLAYER, 240, np.random.default_rng(4))


@pytest.fixture(scope="module")
def pairs() -> CandidatePairs:
    return rivals(GAME, PLAYER, 40, 5)


def value_error(network: Network, count: int = 600) -> float:
    """The mean squared error of the values of rare phases, by those of the player."""
    starts = positions_of(is_rare, GAME, PLAYER, count, np.random.default_rng(9)).positions
    return float(((network.value(starts)[1] - PLAYER.value(starts)[1]) ** 2).mean())


def difference_error(network: Network, pairs: CandidatePairs) -> float:
    """The mean squared error of the differences from the first rival, in points."""
    rows = pairs.rows
    values = network.value(Positions(rows.boards, rows.pins, at.PLAYER, rows.facts))[1]
    wrong = values - rows.targets @ network.points
    apart = wrong - np.repeat(wrong[pairs.offsets[:-1]], np.diff(pairs.offsets))
    return float((apart**2).mean())


@pytest.mark.parametrize(
    ("name", "phases"), [("backgammon", PHASES), ("plakoto", FEWER_PHASES), ("long-nardy", 1)]
)
def test_the_right_side_is_the_gradient_of_training(
    name: str, phases: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both weigh the same errors, so the derivatives by the unknowns follow from those by all weights."""
    monkeypatch.setattr(results_fit, "RIVAL_WEIGHT", DIFFERENCE_WEIGHT)
    monkeypatch.setattr(results_fit, "LEAST_CHANCE", 1e-9)
    rules = without_cube(find_game(name))
    network = Network.random(rules, 16, 8, 1, phases)
    random = np.random.default_rng(2)
    network.flat[:] += 0.1 * random.standard_normal(len(network.flat)).astype(np.float32)
    network.refresh()
    pairs = rivals(GameTables.of(rules), network, 12, 3)
    assert pairs.groups > 30
    gradient = Gradient(network, pairs.size)
    gradient.add(pairs.rows, (0, pairs.size), pairs.offsets, 1)
    views = network.with_weights(gradient.flat).views
    gains = sum(
        (views[part] * network.views[part]).reshape(phases, -1, 16).sum(1) for part in FIRST
    )
    units = np.stack([views["bias"], gains], axis=1).ravel()
    gain = sum((views[part] * network.views[part]).sum() for part in ("last", "last_bias"))
    wanted = -np.concatenate([units, [gain], views["last_bias"]])
    equations = Equations(network)
    equations.add_results(pairs.rows)
    equations.add_rivals(pairs)
    # Sums of single-precision products, and weights of 1/1,024 in the first layer.
    near = 0.004 * float(abs(wanted).max())
    assert equations.right == pytest.approx(wanted, rel=0.02, abs=near)
    assert equations.matrix == pytest.approx(equations.matrix.T)


def test_the_same_seed_gives_the_same_network() -> None:
    one, other = (held_to_results(GAME, SMALL, PLAYER, 40, 3) for _ in range(2))
    assert np.array_equal(one.flat, other.flat)
    assert not np.array_equal(one.flat, SMALL.flat)
    assert held_to_results(GAME, SMALL, PLAYER, 0, 1) is SMALL


def test_a_network_that_has_not_played_is_fitted_as_one_that_has(
    lessons: Lessons, pairs: CandidatePairs
) -> None:
    fresh = SMALL.with_weights(SMALL.flat.copy())
    assert np.array_equal(fitted(fresh, lessons, pairs).flat, fitted(SMALL, lessons, pairs).flat)


def test_a_network_that_is_too_wide_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results_fit, "MOST_UNKNOWNS", 2 * 16 * PHASES)
    assert held_to_results(GAME, SMALL, PLAYER, 4, 1) is not SMALL
    monkeypatch.setattr(results_fit, "MOST_UNKNOWNS", 2 * 16 * PHASES - 1)
    assert held_to_results(GAME, SMALL, PLAYER, 4, 1) is SMALL


def test_a_game_without_rivals_is_fitted_to_its_results(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refine, "SAMPLED", 10**9)
    held = held_to_results(GAME, SMALL, PLAYER, 4, 1)
    assert np.isfinite(held.flat).all()
    assert not np.array_equal(held.flat, SMALL.flat)


def test_each_unit_of_a_phase_has_one_gain_and_one_shift(
    lessons: Lessons, pairs: CandidatePairs
) -> None:
    held = fitted(SMALL, lessons, pairs)
    for name in ("upper", "upper_bias"):
        assert np.array_equal(held.views[name], SMALL.views[name])
    larger = held.views["last"] / SMALL.views["last"]
    assert larger == pytest.approx(np.full_like(larger, larger.mean()), abs=1e-4)
    assert abs(larger.mean() - 1) > 0.001
    assert (held.views["last_bias"] != 0).all()
    gains = held.views["dense"] / SMALL.views["dense"]
    assert gains == pytest.approx(np.broadcast_to(gains[:, :1], gains.shape), abs=1e-4)
    assert (abs(gains - 1) > 0.01).any(axis=(1, 2)).sum() > FEWER_PHASES
    points = SMALL.views["points"] * gains[:, None, :1]
    assert held.views["points"] == pytest.approx(points, abs=1e-4)
    assert (held.views["bias"] != 0).any()


def test_values_become_truer(
    lessons: Lessons, pairs: CandidatePairs, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results_fit, "RIDGE", 10.0)  # there are few lessons
    assert value_error(fitted(SMALL, lessons, pairs)) < 0.45 * value_error(SMALL)


def test_rivals_are_told_apart(
    lessons: Lessons, pairs: CandidatePairs, monkeypatch: pytest.MonkeyPatch
) -> None:
    others = rivals(GAME, PLAYER, 8, 10)
    monkeypatch.setattr(results_fit, "RIDGE", 10.0)  # there are few lessons
    held = difference_error(fitted(SMALL, lessons, pairs), others)
    monkeypatch.setattr(results_fit, "RIVAL_WEIGHT", 0.0)
    free = difference_error(fitted(SMALL, lessons, pairs), others)
    assert held < 0.9 * free


def test_little_is_changed_by_few_games(lessons: Lessons, pairs: CandidatePairs) -> None:
    few = pick_rows(lessons, np.arange(8))
    held = fitted(SMALL, few, pairs.some(np.arange(2)))
    changed = (abs(one.flat - SMALL.flat).mean() for one in (held, fitted(SMALL, lessons, pairs)))
    little, much = changed
    assert 0 < little < 0.2 * much
