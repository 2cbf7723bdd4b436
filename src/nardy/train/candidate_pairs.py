"""Candidate turns of one decision, trained together.

Cross-entropy rewards correct chances, whatever they are worth. Turns are chosen by equity alone, and what
matters among candidates is their differences. So two squared errors are added: of each position's equity,
and of its difference from the other candidates'.
"""

from typing import NamedTuple

import numpy as np

from nardy.evaluation.network.network import Floats
from nardy.kernel.layout import Ints
from nardy.train.selfplay import Lessons, joined

EQUITY_WEIGHT = 10.0
"""Weight of half the squared equity error in points, relative to the cross-entropy."""
DIFFERENCE_WEIGHT = 10.0
"""Weight of the squared difference between the errors of candidates."""
TEMPERATURE = 0.05
"""Temperature in points: a candidate that is this much worse has 1/2.7 of the weight."""
WINDOW = 524_288
"""Number of newest targets to keep for training."""
EPOCHS = 6
"""Mean number of times a target is used before it leaves the window."""


class CandidatePairs(NamedTuple):
    """Decisions, each with its candidates side by side."""

    lessons: Lessons
    """Seen by the player who rolls next."""
    offsets: Ints
    """int64[decisions + 1]: the start of each decision's candidates."""

    @property
    def size(self) -> int:
        """Number of positions."""
        return self.lessons.size

    def some(self, which: Ints) -> "CandidatePairs":
        """The decisions with these indices, in this order, with repetition."""
        widths = np.diff(self.offsets)[which]
        offsets: Ints = np.concatenate([[0], np.cumsum(widths)])
        begins: Ints = self.offsets[which] - offsets[:-1]
        rows = np.repeat(begins, widths) + np.arange(offsets[-1], dtype=np.int64)
        return CandidatePairs(self.lessons.some(rows), offsets)


def join_pairs(parts: list[CandidatePairs]) -> CandidatePairs:
    """The decisions of several parts."""
    widths = np.concatenate([np.diff(part.offsets) for part in parts])
    lessons = joined([part.lessons for part in parts])
    return CandidatePairs(lessons, np.concatenate([[0], np.cumsum(widths)]))


class Window:
    """The newest exact targets; they are expensive, so each is used several times."""

    def __init__(self, seed: int) -> None:
        self.random = np.random.default_rng(seed)
        self._parts: list[CandidatePairs] = []

    def add(self, new: CandidatePairs, most: int) -> CandidatePairs:
        """Add new targets; return the next ones to train on, drawn from at least the newest *most*."""
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
    """Softmax of the values within each group: float32[n]."""
    starts, widths = offsets[:-1], np.diff(offsets)
    best: Floats = np.maximum.reduceat(values, starts)
    shares: Floats = np.exp((values - np.repeat(best, widths)) / np.float32(temperature))
    sums: Floats = np.add.reduceat(shares, starts)
    return shares / np.repeat(sums, widths)


def equity_gradient(equities: Floats, wanted: Floats, offsets: Ints) -> Floats:
    """The gradient of both squared errors by each equity: float32[n].

    Equities are seen by the player who rolls next, so the smallest is best for the mover. The second
    error excludes the mean of all candidates, weighted by `chances`.
    """
    wrong: Floats = equities - wanted
    shares, widths = chances(-wanted, offsets, TEMPERATURE), np.diff(offsets)
    common: Floats = np.add.reduceat(shares * wrong, offsets[:-1])
    apart = shares * np.repeat(widths, widths) * (wrong - np.repeat(common, widths))
    pull = EQUITY_WEIGHT * wrong + DIFFERENCE_WEIGHT * apart
    return pull.astype(np.float32)
