"""The sparse first layer is the plain sum of weights times numbers, the last a plain softmax."""

from random import Random

import numpy as np
import pytest
from tests.kernel.samples import samples

from nardy.core.rules import Rules
from nardy.evaluation.outcomes import outcomes_of
from nardy.games import GAMES, find_game
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_arrays, rules_array
from nardy.kernel.features import FEATURES_SIZE, Floats, features_batch
from nardy.kernel.forward import (
    CELLS,
    NUMBERS,
    PIN_CELLS,
    dense_batch,
    first_layer,
    fold,
    make_basis,
    probabilities_batch,
)
from nardy.kernel.layout import Bytes, Pins
from nardy.kernel.scoring import STAKES_DRAW, STAKES_SIZES

SOME = ("backgammon", "hypergammon", "plakoto", "long-nardy", "nuclear")
SEATS = (at.PLAYER, at.OPPONENT)


NO_PHASES = np.full(100, 9, np.int8)
"""Never read where there is one phase."""


class Layer:
    """Random weights, and the table folded of them."""

    def __init__(self, checkers: int, dense: int, hidden: int, seed: int = 0) -> None:
        random = np.random.default_rng([checkers, seed])

        def weights(*shape: int) -> Floats:
            return random.normal(0, 1, shape).astype(np.float32)

        self.basis = make_basis(checkers)
        self.points = weights(CELLS, NUMBERS, hidden)
        self.pinned, self.bias = weights(PIN_CELLS, hidden), weights(hidden)
        self.dense = weights(dense, hidden)
        self.table = np.full((CELLS * (checkers + 1) + PIN_CELLS + 1, hidden), np.nan, np.float32)
        fold(self.points, self.basis, self.table)
        self.table[-PIN_CELLS - 1 : -1] = self.pinned
        self.table[-1] = self.bias

    def slow(self, position: tuple[Bytes, Pins], seat: int, dense: Floats) -> Floats:
        """The layer of one position, cell by cell."""
        board, pins = position
        total = self.bias + dense @ self.dense
        for side, whose in enumerate((seat, 1 - seat)):
            for place in range(at.PLACES):
                kind = {at.OFF: 2, at.BAR: 1}.get(place, 0)
                numbers = self.basis[kind, board[whose, place]]
                total = total + numbers @ self.points[at.PLACES * side + place]
            for point in range(1, at.BAR):
                total = total + (pins[whose] >> point & 1) * self.pinned[24 * side + point - 1]
        return np.maximum(total, 0)


def boards_of(text: str, count: int, seed: int) -> tuple[Rules, tuple[Bytes, Pins]]:
    found = samples(text, count, seed)
    return found[0].rules, position_arrays([sample.position for sample in found])


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("text", SOME)
def test_the_first_layer_is_the_sum_of_weights_times_numbers(text: str, seat: int) -> None:
    rules, (boards, pins) = boards_of(text, 45, seed=21)
    # Sizes that four does not divide, and numbers that are 0: the ways of the loops.
    for numbers, hidden in ((0, 1), (3, 6), (9, 8), (36, 5)):
        layer = Layer(rules.checkers, numbers, hidden)
        random = np.random.default_rng(hidden)
        dense = random.normal(0, 1, (len(boards), numbers)).astype(np.float32)
        dense *= random.random(dense.shape) < 0.6
        out = np.full((len(boards), hidden), np.nan, np.float32)
        first_layer((boards, pins, seat), dense, NO_PHASES, (layer.table, layer.dense, 1), out)
        slow = [layer.slow((boards[k], pins[k]), seat, dense[k]) for k in range(len(boards))]
        assert out == pytest.approx(np.array(slow), abs=1e-4)


def test_each_phase_has_weights_of_its_own() -> None:
    rules, (boards, pins) = boards_of("plakoto", 45, seed=23)
    layers = [Layer(rules.checkers, 3, 70, seed) for seed in range(3)]
    table = np.concatenate([layer.table for layer in layers])
    rows = np.concatenate([layer.dense for layer in layers])
    random = np.random.default_rng(4)
    dense = random.normal(0, 1, (len(boards), 3)).astype(np.float32)
    phases = random.integers(0, 3, len(boards)).astype(np.int8)
    out = np.full((len(boards), 70), np.nan, np.float32)
    first_layer((boards, pins, at.PLAYER), dense, phases, (table, rows, 3), out)
    for k, phase in enumerate(phases):
        slow = layers[phase].slow((boards[k], pins[k]), at.PLAYER, dense[k])
        assert out[k] == pytest.approx(slow, abs=1e-4)


@pytest.mark.parametrize("checkers", [1, 3, 15, 127])
def test_a_count_means_thresholds_and_a_share(checkers: int) -> None:
    basis = make_basis(checkers)
    assert not basis[:, 0].any()
    for count in range(1, checkers + 1):
        point, bar, off = basis[:, count].tolist()
        thresholds = [float(count >= least) for least in (1, 2, 3)]
        assert point == pytest.approx([*thresholds, max(count - 3, 0) / 2, count / checkers])
        assert bar == [1, count > 1, max(count - 2, 0), 0, 0]
        thirds = [float(3 * count > part * checkers) for part in (1, 2)]
        assert off == pytest.approx([1, count / checkers, *thirds, 0])


def test_the_dense_numbers_are_the_features_and_then_the_facts() -> None:
    rules, (boards, pins) = boards_of("backgammon", 30, seed=22)
    laws = rules_array(rules)
    facts = np.random.default_rng(1).random((len(boards), 7)).astype(np.float32)
    for seat in SEATS:
        dense = np.empty((len(boards), FEATURES_SIZE + 7), np.float32)
        features = np.empty((len(boards), FEATURES_SIZE), np.float32)
        phases, again = np.full((2, len(boards)), 9, np.int8)
        dense_batch(laws, (boards, pins, seat), facts, dense, phases)
        features_batch(laws, (boards, pins, seat), features, again)
        assert (dense == np.hstack([features, facts])).all()
        assert (phases == again).all()


def chances_of(
    rules: Rules, boards: Bytes, seat: int, logits: Floats
) -> tuple[Floats, Floats, Floats]:
    """Probabilities, equities, and what each outcome scores."""
    outcomes = outcomes_of(rules)
    points = np.array(outcomes.points, np.float32)
    chances, equities = logits.copy(), np.empty(len(boards), np.float32)
    probabilities_batch(outcomes.stakes, (boards, seat), points, chances, equities)
    return chances, equities, points


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize(
    "text", [*GAMES, "long-nardy@amateur", "long-nardy@draw", "hypergammon,last_throw=half"]
)
def test_the_probabilities_are_a_softmax_over_what_can_still_happen(text: str, seat: int) -> None:
    rules, rng = find_game(text), Random(text)
    stakes = outcomes_of(rules).stakes
    sizes, draw = int(stakes[STAKES_SIZES]), int(stakes[STAKES_DRAW])
    boards = np.zeros((60, 2, at.PLACES), np.int8)
    boards[:, :, at.OFF] = [[rng.choice((0, 0, 1, 2)) for _ in range(2)] for _ in boards]
    outcomes = 2 * sizes + draw
    logits = np.random.default_rng(3).normal(0, 4, (60, outcomes)).astype(np.float32)
    chances, equities, points = chances_of(rules, boards, seat, logits)
    assert chances.sum(1) == pytest.approx(np.ones(60), abs=1e-5)
    assert equities == pytest.approx(chances @ points, abs=1e-4)
    assert points[sizes - 1] == -points[sizes + draw]
    for k in range(60):
        possible = np.ones(outcomes, bool)
        if boards[k, 1 - seat, at.OFF]:
            possible[: sizes - 1] = False
        if boards[k, seat, at.OFF]:
            possible[sizes + draw + 1 :] = False
        assert not chances[k, ~possible].any()
        shares = np.exp(logits[k].astype(np.float64)) * possible
        assert chances[k] == pytest.approx(shares / shares.sum(), abs=1e-5)


def test_very_large_logits_stay_numbers() -> None:
    boards = np.zeros((2, 2, at.PLACES), np.int8)
    boards[1, :, at.OFF] = 1
    logits = np.array([[900, -900, 0, 0, 0, 900]] * 2, np.float32)
    chances, equities, _ = chances_of(GAMES["backgammon"], boards, at.PLAYER, logits)
    assert chances.tolist() == [[0.5, 0, 0, 0, 0, 0.5], [0, 0, 0.5, 0.5, 0, 0]]
    assert equities.tolist() == [0, 0]
