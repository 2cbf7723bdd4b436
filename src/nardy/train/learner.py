"""The training step: cross-entropy to the targets, Adam, and an average of the weights.

Candidate pairs are the best turns of one decision, each with its chances after all 21 rolls. They
are also trained on their equities and on the differences between these (train/candidate_pairs.py).
"""

from itertools import pairwise

import numpy as np

from nardy.evaluation.network.network import Floats, Layers, Network, Positions
from nardy.evaluation.outcomes import outcomes_of
from nardy.kernel import layout as at
from nardy.kernel.forward import probabilities_batch
from nardy.kernel.layout import Ints, pick_rows
from nardy.kernel.learning import adam, first_gradient
from nardy.train.candidate_pairs import CandidatePairs, equity_gradient
from nardy.train.selfplay import Lessons

BATCH = 1_024
"""Least number of positions in a step, if there are so many."""
PART = 256
"""Positions computed at a time: what fits into a processor's cache; whole decisions may exceed it."""
AVERAGE = 0.99
"""Share of the average weights kept in a round of self-play."""


class Learner:
    """A network in training, and the average of its weights, which plays and is kept."""

    def __init__(self, network: Network, seed: int) -> None:
        """Start from a network, whose weights are then changed."""
        self.network = network
        self.random = np.random.default_rng(seed)
        self.gradient = network.with_weights(np.zeros_like(network.flat))
        self.moments = np.zeros((2, len(network.flat)), np.float32)
        self.steps = 0
        self.average = network.flat.astype(np.float64)
        self.rounds = 0
        self._layers = Layers.empty(2 * PART, network.hidden, network.second, len(network.points))

    def learn(self, lessons: Lessons, rate: float, kept_share: float = AVERAGE) -> float:
        """One pass over the lessons in random order; return the mean cross-entropy, in nats.

        `kept_share` is the share of the average weights to keep.
        """
        lessons = pick_rows(lessons, self.random.permutation(lessons.size))
        return self._pass(lessons, None, rate, kept_share)

    def compare(self, pairs: CandidatePairs, rate: float, kept_share: float = AVERAGE) -> float:
        """One pass over decisions in order, trained on chances and equities; otherwise as `learn`."""
        return self._pass(pairs.rows, pairs.offsets, rate, kept_share)

    def _pass(
        self, lessons: Lessons, offsets: Ints | None, rate: float, kept_share: float
    ) -> float:
        total, whole = 0.0, (0, lessons.size)
        for low, high in spans(whole, lessons.size // BATCH, offsets):
            self.network.refresh()
            for part in spans((low, high), -(-(high - low) // PART), offsets):
                total += self._add_gradient(lessons, part, offsets, np.float32(high - low))
            self.steps += 1
            adam(self.network.flat, self.gradient.flat, self.moments, rate, self.steps)
        self._settle(kept_share)
        return total / max(1, lessons.size)

    def _settle(self, kept_share: float) -> None:
        self.rounds += 1
        # The first rounds count equally; otherwise the random start would remain for long.
        share = min(kept_share, self.rounds / (self.rounds + 10))
        self.average += (1 - share) * (self.network.flat - self.average)

    def averaged(self) -> Network:
        """The network with the average weights."""
        return self.network.with_weights(self.average.astype(np.float32))

    def snapshot(self) -> Network:
        """A copy of the present network, for self-play."""
        return self.network.with_weights(self.network.flat.copy())

    def _add_gradient(
        self, everything: Lessons, span: tuple[int, int], offsets: Ints | None, batch: np.float32
    ) -> float:
        """Add the gradient of some rows' mean loss in their batch; return their cross-entropy."""
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
                equities, lessons.targets @ network.points, offsets[low : high + 1] - span[0]
            )
            # The derivative of an equity by the logits of a softmax.
            error += own_gradient[:, None] * chances * (network.points - equities[:, None])
        self._backward(positions, layers, error / batch)
        return float(loss)

    def _backward(self, positions: Positions, layers: Layers, error: Floats) -> None:
        weights, gradient = self.network.views, self.gradient.views
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


def spans(whole: tuple[int, int], count: int, offsets: Ints | None = None) -> list[tuple[int, int]]:
    """About *count* equal parts of a span of rows, at least one; groups with offsets stay whole."""
    edges = np.linspace(*whole, max(1, count) + 1).astype(np.int64)
    if offsets is not None:
        edges = np.unique(offsets[np.searchsorted(offsets, edges)])
    return list(pairwise(edges.tolist()))
