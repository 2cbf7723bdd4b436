"""Results of games less the luck of their rolls, half of them from rare positions."""

from typing import Any

import numpy as np
import pytest

from nardy.bots.neural import NeuralBot
from nardy.core.position import HOME, OFF
from nardy.core.race import have_passed
from nardy.evaluation.network.network import Network, Positions
from nardy.games import BACKGAMMON, find_game
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_at
from nardy.kernel.features import PHASES
from nardy.labels.classes import classes_of
from nardy.search.tables import GameTables, Tables, without_cube
from nardy.train import results as module
from nardy.train.results import (
    PositionFilter,
    is_hit_late,
    is_rare,
    positions_of,
    results,
    results_of,
)
from nardy.train.selfplay import Lessons

RULES = without_cube(BACKGAMMON)
NETWORK = NeuralBot(0).network(RULES)
GAME = GameTables.of(RULES).with_filter(NETWORK.move_filter)


def test_starts_are_positions_of_rare_phases() -> None:
    starts = positions_of(is_rare, GAME, NETWORK, 60, np.random.default_rng(1))
    assert len(starts.boards) == 60
    assert is_rare(GAME, starts.boards, starts.pins).all()
    kinds = [classes_of(RULES, position_at(starts.boards, starts.pins, k)) for k in range(60)]
    assert sum("back game" in one for one in kinds) > 30
    begun = Tables.begun(GAME, 1)
    assert not is_rare(GAME, begun.boards, begun.pins).any()


def test_starts_have_a_checker_hit_late() -> None:
    starts = positions_of(is_hit_late, GAME, NETWORK, 60, np.random.default_rng(6))
    positions = [position_at(starts.boards, starts.pins, k) for k in range(60)]
    assert len(positions) == 60
    for position in positions:
        sides = position.player, position.opponent
        assert any(side[OFF] and sum(side[HOME.stop :]) for side in sides)
        assert not have_passed(RULES, position)
    kinds = {kind for position in positions for kind in classes_of(RULES, position)}
    assert "hit in the bear-off" in kinds


@pytest.mark.parametrize(("kind", "ahead"), [(is_rare, 0), (is_hit_late, 1)])
def test_results_less_luck_are_what_games_are_worth(kind: PositionFilter, ahead: int) -> None:
    random = np.random.default_rng(2)
    starts = positions_of(kind, GAME, NETWORK, 150, random)
    lessons = results_of(GAME, NETWORK, starts, random, ahead)
    assert lessons.size > len(starts.boards)
    assert lessons.targets.sum(1) == pytest.approx(np.ones(lessons.size), abs=1e-4)
    chances, _ = NETWORK.value(Positions(lessons.boards, lessons.pins, at.PLAYER, lessons.facts))
    # Seen from the wrong side they would be far away: the players of back games lose half a point.
    wrong = ((lessons.targets - chances) @ NETWORK.points).std()
    assert wrong < 0.35
    assert wrong < 0.6 * ((lessons.targets[:, ::-1] - chances) @ NETWORK.points).std()


def test_rare_positions_are_kept_more_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "KEPT", 1.0)
    monkeypatch.setattr(module, "KEPT_RARE", 1.0)
    starts = positions_of(is_rare, GAME, NETWORK, 100, np.random.default_rng(3))

    def shares() -> tuple[float, float]:
        lessons = results_of(GAME, NETWORK, starts, np.random.default_rng(4), 0)
        rare = is_rare(GAME, lessons.boards, lessons.pins)
        late = is_hit_late(GAME, lessons.boards, lessons.pins)
        return float((rare & ~late).sum()), float((~rare & ~late).sum())

    every = shares()
    monkeypatch.setattr(module, "KEPT", 1 / 8)
    monkeypatch.setattr(module, "KEPT_RARE", 1 / 2)
    some = shares()
    assert some[0] / every[0] == pytest.approx(1 / 2, abs=0.1)
    assert some[1] / every[1] == pytest.approx(1 / 8, abs=0.05)


def test_late_hits_are_learned_only_where_turns_look_ahead() -> None:
    starts = positions_of(is_hit_late, GAME, NETWORK, 40, np.random.default_rng(3))
    found = [results_of(GAME, NETWORK, starts, np.random.default_rng(4), k) for k in (0, 1)]
    counts = [is_hit_late(GAME, one.boards, one.pins).sum() for one in found]
    assert counts[0] == 0
    assert counts[1] > 40


def test_rare_phases_are_left_out_where_turns_look_ahead() -> None:
    starts = positions_of(is_rare, GAME, NETWORK, 20, np.random.default_rng(3))
    lessons = results_of(GAME, NETWORK, starts, np.random.default_rng(4), 1)
    assert lessons.size
    assert not is_rare(GAME, lessons.boards, lessons.pins).any()


def test_half_of_the_games_begin_as_always(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = list[tuple[Tables, int]]()

    def seen(
        game: GameTables,
        network: Network,
        starts: Tables,
        random: np.random.Generator,
        ahead: int,
    ) -> Lessons:
        begun.append((starts, ahead))
        return results_of(game, network, starts, random, ahead)

    monkeypatch.setattr(module, "results_of", seen)
    lessons = results(GAME, NETWORK, 21, np.random.default_rng(5))
    (rare, none), (others, one) = begun
    assert (none, one) == (0, 1)
    assert len(rare.boards) == 5
    assert is_rare(GAME, rare.boards, rare.pins).all()
    late = is_hit_late(GAME, others.boards, others.pins)
    assert (late.sum(), (~late).sum()) == (5, 11)
    fresh = others.part(np.flatnonzero(~late))
    assert (fresh.boards == Tables.begun(GAME, 11).boards).all()
    assert lessons.size


@pytest.mark.parametrize("name", ["long-nardy", "plakoto"])
def test_nobody_searches_for_hits_where_nothing_is_hit(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[tuple[PositionFilter, int]]()

    def seen(kind: PositionFilter, game: GameTables, *others: Any) -> Tables:
        asked.append((kind, others[1]))
        return Tables.begun(game, 0)

    monkeypatch.setattr(module, "positions_of", seen)
    rules = find_game(name)
    network = Network.random(rules, 8, 8, 1, PHASES)
    network.refresh()
    assert results(GameTables.of(rules), network, 8, np.random.default_rng(8)).size
    assert asked == [(is_rare, 2), (is_hit_late, 0)]


def test_fewer_rare_starts_than_games_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "GAMES_A_START", 0.1)
    monkeypatch.setattr(module, "TABLES", 8)
    starts = positions_of(is_rare, GAME, NETWORK, 400, np.random.default_rng(7))
    assert 0 < len(starts.boards) < 400


def test_a_game_without_rare_phases_begins_as_always() -> None:
    # Three checkers a side make no back game.
    rules = find_game("hypergammon,cube_play=off")
    network = Network.random(rules, 8, 8, 1, PHASES)
    network.refresh()
    lessons = results(GameTables.of(rules), network, 8, np.random.default_rng(8))
    assert lessons.size
