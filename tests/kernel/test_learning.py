"""Gradients are finite differences, Adam is Adam, and targets are what was thought later."""

import numpy as np
import pytest
from tests.effort import each, tries
from tests.kernel.samples import samples

from nardy.kernel import layout as at
from nardy.kernel.arrays import position_arrays
from nardy.kernel.features import Floats
from nardy.kernel.forward import CELLS, NUMBERS, PIN_CELLS, make_basis
from nardy.kernel.learning import adam, first_gradient, td_targets
from nardy.kernel.scoring import GOING_ON

HIDDEN, DENSE, OUTCOMES, PARTS = 3, 4, 6, 2
SHAPES = {
    "points": (PARTS, CELLS, NUMBERS, HIDDEN),
    "pinned": (PARTS, PIN_CELLS, HIDDEN),
    "dense": (PARTS, DENSE, HIDDEN),
    "bias": (PARTS, HIDDEN),
}
Weights = dict[str, np.ndarray]


class Lesson:
    """Positions, targets, and the layers above the first: all that the loss hangs on."""

    def __init__(self, text: str, seat: int, count: int = 12) -> None:
        random = np.random.default_rng(seat)
        found = samples(text, count, seed=31)
        self.rules, self.seat = found[0].rules, seat
        self.boards, self.pins = position_arrays([sample.position for sample in found])
        self.basis = make_basis(self.rules.checkers)
        self.dense = random.normal(0, 1, (count, DENSE)).astype(np.float32)
        self.dense[random.random(self.dense.shape) < 0.4] = 0
        self.phases = random.integers(0, PARTS, count).astype(np.int8)
        self.last = random.normal(0, 1, (HIDDEN, OUTCOMES))
        self.targets = random.dirichlet(np.ones(OUTCOMES), count)
        self.weights = {name: random.normal(0, 0.5, shape) for name, shape in SHAPES.items()}

    def before_relu(self, weights: Weights) -> np.ndarray:
        """The first layer as a plain sum, in double precision."""
        both = [
            self.before_relu_in(dict(zip(weights, part, strict=True)))
            for part in zip(*weights.values(), strict=True)
        ]
        return np.stack(both)[self.phases, np.arange(len(self.phases))]

    def before_relu_in(self, weights: Weights) -> np.ndarray:
        """The same by the weights of one phase."""
        total = weights["bias"] + self.dense @ weights["dense"]
        for side, whose in enumerate((self.seat, 1 - self.seat)):
            for place in range(at.PLACES):
                kind = {at.OFF: 2, at.BAR: 1}.get(place, 0)
                numbers = self.basis[kind, self.boards[:, whose, place]]
                total = total + numbers @ weights["points"][at.PLACES * side + place]
            held = self.pins[:, whose, None] >> np.arange(1, 25) & 1
            total = total + held @ weights["pinned"][24 * side : 24 * side + 24]
        return total

    def loss(self, weights: Weights) -> float:
        """The mean cross-entropy, in nats."""
        logits = np.maximum(self.before_relu(weights), 0) @ self.last
        logs = logits - np.log(np.exp(logits).sum(1, keepdims=True))
        return float(-(self.targets * logs).sum() / len(self.targets))

    def upper(self) -> Floats:
        """The gradient of the loss by the layer before its ReLU."""
        before = self.before_relu(self.weights)
        shares = np.exp(np.maximum(before, 0) @ self.last)
        error = shares / shares.sum(1, keepdims=True) - self.targets
        upper = (error @ self.last.T) * (before > 0) / len(before)
        return np.ascontiguousarray(upper, np.float32)

    def gradient(self, into: Weights | None = None) -> Weights:
        """What the kernel adds to the gradient of every weight."""
        found = into or {name: np.zeros(shape, np.float32) for name, shape in SHAPES.items()}
        board = (self.boards, self.pins, self.seat)
        arrays = (found["points"], found["pinned"], found["dense"], found["bias"])
        first_gradient(board, (self.dense, self.phases), self.basis, self.upper(), arrays)
        return found


@each("seat", [at.PLAYER, at.OPPONENT])
@each("text", ["backgammon", "hypergammon", "plakoto", "fevga"])
def test_the_gradient_is_what_finite_differences_find(text: str, seat: int) -> None:
    lesson = Lesson(text, seat)
    gradient, random, step = lesson.gradient(), np.random.default_rng(2), 1e-5
    many = tries(12, 40, 40)
    for name, found in gradient.items():
        used = np.argwhere(found)
        some = np.argwhere(np.ones_like(found))
        chosen = [*random.permutation(used)[:many], *random.permutation(some)[:10]]
        for index in map(tuple, chosen):
            losses = []
            for way in (step, -step):
                weights = {key: array.copy() for key, array in lesson.weights.items()}
                weights[name][index] += way
                losses.append(lesson.loss(weights))
            slope = (losses[0] - losses[1]) / (2 * step)
            assert found[index] == pytest.approx(slope, abs=2e-5), (name, index)


def test_gradients_are_added_up() -> None:
    lesson = Lesson("plakoto", at.PLAYER)
    once = lesson.gradient()
    twice = lesson.gradient({name: array.copy() for name, array in once.items()})
    for name, array in once.items():
        assert twice[name] == pytest.approx(2 * array, abs=1e-5)
        assert array.any()


def test_adam_steps_as_it_was_published() -> None:
    random = np.random.default_rng(4)
    weights = random.normal(0, 1, 50).astype(np.float32)
    moments = np.zeros((2, 50), np.float32)
    expected, mean, square = weights.astype(np.float64), np.zeros(50), np.zeros(50)
    for step, rate in enumerate([1e-2, 1e-2, 1e-2, 1e-3, 1e-3, 5e-4], 1):
        gradient = (random.normal(0, 3, 50) * (random.random(50) < 0.8)).astype(np.float32)
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient.astype(np.float64) ** 2
        corrected = np.sqrt(square / (1 - 0.999**step)) + 1e-8
        expected -= rate * mean / (1 - 0.9**step) / corrected
        adam(weights, gradient, moments, rate, step)
        assert not gradient.any()
        assert weights == pytest.approx(expected, abs=1e-5)


def test_weights_without_a_gradient_stay() -> None:
    weights = np.ones(4, np.float32)
    adam(weights, np.zeros(4, np.float32), np.zeros((2, 4), np.float32), 1e-2, 1)
    assert (weights == 1).all()


# -------------------------------------------------------------------------------------- targets


def target(
    turn: int, estimates: list[list[float]], firsts: list[int], outcome: int, keep: float
) -> list[float]:
    """What the position before a turn was worth, seen by its mover."""
    if turn == len(firsts) - 1:
        if outcome == GOING_ON:
            return estimates[turn][::-1]
        return [float(i == outcome) for i in range(len(estimates[0]))]
    later = target(turn + 1, estimates, firsts, outcome, keep)
    mixed = [
        (1 - keep) * thought + keep * known
        for thought, known in zip(estimates[turn], later, strict=True)
    ]
    # Both are seen by who rolls next: the same player after leftovers.
    return mixed if firsts[turn] == firsts[turn + 1] else mixed[::-1]


def targets(estimates: Floats, firsts: list[int], outcome: int, keep: float) -> Floats:
    found = np.full(estimates.shape, np.nan, np.float32)
    td_targets(estimates, np.array(firsts, np.int8), outcome, float(keep), found)
    return found


@each("keep", [0.0, 0.7, 1.0])
@each("outcome", [GOING_ON, 0, 2, 4])
@each("firsts", [[1], [1, 0], [1, 0, 1, 0, 1], [1, 0, 0, 1, 0, 0, 1, 1], [0, 0]])
def test_a_target_mixes_the_next_thought_with_the_next_target(
    firsts: list[int], outcome: int, keep: float
) -> None:
    estimates = np.random.default_rng(5).dirichlet(np.ones(5), len(firsts)).astype(np.float32)
    found = targets(estimates, firsts, outcome, keep)
    assert found.sum(1) == pytest.approx(np.ones(len(firsts)), abs=1e-5)
    for turn, row in enumerate(found):
        expected = target(turn, estimates.tolist(), firsts, outcome, keep)
        assert row == pytest.approx(expected, abs=1e-6)


def test_with_lambda_one_everyone_learns_the_outcome_as_he_saw_it() -> None:
    estimates = np.full((3, 4), 0.25, np.float32)
    assert targets(estimates, [1, 0, 1], 0, 1.0).tolist() == [
        [1, 0, 0, 0],
        [0, 0, 0, 1],
        [1, 0, 0, 0],
    ]
    # Leftovers: the last two turns are one player's.
    assert targets(estimates, [1, 0, 0], 0, 1.0).tolist() == [
        [0, 0, 0, 1],
        [1, 0, 0, 0],
        [1, 0, 0, 0],
    ]
