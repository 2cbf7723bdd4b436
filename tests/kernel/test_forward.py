"""The sparse first layer is the plain sum of weights times numbers, the last a plain softmax."""

from random import Random

import numpy as np
import pytest
from tests.effort import each, tries
from tests.kernel.samples import samples

from nardy.core.rules import Rules
from nardy.evaluation.outcomes import outcomes_of
from nardy.games import GAMES, find_game
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_arrays, rules_array
from nardy.kernel.features import FEATURES_SIZE, Floats, features_batch
from nardy.kernel.forward import (
    CELLS,
    DENSE_UNIT,
    LARGEST,
    NUMBERS,
    PIN_CELLS,
    UNIT,
    WEIGHT_UNIT,
    dense_batch,
    first_layer,
    fold,
    make_basis,
    probabilities_batch,
    second_layer,
    shorten_rows,
)
from nardy.kernel.layout import Bytes, Pins
from nardy.kernel.scoring import STAKES_DRAW, STAKES_SIZES

SOME = ("backgammon", "hypergammon", "plakoto", "long-nardy", "nuclear")
SEATS = (at.PLAYER, at.OPPONENT)


ROUNDED = 0.02
"""How far a sum of about fifty rounded numbers may lie from the sum of the numbers."""
NO_PHASES = np.full(100, 9, np.int8)
"""Never read where there is one phase."""


class Layer:
    """Random weights, and the tables made of them."""

    def __init__(self, checkers: int, dense: int, hidden: int, seed: int = 0) -> None:
        random = np.random.default_rng([checkers, seed])

        def weights(*shape: int) -> Floats:
            return random.normal(0, 0.4, shape).astype(np.float32)

        self.basis = make_basis(checkers)
        self.points = weights(CELLS, NUMBERS, hidden)
        self.pinned, self.bias = weights(PIN_CELLS, hidden), weights(hidden)
        self.dense = weights(dense, hidden)
        self.table = np.full((CELLS * (checkers + 1) + PIN_CELLS + 1, hidden), -9, np.int16)
        fold(self.points, self.basis, self.table)
        shorten_rows(self.pinned, UNIT, self.table[-PIN_CELLS - 1 : -1])
        shorten_rows(self.bias[None], UNIT, self.table[-1:])
        self.rows = np.empty((dense, hidden), np.int16)
        shorten_rows(self.dense, WEIGHT_UNIT, self.rows)

    def slow(self, position: tuple[Bytes, Pins], seat: int, dense: Floats) -> Floats:
        """The layer of one position, cell by cell, in floats."""
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

    def whole(self, position: tuple[Bytes, Pins], seat: int, dense: Floats) -> Floats:
        """The same in whole numbers, from the tables."""
        board, pins = position
        counts = (len(self.table) - PIN_CELLS - 1) // CELLS
        total = self.table[-1].astype(np.int64)
        for side, whose in enumerate((seat, 1 - seat)):
            for place in range(at.PLACES):
                if count := int(board[whose, place]):
                    total += self.table[(at.PLACES * side + place) * counts + count]
            for point in range(1, at.BAR):
                if pins[whose] >> point & 1:
                    total += self.table[CELLS * counts + 24 * side + point - 1]
        for value, row in zip(dense, self.rows, strict=True):
            product = int(np.rint(value * np.float32(DENSE_UNIT))) * row.astype(np.int64)
            total += (product + (1 << 14)) >> 15
        return (np.maximum(total, 0) / UNIT).astype(np.float32)


def boards_of(text: str, count: int, seed: int) -> tuple[Rules, tuple[Bytes, Pins]]:
    found = samples(text, count, seed)
    return found[0].rules, position_arrays([sample.position for sample in found])


@each("seat", SEATS)
@each("text", SOME)
def test_the_first_layer_is_the_sum_of_weights_times_numbers(text: str, seat: int) -> None:
    rules, (boards, pins) = boards_of(text, tries(15, 45, 45), seed=21)
    # Sizes that four does not divide, and numbers that are 0: the ways of the loops.
    for numbers, hidden in ((0, 1), (3, 6), (9, 8), (36, 5)):
        layer = Layer(rules.checkers, numbers, hidden)
        random = np.random.default_rng(hidden)
        dense = random.normal(0, 1, (len(boards), numbers)).astype(np.float32)
        dense *= random.random(dense.shape) < 0.6
        out = np.full((len(boards), hidden), np.nan, np.float32)
        first_layer((boards, pins, seat), dense, NO_PHASES, (layer.table, layer.rows, 1), out)
        for k in range(len(boards)):
            position = boards[k], pins[k]
            assert (out[k] == layer.whole(position, seat, dense[k])).all()
            assert out[k] == pytest.approx(layer.slow(position, seat, dense[k]), abs=ROUNDED)


def test_each_phase_has_weights_of_its_own() -> None:
    rules, (boards, pins) = boards_of("plakoto", 45, seed=23)
    layers = [Layer(rules.checkers, 3, 70, seed) for seed in range(3)]
    table = np.concatenate([layer.table for layer in layers])
    rows = np.concatenate([layer.rows for layer in layers])
    random = np.random.default_rng(4)
    dense = random.normal(0, 1, (len(boards), 3)).astype(np.float32)
    phases = random.integers(0, 3, len(boards)).astype(np.int8)
    out = np.full((len(boards), 70), np.nan, np.float32)
    first_layer((boards, pins, at.PLAYER), dense, phases, (table, rows, 3), out)
    for k, phase in enumerate(phases):
        whole = layers[phase].whole((boards[k], pins[k]), at.PLAYER, dense[k])
        assert (out[k] == whole).all()


@pytest.mark.parametrize("hidden", [5, 32, 70])
def test_a_sum_beyond_the_range_stays_at_its_end(hidden: int) -> None:
    rules, (boards, pins) = boards_of("backgammon", 5, seed=24)
    layer = Layer(rules.checkers, 0, hidden)
    dense = np.zeros((len(boards), 0), np.float32)
    columns = np.arange(hidden)
    layer.table[:] = np.where(columns % 2, LARGEST, -LARGEST)
    out = np.empty((len(boards), hidden), np.float32)
    board = boards, pins, at.PLAYER
    first_layer(board, dense, NO_PHASES, (layer.table, layer.rows, 1), out)
    assert (out == np.where(columns % 2, LARGEST / UNIT, 0)).all()


def test_numbers_are_rounded_to_units_and_kept_within_the_range() -> None:
    rows = np.array([[0, 1, -1.25, 0.6 / 1024, -0.4 / 1024, 31.999, 40, -40]], np.float32)
    out = np.empty(rows.shape, np.int16)
    shorten_rows(rows, UNIT, out)
    assert out.tolist() == [[0, 1024, -1280, 1, 0, 32767, 32767, -32767]]


@each("second", [1, 7, 32, 64, 101])
@each("hidden", [1, 15, 64, 77])
def test_the_second_layer_is_a_matrix_product(hidden: int, second: int) -> None:
    random = np.random.default_rng([hidden, second])
    rows = np.maximum(random.normal(-0.5, 1, (20, hidden)), 0).astype(np.float32)
    rows[0] = 0
    rows[1] = 1
    weights = random.normal(0, 1, (hidden, second)).astype(np.float32)
    bias = random.normal(0, 1, second).astype(np.float32)
    out = np.full((20, second), np.nan, np.float32)
    second_layer(rows, (weights, bias), out)
    assert out == pytest.approx(np.maximum(rows @ weights + bias, 0), abs=1e-4)


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


@each("seat", SEATS)
@each("text", [*GAMES, "long-nardy@amateur", "long-nardy@draw", "hypergammon,last_throw=half"])
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
