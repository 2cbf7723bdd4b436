"""Steps of a slow sequence, and the guess where it is going."""

import numpy as np
import pytest

from nardy.exact.anderson import BEGIN, Anderson
from nardy.kernel.features import Floats


def slow(size: int = 60) -> tuple[Floats, Floats]:
    """A matrix whose powers shrink by no more than a twentieth a step, and a constant."""
    random = np.random.default_rng(1)
    basis, _ = np.linalg.qr(random.normal(size=(size, size)))
    matrix = basis @ np.diag(np.r_[0.95, -0.9, random.uniform(-0.3, 0.3, size - 2)]) @ basis.T
    return matrix.astype(np.float32), random.normal(size=size).astype(np.float32)


def steps_to_end(anderson: Anderson | None) -> tuple[int, Floats]:
    matrix, constant = slow()
    values = np.zeros(len(constant), np.float32)
    for count in range(1, 1_000):
        after = matrix @ values + constant
        if np.abs(after - values).max() < 1e-5:
            return count, after
        values = anderson.mixed(values, after) if anderson else after
    raise AssertionError


def test_the_same_end_is_reached_in_far_fewer_steps() -> None:
    plain, expected = steps_to_end(None)
    mixed, found = steps_to_end(Anderson())
    assert mixed < plain / 4
    assert found == pytest.approx(expected, abs=1e-3)


def test_the_first_steps_are_left_as_they_are() -> None:
    anderson, values = Anderson(), np.zeros(4, np.float32)
    for step in range(1, BEGIN):
        after = values + np.float32(1) / step
        assert anderson.mixed(values, after) is after
        values = after


def test_values_that_do_not_move_any_more_stay() -> None:
    anderson, values = Anderson(), np.ones(4, np.float32)
    for _ in range(BEGIN + 3):
        assert anderson.mixed(values, values.copy()).tolist() == [1, 1, 1, 1]
