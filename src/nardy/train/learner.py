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

BATCH = 256
AVERAGE = 0.99
"""Share of the average weights kept in a round of self-play."""
DECISIONS_A_BATCH = 64
"""Decisions in a batch, of about three candidates each."""


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
        sizes = (network.hidden, network.second, len(network.points))
        self._layers = Layers.empty(BATCH, *sizes)

    def learn(self, lessons: Lessons, rate: float, kept_share: float = AVERAGE) -> float:
        """One pass over the lessons in random order; return the mean cross-entropy, in nats.

        `kept_share` is the share of the average weights to keep.
        """
        lessons = pick_rows(lessons, self.random.permutation(lessons.size))
        batches = range(0, lessons.size - BATCH + 1, BATCH)
        total = sum(
            self._step(pick_rows(lessons, slice(low, low + BATCH)), rate) for low in batches
        )
        self._settle(kept_share)
        return total / max(1, len(batches))

    def compare(self, pairs: CandidatePairs, rate: float, kept_share: float = AVERAGE) -> float:
        """One pass over decisions in order, trained on chances and equities; otherwise as `learn`."""
        edges = pairs.offsets[::DECISIONS_A_BATCH]
        total = 0.0
        for n, (low, high) in enumerate(pairwise(edges.tolist())):
            first = n * DECISIONS_A_BATCH
            offsets = pairs.offsets[first : first + DECISIONS_A_BATCH + 1] - low
            total += self._step(pick_rows(pairs.rows, slice(low, high)), rate, offsets)
        self._settle(kept_share)
        return total / max(1, len(edges) - 1)

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

    def _step(self, lessons: Lessons, rate: float, offsets: Ints | None = None) -> float:
        network = self.network
        network.refresh()
        positions = Positions(lessons.boards, lessons.pins, at.PLAYER, lessons.facts)
        layers = self._layers.first(lessons.size)
        network.fill(positions, layers)
        chances = layers.logits
        equities = np.empty(lessons.size, np.float32)
        stakes = outcomes_of(network.rules).stakes
        probabilities_batch(stakes, (lessons.boards, at.PLAYER), network.points, chances, equities)
        loss = -np.sum(lessons.targets * np.log(np.maximum(chances, 1e-9))) / lessons.size
        error: Floats = chances - lessons.targets
        if offsets is not None:
            own_gradient = equity_gradient(equities, lessons.targets @ network.points, offsets)
            # The derivative of an equity by the logits of a softmax.
            error += own_gradient[:, None] * chances * (network.points - equities[:, None])
        self._backward(positions, layers, error / np.float32(lessons.size))
        self.steps += 1
        adam(network.flat, self.gradient.flat, self.moments, rate, self.steps)
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
