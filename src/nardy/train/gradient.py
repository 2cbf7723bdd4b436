"""The gradient of the loss: cross-entropy to the targets, and for candidates also their equities.

Candidate pairs are the best turns of one decision, each with its chances after all 21 rolls. They
are also trained on their equities and on the differences between these (train/candidate_pairs.py).
"""

import numpy as np

from nardy.evaluation.network.network import Floats, Layers, Network, Positions
from nardy.evaluation.outcomes import outcomes_of
from nardy.kernel import layout as at
from nardy.kernel.forward import probabilities_batch
from nardy.kernel.layout import Ints, pick_rows
from nardy.kernel.learning import first_gradient
from nardy.train.candidate_pairs import DIFFERENCE_WEIGHT, equity_gradient
from nardy.train.selfplay import Lessons

RowSpan = tuple[int, int]
"""Rows from the first number to before the second."""


class Gradient:
    """A sum of gradients by the weights of a network, for one thread."""

    def __init__(self, network: Network, most: int) -> None:
        """`most` is the largest number of positions at a time."""
        self.network = network
        self.flat = np.zeros_like(network.flat)
        self.difference_weight = DIFFERENCE_WEIGHT
        """Weight of the differences between candidates."""
        self._views = network.with_weights(self.flat).views
        self._layers = Layers.empty(most, network.hidden, network.second, len(network.points))

    def add(self, everything: Lessons, span: RowSpan, offsets: Ints | None, batch: int) -> float:
        """Add the gradient of some rows' part in the mean loss of a batch; return their cross-entropy.

        `offsets` int64[groups + 1] are those of all candidates; None: only the cross-entropy counts. The
        span has whole groups. The cross-entropy is a sum, in nats.
        """
        network, lessons = self.network, pick_rows(everything, slice(*span))
        positions = Positions(lessons.boards, lessons.pins, at.PLAYER, lessons.facts)
        layers = self._layers.first(lessons.size)
        network.fill(positions, layers)
        chances = layers.logits
        equities = np.empty(lessons.size, np.float32)
        stakes = outcomes_of(network.rules).stakes
        probabilities_batch(stakes, (lessons.boards, at.PLAYER), network.points, chances, equities)
        loss = -np.sum(lessons.targets * np.log(np.maximum(chances, 1e-9)))
        error: Floats = chances - lessons.targets
        if offsets is not None:
            low, high = np.searchsorted(offsets, span)
            own_gradient = equity_gradient(
                equities,
                lessons.targets @ network.points,
                offsets[low : high + 1] - span[0],
                self.difference_weight,
            )
            # The derivative of an equity by the logits of a softmax.
            error += own_gradient[:, None] * chances * (network.points - equities[:, None])
        self._backward(positions, layers, error / np.float32(batch))
        return float(loss)

    def _backward(self, positions: Positions, layers: Layers, error: Floats) -> None:
        weights, gradient = self.network.views, self._views
        phases, dense, hidden, second, _ = layers
        gradient["last"] += second.T @ error
        gradient["last_bias"] += error.sum(0)
        upper: Floats = (error @ weights["last"].T) * (second > 0)
        gradient["upper"] += hidden.T @ upper
        gradient["upper_bias"] += upper.sum(0)
        lower: Floats = (upper @ weights["upper"].T) * (hidden > 0)
        first_gradient(
            (positions.boards, positions.pins, positions.seat),
            (dense, phases),
            self.network.basis,
            np.ascontiguousarray(lower),
            (gradient["points"], gradient["pinned"], gradient["dense"], gradient["bias"]),
        )
