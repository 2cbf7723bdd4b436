"""Errors of means over classes: by hand, and for classes of one moment."""

import math

import numpy as np
import pytest

from nardy.labels.strata import common_variance, error_of_mean


def test_the_error_is_that_of_independent_classes() -> None:
    values = {"a": np.array([0.0, 2.0]), "b": np.array([0.0, 0.0, 3.0])}
    found = error_of_mean(values, {"a": 0.75, "b": 0.25})
    assert found == pytest.approx((0.75**2 * 2 / 2 + 0.25**2 * 3 / 3) ** 0.5)


def test_a_class_of_one_has_the_variance_within_the_others() -> None:
    values = {"a": np.array([0.0, 2.0]), "b": np.array([9.0])}
    found = error_of_mean(values, {"a": 0.5, "b": 0.5})
    assert found == pytest.approx((0.25 * 2 / 2 + 0.25 * 2) ** 0.5)
    assert error_of_mean({"b": values["b"]}, {"b": 1.0}, 4.0) == pytest.approx(2)


def test_classes_of_one_have_the_variance_of_all() -> None:
    values = {"a": np.array([0.0]), "b": np.array([2.0])}
    assert error_of_mean(values, {"a": 0.5, "b": 0.5}) == pytest.approx(1)


def test_one_moment_tells_nothing_of_the_error() -> None:
    assert common_variance([np.array([1.0])]) == math.inf
    assert error_of_mean({"a": np.array([1.0])}, {"a": 1.0}) == math.inf


def test_a_class_without_weight_adds_nothing() -> None:
    values = {"a": np.array([1.0])}
    assert error_of_mean(values, {"a": 0.0}) == 0


def test_the_mean_of_samples_varies_by_the_error() -> None:
    """Few moments in a class: the spread of their own mean is too small a measure."""
    random = np.random.default_rng(1)
    weights = {"a": 0.5, "b": 0.5}
    squares, means = list[float](), list[float]()
    for _ in range(2_000):
        values = {"a": random.normal(0, 1, 3), "b": random.normal(0, 2, 2)}
        squares.append(error_of_mean(values, weights) ** 2)
        means.append(0.5 * values["a"].mean() + 0.5 * values["b"].mean())
    assert np.mean(squares) == pytest.approx(np.var(means), rel=0.1)
