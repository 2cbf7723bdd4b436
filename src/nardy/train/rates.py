"""The learning rates of Adam by progress, all their numbers in one place."""

from typing import NamedTuple

LAST_RATE = 1e-5
"""Rate at the end of a run."""
FALL_SHARE = 0.1
"""The final share of a run in which the rate falls to `LAST_RATE`, by equal factors in equal times."""


class RateSchedule(NamedTuple):
    """A rate that may rise at first, falls with the root of what is learned, and more at the end."""

    first: float
    slower_after: int
    """Positions learned after which the rate has fallen by a factor of 1.41."""
    warm: int = 0
    """Positions until which the rate rises."""

    def rate(self, learned: int, coming: int, passed: float) -> float:
        """The present rate, before `coming` positions; `passed` is the share of the run that is over."""
        rising = min(1.0, (learned + coming) / self.warm) if self.warm else 1.0
        usual = self.first * rising / (1 + learned / self.slower_after) ** 0.5
        fallen = min(1.0, max(0.0, (passed - 1 + FALL_SHARE) / FALL_SHARE))
        return usual * min(1.0, LAST_RATE / usual) ** fallen


PLAY_RATE = RateSchedule(2e-3, 4_000_000)
"""Self-play from random weights; from other weights half of it."""
EXACT_RATE = RateSchedule(1.6e-3, 100_000, 100_000)
"""Exact targets: repeated training on few of them does harm, so the rate rises."""
