"""The learning rates of Adam by progress, all their numbers in one place.

They suit small steps (train/learner.py). A faster fall at the end of a run was tried and lost (docs/decisions/training.md).
"""

from typing import NamedTuple


class RateSchedule(NamedTuple):
    """A rate that may rise at first, then falls with the root of what is learned."""

    first: float
    slower_after: int
    """Positions learned after which the rate has fallen by a factor of 1.41."""
    warm: int = 0
    """Positions until which the rate rises."""

    def rate(self, learned: int, coming: int) -> float:
        """The present rate, before `coming` positions."""
        rising = min(1.0, (learned + coming) / self.warm) if self.warm else 1.0
        return self.first * rising / (1 + learned / self.slower_after) ** 0.5

    def growth(self, learned: int, most: float) -> float:
        """How much larger than at first a step may be now, `most` at most.

        Steps that grow while their rate stays do what a falling rate does at equal steps, and fewer steps cost
        less time (Smith and others 2018). With Adam a rate falls with the root of what steps grow by.
        """
        return min(most, 1 + learned / self.slower_after)


PLAY_RATE = RateSchedule(1e-3, 4_000_000)
"""Self-play from random weights; from other weights half of it."""
EXACT_RATE = RateSchedule(8e-4, 100_000, 100_000)
"""Exact targets: repeated training on few of them does harm, so the rate rises."""
RETURNS_RATE = 2.4e-4
"""Returns at first. It falls to 0 in equal steps, since their noise would stay in the weights. The shipped network of
backgammon learned by a third of it (docs/decisions/training.md)."""
AGAIN_RATE = 0.5
"""The rate at first where returns are learned again, as a share of that."""
