"""The gradient is the slope of the loss."""

import numpy as np
import pytest
from tests.train.lessons import cross_entropy, lessons_of, network_of, rivals_of, worth_loss

from nardy.evaluation.network.network import Floats, Network
from nardy.kernel.layout import Ints
from nardy.train.gradient import Gradient
from nardy.train.learner import BATCH
from nardy.train.selfplay import Lessons


def of_all(network: Network, lessons: Lessons, offsets: Ints | None = None) -> Floats:
    """The gradient of the mean loss of all lessons."""
    gradient = Gradient(network, lessons.size)
    network.refresh()
    gradient.add(lessons, (0, lessons.size), offsets, lessons.size)
    return gradient.flat


@pytest.mark.parametrize("text", ["hypergammon", "plakoto", "gul-bara"])
def test_the_gradient_is_the_slope_of_the_loss(text: str) -> None:
    network, lessons = network_of(text), lessons_of(text, BATCH)
    gradient = of_all(network, lessons)
    for name, view in Network(network.rules, 8, 8, gradient).views.items():
        slope = view.reshape(-1)
        steepest = int(np.argmax(abs(slope)))
        if not slope[steepest]:
            assert name == "pinned"
            continue
        weight = network.views[name].reshape(-1)
        losses = []
        for step in (0.01, -0.02):
            weight[steepest] += step
            losses.append(cross_entropy(network, lessons))
        weight[steepest] += 0.01
        assert slope[steepest] == pytest.approx((losses[0] - losses[1]) / 0.02, rel=0.05, abs=1e-3)


@pytest.mark.parametrize("text", ["hypergammon", "plakoto"])
def test_rivals_pull_along_the_slope_of_both_losses(text: str) -> None:
    network, pairs = network_of(text), rivals_of(text)
    gradient = of_all(network, pairs.rows, pairs.offsets)

    def loss() -> float:
        return cross_entropy(network, pairs.rows) + worth_loss(network, pairs)

    for name in ("points", "upper", "last", "last_bias"):
        slope = Network(network.rules, 8, 8, gradient).views[name].reshape(-1)
        weight = network.views[name].reshape(-1)
        steepest = int(np.argmax(abs(slope)))
        losses = []
        for step in (0.005, -0.01):
            weight[steepest] += step
            losses.append(loss())
        weight[steepest] += 0.005
        assert slope[steepest] == pytest.approx((losses[0] - losses[1]) / 0.01, rel=0.05)
