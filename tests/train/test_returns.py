"""Returns over several plies: exact differences between rivals, and no luck."""

import numpy as np
import pytest

from nardy.bots.neural import NeuralBot
from nardy.core.position import Position
from nardy.evaluation.network.exact_first import ExactFirst
from nardy.evaluation.network.network import Network, Positions
from nardy.games import BACKGAMMON, find_game
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_arrays, position_at
from nardy.kernel.layout import Doubles
from nardy.labels.classes import classes_of
from nardy.search.every_roll import answers, roll_weights
from nardy.search.tables import GameTables, Tables, without_cube
from nardy.train import returns as module
from nardy.train.candidate_pairs import CandidatePairs
from nardy.train.results import is_hit_late, is_rare
from nardy.train.returns import CLASSED, HIT_LATE, RARE, returns, starts_of

RULES = without_cube(BACKGAMMON)
NETWORK = NeuralBot(0).network(RULES)
GAME = GameTables.of(RULES).with_filter(NETWORK.move_filter)


@pytest.fixture(autouse=True)
def everything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT", 1.0)
    monkeypatch.setattr(module, "KEPT_RACES", 1.0)


def played(game: GameTables, network: Network, games: int, seed: int = 1) -> CandidatePairs:
    return returns(game, network, Tables.begun(game, games), np.random.default_rng(seed))


def a_ply_ahead(game: GameTables, network: Network, pairs: CandidatePairs) -> Doubles:
    """The chances of each position over all rolls, found anew."""
    boards, pins, facts, _ = pairs.rows
    tables = Tables(boards, pins, facts, np.zeros((len(boards), game.most_dice), np.int8))
    found = answers(game, tables, network.value).probabilities
    return np.einsum("nro,r->no", found, roll_weights(game)).astype(np.float64)


@pytest.mark.parametrize("name", ["backgammon", "plakoto", "long-nardy"])
def test_rivals_differ_by_their_exact_targets(name: str) -> None:
    rules = without_cube(find_game(name))
    network = NeuralBot(0).network(rules)
    game = GameTables.of(rules).with_filter(network.move_filter)
    pairs = played(game, network, 6)
    correction = pairs.rows.targets - a_ply_ahead(game, network, pairs)
    widths = np.diff(pairs.offsets)
    assert (widths > 1).sum() > 50
    first = np.repeat(correction[pairs.offsets[:-1]], widths, axis=0)
    assert correction == pytest.approx(first, abs=2e-5)
    # Without corrections this would hold for exact targets alone.
    assert abs(first @ network.points).mean() > 0.01


def test_rivals_are_positions_of_one_player_of_one_game() -> None:
    pairs = played(GAME, NETWORK, 4)
    facts = pairs.rows.facts
    starts = np.repeat(facts[pairs.offsets[:-1]], np.diff(pairs.offsets), axis=0)
    assert (facts == starts).all()
    assert pairs.size == len(pairs.rows.boards)
    assert pairs.rows.targets.sum(1) == pytest.approx(np.ones(pairs.size), abs=1e-4)


def test_returns_are_near_the_values_and_seen_by_who_rolls() -> None:
    pairs = played(GAME, NETWORK, 40)
    rows = pairs.rows
    chances, _ = NETWORK.value(Positions(rows.boards, rows.pins, at.PLAYER, rows.facts))
    wrong = ((rows.targets - chances) @ NETWORK.points).std()
    assert wrong < 0.09
    assert wrong < 0.3 * ((rows.targets[:, ::-1] - chances) @ NETWORK.points).std()


def test_the_whole_horizon_is_the_result_less_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """If values are exact, results differ only by the luck of the rolls."""
    monkeypatch.setattr(module, "LAMBDA", 1.0)
    evaluator = ExactFirst(NETWORK, RULES)
    boards, pins = position_arrays([Position.of({3: 2, 1: 2, 0: 11}, {4: 1, 2: 3, 0: 11})])
    start = Tables.begun(GAME, 1)._replace(boards=boards, pins=pins)
    starts = Tables.joined([start] * 30)
    value = evaluator.value(Positions(boards, pins, at.PLAYER, start.facts))[1]
    pairs = returns(GAME, evaluator, starts, np.random.default_rng(3))
    same = (pairs.rows.boards == boards).all((1, 2))
    assert same.sum() == 30
    found = (pairs.rows.targets @ NETWORK.points)[same]
    assert found == pytest.approx(np.full(30, value[0]), abs=2e-4)


def test_a_longer_horizon_has_more_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    noise = list[float]()
    for share in (0.0, 0.7, 0.9, 1.0):
        monkeypatch.setattr(module, "LAMBDA", share)
        pairs = played(GAME, NETWORK, 30)
        wrong = (pairs.rows.targets - a_ply_ahead(GAME, NETWORK, pairs)) @ NETWORK.points
        noise.append(float(wrong.std()))
    assert noise == sorted(noise)
    assert noise[3] > 2 * noise[2]


def test_games_without_an_end_teach_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_PLIES", 5)
    assert played(GAME, NETWORK, 4).size == 0


def test_some_decisions_are_kept_and_fewer_of_races(monkeypatch: pytest.MonkeyPatch) -> None:
    every = played(GAME, NETWORK, 40).groups
    monkeypatch.setattr(module, "KEPT", 0.5)
    monkeypatch.setattr(module, "KEPT_RACES", 0.125)
    assert 0.3 * every < played(GAME, NETWORK, 40).groups < 0.5 * every


@pytest.mark.parametrize("name", ["gul-bara", "nuclear", "sudden-death", "gioul"])
def test_every_kind_of_game_is_played_to_its_end(name: str) -> None:
    rules = without_cube(find_game(name))
    network = NeuralBot(0).network(rules)
    game = GameTables.of(rules).with_filter(network.move_filter)
    pairs = played(game, network, 3)
    assert pairs.groups > 10
    assert np.isfinite(pairs.rows.targets).all()
    assert pairs.offsets.tolist() == sorted(set(pairs.offsets.tolist()))


def test_equal_seeds_give_equal_returns() -> None:
    first, second, other = (played(GAME, NETWORK, 3, seed) for seed in (1, 1, 2))
    assert (first.rows.targets == second.rows.targets).all()
    assert first.size != other.size or (first.rows.targets != other.rows.targets).any()


def test_some_games_begin_with_rare_positions_and_late_hits() -> None:
    starts = starts_of(GAME, NETWORK, 100, np.random.default_rng(5))
    assert len(starts.boards) == 100
    rare = is_rare(GAME, starts.boards, starts.pins).sum()
    late = is_hit_late(GAME, starts.boards, starts.pins).sum()
    assert rare >= RARE * 100
    assert late >= HIT_LATE * 100
    assert (starts.boards[-1] == Tables.begun(GAME, 1).boards[0]).all()


def test_some_games_begin_with_positions_of_named_classes() -> None:
    kinds = ("containment", "prime against prime")
    starts = starts_of(GAME, NETWORK, 100, np.random.default_rng(5), kinds)
    assert len(starts.boards) == 100
    found = [classes_of(RULES, position_at(starts.boards, starts.pins, row)) for row in range(100)]
    for kind in kinds:
        assert sum(kind in one for one in found) >= CLASSED / 2 * 100
    assert (starts.boards[-1] == Tables.begun(GAME, 1).boards[0]).all()
