"""First layers of rare phases learn how games from their positions end; nothing else changes."""

import numpy as np
import pytest

from nardy.bots.neural import NeuralBot
from nardy.evaluation.network.network import Network, Positions
from nardy.games import BACKGAMMON, find_game
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_at
from nardy.kernel.features import FEWER_PHASES, PHASES
from nardy.labels.classes import classes_of
from nardy.search.tables import GameTables, without_cube
from nardy.train import rare_phases
from nardy.train.rare_phases import (
    held_to_results,
    is_rare,
    rare_positions,
    rare_weights,
    results_of,
)

RULES = without_cube(BACKGAMMON)
NETWORK = NeuralBot(0).network(RULES)
GAME = GameTables.of(RULES).with_filter(NETWORK.move_filter)


def shifted(network: Network, by: float) -> Network:
    """The network with larger values of rare phases."""
    found = network.with_weights(network.flat.copy())
    views = found.views
    views["bias"][FEWER_PHASES:] += by * np.sign(views["upper"] @ views["last"] @ network.points)
    found.refresh()
    return found


def test_starts_are_positions_of_rare_phases() -> None:
    starts = rare_positions(GAME, NETWORK, 60, np.random.default_rng(1))
    assert len(starts.boards) == 60
    assert is_rare(GAME, starts.boards, starts.pins).all()
    kinds = [classes_of(RULES, position_at(starts.boards, starts.pins, k)) for k in range(60)]
    assert sum("back game" in one for one in kinds) > 30
    begun = GAME.rules.start
    assert not is_rare(
        GAME, np.array([[begun.player, begun.opponent]], np.int8), np.zeros((1, 2), np.int32)
    ).any()


def test_results_less_luck_are_what_games_are_worth() -> None:
    random = np.random.default_rng(2)
    starts = rare_positions(GAME, NETWORK, 150, random)
    lessons = results_of(GAME, NETWORK, starts, random)
    assert lessons.size > len(starts.boards)
    assert is_rare(GAME, lessons.boards, lessons.pins).all()
    assert lessons.targets.sum(1) == pytest.approx(np.ones(lessons.size), abs=1e-4)
    chances, _ = NETWORK.value(Positions(lessons.boards, lessons.pins, at.PLAYER, lessons.facts))
    # Seen from the wrong side they would be far away: the players of back games lose half a point.
    wrong = ((lessons.targets - chances) @ NETWORK.points).std()
    assert wrong < 0.35
    assert wrong < 0.6 * ((lessons.targets[:, ::-1] - chances) @ NETWORK.points).std()


def test_the_same_seed_gives_the_same_network_and_only_rare_layers_change() -> None:
    one, other = (held_to_results(GAME, NETWORK, NETWORK, 40, 3) for _ in range(2))
    assert np.array_equal(one.flat, other.flat)
    changed = one.flat != NETWORK.flat
    assert changed.any()
    assert not changed[rare_weights(NETWORK) == 0].any()


def test_a_shared_error_of_their_values_shrinks() -> None:
    off = shifted(NETWORK, 1.0)
    random = np.random.default_rng(4)
    starts = rare_positions(GAME, NETWORK, 200, random)
    positions = starts.positions
    known = NETWORK.value(positions)[1]
    before = abs(off.value(positions)[1] - known).mean()
    held = held_to_results(GAME, off, NETWORK, 200, 5)
    after = abs(held.value(positions)[1] - known).mean()
    assert before > 0.2
    assert after < 0.9 * before


def test_fewer_starts_than_games_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rare_phases, "GAMES_A_START", 0.1)
    monkeypatch.setattr(rare_phases, "TABLES", 8)
    starts = rare_positions(GAME, NETWORK, 400, np.random.default_rng(7))
    assert 0 < len(starts.boards) < 400
    held = held_to_results(GAME, NETWORK, NETWORK, 400, 7)
    assert (held.flat != NETWORK.flat).any()


def test_networks_without_rare_phases_stay_as_they_are() -> None:
    rules = find_game("hypergammon,cube_play=off")
    few = Network.random(rules, 8, 8, 1, FEWER_PHASES)
    assert held_to_results(GameTables.of(rules), few, few, 40, 1) is few
    assert held_to_results(GAME, NETWORK, NETWORK, 0, 1) is NETWORK
    # Three checkers a side make no back game.
    many = Network.random(rules, 8, 8, 1, PHASES)
    assert np.array_equal(held_to_results(GameTables.of(rules), many, many, 2, 1).flat, many.flat)
