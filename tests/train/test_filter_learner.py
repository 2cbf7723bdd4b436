"""A move filter learns the order in which a network puts turns."""

import numpy as np
import pytest
from tests.effort import each, some
from tests.search.lockstep import tiny

from nardy.evaluation.network.bundled_weights import bundled
from nardy.evaluation.network.move_filter import MoveFilter
from nardy.evaluation.network.network import Network
from nardy.games import GAMES, find_game
from nardy.kernel import layout as at
from nardy.kernel.layout import Finals
from nardy.search.tables import GameTables
from nardy.train import filter_learner
from nardy.train.candidate_pairs import join_groups
from nardy.train.filter_learner import Examples, MoveFilterLearner, Ordered, train_filter


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filter_learner, "TABLES", 16)


def examples(text: str, count: int = 60, seed: int = 1) -> Ordered:
    return Examples(GameTables.of(find_game(text)), seed).more(tiny(text), count)


def lost(move_filter: MoveFilter, rolls: Ordered) -> float:
    """How much worse the best turn that comes through is than the best, in points a roll."""
    (boards, pins, equities), offsets = rolls
    moves = np.arange(len(boards), dtype=np.int32).view(np.int8).reshape(-1, 1, at.MOVE_SIZE)
    left = move_filter.filtered(Finals(boards.copy(), pins.copy(), moves.copy(), offsets.copy()))
    numbers = left.moves.reshape(-1).view(np.int32)
    best = np.maximum.reduceat(equities, offsets[:-1])
    kept = np.maximum.reduceat(equities[numbers], left.offsets[:-1])
    return float((best - kept).mean())


@each("text", GAMES)
def test_examples_are_all_turns_of_rolls_that_leave_a_choice(text: str) -> None:
    rolls = examples(text)
    boards, pins, equities = rolls.rows
    assert rolls.groups >= 60
    assert (np.diff(rolls.offsets) > 1).all()
    assert len(boards) == len(pins) == len(equities) == rolls.offsets[-1] == rolls.size
    assert (boards.sum(2) == find_game(text).checkers).all()
    for low, high in zip(rolls.offsets[:-1], rolls.offsets[1:], strict=True):
        # All of one roll: the opponent's checkers were where they are but for hits and pins.
        assert len(np.unique(boards[low:high].reshape(high - low, -1), axis=0)) > 1


def test_some_and_together_keep_rolls_whole() -> None:
    rolls = examples("backgammon")
    parts = [rolls.some(np.array([n])) for n in range(rolls.groups)]
    joined = join_groups(parts)
    assert (joined.offsets == rolls.offsets).all()
    for mine, theirs in zip(joined.rows, rolls.rows, strict=True):
        assert (mine == theirs).all()
    turned = rolls.some(np.arange(rolls.groups)[::-1])
    assert turned.rows.equities[: turned.offsets[1]].tolist() == parts[-1].rows.equities.tolist()


def test_the_gradient_is_the_slope_of_the_loss() -> None:
    rolls, move_filter = (
        examples("plakoto").some(np.arange(10)),
        MoveFilter.random(GAMES["plakoto"], 2),
    )
    learner = MoveFilterLearner(move_filter, 1)
    before = move_filter.flat.copy()
    learner.learn(rolls, 0.0, passes=1)  # the rate is 0: only the gradient's mean is kept
    gradient = learner.moments[0] / 0.1

    def loss(step: float) -> float:
        move_filter.flat[:] = before + step * gradient / np.linalg.norm(gradient)
        return MoveFilterLearner(move_filter, 1).learn(rolls, 0.0, passes=1)

    # Whole numbers of 16 bits inside: steps must be larger than their units.
    slope = (loss(0.05) - loss(-0.05)) / 0.1
    assert slope == pytest.approx(float(np.linalg.norm(gradient)), rel=0.15)


def test_it_learns_to_let_the_best_turn_through() -> None:
    rules = GAMES["backgammon"].replace(cube_play=False, jacoby=False)
    game, network = GameTables.of(rules), bundled(rules)[0]
    fresh = Examples(game, 9).more(network, 400)
    learned = train_filter(game, network, 1, 3_000).move_filter
    assert lost(learned, fresh) < 0.25 * lost(MoveFilter.random(rules, 1), fresh)


def test_the_same_seed_gives_the_same_move_filter() -> None:
    game, network = GameTables.of(GAMES["hypergammon"]), tiny("hypergammon")
    one, same, other = (train_filter(game, network, seed, 200).move_filter for seed in (1, 1, 2))
    assert (one.flat == same.flat).all()
    assert (one.flat != other.flat).any()


@each("text", some(GAMES, 6))
def test_the_move_filters_that_come_with_nardy_lose_next_to_nothing(text: str) -> None:
    rules = find_game(text).replace(cube_play=False, jacoby=False)
    network: Network = bundled(rules)[0]
    assert network.move_filter is not None
    rolls = Examples(GameTables.of(rules), 3).more(network, 300)
    assert lost(network.move_filter, rolls) < 0.01
    assert network.move_filter.points == GameTables.of(rules).points
