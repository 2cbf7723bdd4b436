"""Rival candidates of one decision, which are learned from together.

Cross-entropy asks for chances that are right, whatever they are worth. What turns are chosen by is
worth alone, and what decides between rivals is how they differ. So beside it two squares are made
small: how wrong each position's equity is, and how much more wrong than its rivals'.
"""

from typing import NamedTuple

import numpy as np

from nardy.evaluation.network.network import Floats
from nardy.kernel.layout import Ints
from nardy.train.selfplay import Lessons, joined

EQUITY_WEIGHT = 10.0
"""The weight of half the square of an equity's error in points, beside the cross-entropy."""
DIFFERENCE_WEIGHT = 10.0
"""That of how much it differs from its rivals' errors."""
TEMPERATURE = 0.05
"""Points: a rival that is so much worse than the best weighs 2.7 times less in that."""
WINDOW = 524_288
"""Targets that are kept to learn from, the newest."""
EPOCHS = 6
"""How often a target is learned from before it leaves the window, on average."""


class CandidatePairs(NamedTuple):
    """Decisions, the rivals of each side by side."""

    lessons: Lessons
    """Seen by the player who rolls next."""
    offsets: Ints
    """int64[decisions + 1]: where the rivals of each begin."""

    @property
    def size(self) -> int:
        """How many positions."""
        return self.lessons.size

    def some(self, which: Ints) -> "CandidatePairs":
        """Some of the decisions, in this order, each as often as it is named."""
        widths = np.diff(self.offsets)[which]
        offsets: Ints = np.concatenate([[0], np.cumsum(widths)])
        begins: Ints = self.offsets[which] - offsets[:-1]
        rows = np.repeat(begins, widths) + np.arange(offsets[-1], dtype=np.int64)
        return CandidatePairs(self.lessons.some(rows), offsets)


def join_pairs(parts: list[CandidatePairs]) -> CandidatePairs:
    """All decisions of some."""
    widths = np.concatenate([np.diff(part.offsets) for part in parts])
    lessons = joined([part.lessons for part in parts])
    return CandidatePairs(lessons, np.concatenate([[0], np.cumsum(widths)]))


class Window:
    """The newest exact targets: they are dear, so each is learned from several times."""

    def __init__(self, seed: int) -> None:
        """Begin empty."""
        self.random = np.random.default_rng(seed)
        self._parts: list[CandidatePairs] = []

    def add(self, new: CandidatePairs, most: int) -> CandidatePairs:
        """Take new ones in; what is to be learned next, from the newest, at least *most*."""
        self._parts.append(new)
        while sum(part.size for part in self._parts) - self._parts[0].size >= most:
            del self._parts[0]
        firsts = np.cumsum([0, *(len(part.offsets) - 1 for part in self._parts)])
        count = EPOCHS * (len(new.offsets) - 1)
        if not count:
            return new
        chosen = np.sort(self.random.integers(0, firsts[-1], count))
        cuts = np.searchsorted(chosen, firsts)
        found = join_pairs(
            [
                part.some(chosen[low:high] - first)
                for part, first, low, high in zip(
                    self._parts, firsts[:-1], cuts[:-1], cuts[1:], strict=True
                )
            ]
        )
        return found.some(self.random.permutation(count))


def chances(values: Floats, offsets: Ints, temperature: float) -> Floats:
    """By a softmax over each group's values: float32[n]."""
    starts, widths = offsets[:-1], np.diff(offsets)
    best: Floats = np.maximum.reduceat(values, starts)
    shares: Floats = np.exp((values - np.repeat(best, widths)) / np.float32(temperature))
    sums: Floats = np.add.reduceat(shares, starts)
    return shares / np.repeat(sums, widths)


def equity_gradient(equities: Floats, wanted: Floats, offsets: Ints) -> Floats:
    """The gradient of both squares by each equity: float32[n].

    Both are seen by the player who rolls next, so that the mover likes the smallest best. What
    all rivals have in common is taken out of the second, each weighed by its share of
    `chances`.
    """
    wrong: Floats = equities - wanted
    shares, widths = chances(-wanted, offsets, TEMPERATURE), np.diff(offsets)
    common: Floats = np.add.reduceat(shares * wrong, offsets[:-1])
    apart = shares * np.repeat(widths, widths) * (wrong - np.repeat(common, widths))
    pull = EQUITY_WEIGHT * wrong + DIFFERENCE_WEIGHT * apart
    return pull.astype(np.float32)
