"""The training step: the gradient of a batch, Adam, and an average of the weights.

A batch is computed in parts, by several threads where many actors keep them busy.
"""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nardy.evaluation.network.network import Floats, Network
from nardy.kernel.layout import Ints, pick_rows
from nardy.kernel.learning import adam
from nardy.train.candidate_pairs import DIFFERENCE_WEIGHT, EPOCHS, WINDOW, CandidatePairs, Window
from nardy.train.gradient import Gradient, RowSpan
from nardy.train.selfplay import Lessons

BATCH = 256
"""Positions in a step of self-play, at least if there are so many; below twice as many."""
EXACT_BATCH = 170
"""The same with exact targets at first: some 64 decisions. With large steps from the beginning backgammon lost
(docs/decisions/training.md)."""
MOST_GROWTH = 6.0
"""How much larger steps with exact targets become (rates.py). A step of 170 positions takes 0.6 ms for these and 3 ms
for Adam and folding."""
RATE_POWER = 0.5
"""A rate is multiplied by how much larger a step is than the rates of rates.py are for, to this power: with the
root, the noise of Adam's steps stays the same (Malladi and others 2022). Not tuned."""
PART = 256
"""Positions computed at a time: what fits into a processor's cache; whole decisions may exceed it."""
AVERAGE = 0.99
"""Share of the average weights kept in a round of self-play."""
AGAIN_PART = 8_192
"""Positions between two falls of the rate where all targets are learned again."""
AGAIN_KEPT = 1e-9
"""Share of the average weights before that which is kept: the average is of the last twentieth."""


class LearnerState(NamedTuple):
    """The part of a learner that a checkpoint stores."""

    flat: Floats
    """The weights."""
    average: NDArray[np.float64]
    moments: Floats
    """Adam's: float32[2, weights]."""
    steps: int
    rounds: int


class Learner:
    """A network in training, and the average of its weights, which plays and is kept."""

    def __init__(self, network: Network, seed: int, threads: int = 1) -> None:
        """Start from a network, whose weights are then changed.

        Equal numbers of threads give equal weights; others add the same numbers in another order.
        """
        self.network = network
        self.random = np.random.default_rng(seed)
        self.moments = np.zeros((2, len(network.flat)), np.float32)
        self.steps = 0
        self.average = network.flat.astype(np.float64)
        self.rounds = 0
        self._gradients = [Gradient(network, 2 * PART) for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self.open_window(seed)

    def open_window(
        self,
        seed: int,
        epochs: int = EPOCHS,
        difference_weight: float = DIFFERENCE_WEIGHT,
        most: int = WINDOW,
    ) -> None:
        """Forget the targets; `seed` is for the draws from those that come, each `epochs` times in the mean.

        At least the newest `most` are kept. Differences between candidates have this weight from now on.
        """
        self._window, self._most = Window(seed, epochs), most
        self._weigh_differences(difference_weight)

    def _weigh_differences(self, weight: float) -> None:
        for gradient in self._gradients:
            gradient.difference_weight = weight

    def learn(self, lessons: Lessons, rate: float, kept_share: float = AVERAGE) -> float:
        """One pass over the lessons in random order; return the mean cross-entropy, in nats.

        `kept_share` is the share of the average weights to keep.
        """
        lessons = pick_rows(lessons, self.random.permutation(lessons.size))
        return self._pass((lessons, None), BATCH, rate, kept_share)

    def compare(
        self,
        pairs: CandidatePairs,
        rate: float,
        kept_share: float = AVERAGE,
        growth: float = 1.0,
    ) -> float:
        """One pass over decisions in order, trained on chances and equities; otherwise as `learn`.

        Steps are `growth` times as large as EXACT_BATCH, for which the rate is.
        """
        batch = int(growth * EXACT_BATCH)
        return self._pass((pairs.rows, pairs.offsets), batch, rate * growth**RATE_POWER, kept_share)

    def refine(
        self, new: CandidatePairs, rate: float, kept_share: float = AVERAGE, growth: float = 1.0
    ) -> float:
        """Add exact targets to the window, and `compare` those that are drawn from it."""
        return self.compare(self._window.add(new, self._most), rate, kept_share, growth)

    def refine_again(self, epochs: int, rate: float, difference_weight: float) -> None:
        """Learn all targets of the window again, each `epochs` times.

        Steps are MOST_GROWTH times as large as at first, and the rate falls to 0 in equal steps.
        """
        kept = self._window.kept
        if kept is None or not kept.size:
            return
        self._weigh_differences(difference_weight)
        parts = max(1, kept.size // AGAIN_PART)
        for epoch in range(epochs):
            order = self.random.permutation(kept.groups)
            for n, which in enumerate(np.array_split(order, parts)):
                left = 1 - (epoch + n / parts) / epochs
                share = AGAIN_KEPT ** (1 / (parts * epochs))
                self.compare(kept.some(which), rate * left, share, MOST_GROWTH)

    def _pass(
        self, groups: tuple[Lessons, Ints | None], batch: int, rate: float, kept_share: float
    ) -> float:
        (lessons, offsets), total = groups, 0.0
        for low, high in spans((0, lessons.size), lessons.size // batch, offsets):
            self.network.refresh()
            total += self._add_gradients(lessons, offsets, (low, high))
            self.steps += 1
            adam(self.network.flat, self._gradients[0].flat, self.moments, rate, self.steps)
        self._settle(kept_share)
        return total / max(1, lessons.size)

    def _add_gradients(self, lessons: Lessons, offsets: Ints | None, batch: RowSpan) -> float:
        """Put the gradient of a step's mean loss into the first place; return the sum of its losses."""
        low, high = batch
        parts = spans(batch, -(-(high - low) // PART), offsets)
        gradients = self._gradients
        shares = [parts[n :: len(gradients)] for n in range(len(gradients))]

        def add(gradient: Gradient, share: list[RowSpan]) -> float:
            return sum(gradient.add(lessons, part, offsets, high - low) for part in share)

        pool = self._pool
        losses: Iterable[float] = (
            map(add, gradients, shares) if pool is None else pool.map(add, gradients, shares)
        )
        total = sum(losses)
        for other in gradients[1:]:
            gradients[0].flat += other.flat
            other.flat[:] = 0
        return total

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

    def state(self) -> LearnerState:
        """The arrays themselves, which change with the learner, for a checkpoint to store."""
        return LearnerState(self.network.flat, self.average, self.moments, self.steps, self.rounds)

    def resume(self, state: LearnerState) -> None:
        """Go on from a checkpoint."""
        self.network.flat[:] = state.flat
        self.average[:] = state.average
        self.moments[:] = state.moments
        self.steps, self.rounds = state.steps, state.rounds


def spans(whole: RowSpan, count: int, offsets: Ints | None = None) -> list[RowSpan]:
    """About *count* equal parts of a span of rows, at least one; groups with offsets stay whole."""
    edges = np.linspace(*whole, max(1, count) + 1).astype(np.int64)
    if offsets is not None:
        edges = np.unique(offsets[np.searchsorted(offsets, edges)])
    return list(pairwise(edges.tolist()))
