"""Candidate turns of one decision, trained together.

Cross-entropy rewards correct chances, whatever they are worth. Turns are chosen by equity alone, and what
matters among candidates is their differences. So two squared errors are added: of each position's equity,
and of its difference from the other candidates'.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Generic, NamedTuple

import numpy as np

from nardy.evaluation.network.network import Floats
from nardy.kernel.layout import Columns, Ints, join_rows, offsets_of, pick_rows
from nardy.train.selfplay import Lessons

EQUITY_WEIGHT = 10.0
"""Weight of half the squared equity error in points, relative to the cross-entropy."""
DIFFERENCE_WEIGHT = 10.0
"""Weight of the squared difference between the errors of candidates."""
TEMPERATURE = 0.05
"""Temperature in points: a candidate that is this much worse has 1/2.7 of the weight."""
WINDOW = 524_288
"""Number of newest targets to keep for training."""
EPOCHS = 6
"""Mean number of times an exact target is used before it leaves the window."""


class RowGroups(NamedTuple, Generic[Columns]):
    """Rows in groups, such as the candidates of each decision side by side."""

    rows: Columns
    offsets: Ints
    """int64[groups + 1]: the start of each group."""

    @property
    def groups(self) -> int:
        """Number of groups."""
        return len(self.offsets) - 1

    @property
    def size(self) -> int:
        """Number of rows."""
        return int(self.offsets[-1])

    def some(self, which: Ints) -> "RowGroups[Columns]":
        """The groups with these indices, in this order, with repetition."""
        widths = np.diff(self.offsets)[which]
        offsets = offsets_of(widths)
        begins: Ints = self.offsets[which] - offsets[:-1]
        rows = np.repeat(begins, widths) + np.arange(offsets[-1], dtype=np.int64)
        return RowGroups(pick_rows(self.rows, rows), offsets)


def join_groups(parts: Sequence[RowGroups[Columns]]) -> RowGroups[Columns]:
    """The groups of several parts."""
    widths = np.concatenate([np.diff(part.offsets) for part in parts])
    offsets = offsets_of(widths)
    return RowGroups(join_rows([part.rows for part in parts]), offsets)


CandidatePairs = RowGroups[Lessons]
"""Decisions with their candidates, seen by the player who rolls next."""


class Window:
    """The newest targets; they are expensive, so each is used several times, `epochs` in the mean."""

    def __init__(self, seed: int, epochs: int = EPOCHS) -> None:
        self.epochs = epochs
        self.random = np.random.default_rng(seed)
        self._parts: list[CandidatePairs] = []

    def add(self, new: CandidatePairs, most: int) -> CandidatePairs:
        """Add new targets; return the next ones to train on, drawn from at least the newest *most*."""
        self._parts.append(new)
        while sum(part.size for part in self._parts) - self._parts[0].size >= most:
            del self._parts[0]
        firsts = np.cumsum([0, *(part.groups for part in self._parts)])
        count = self.epochs * new.groups
        if not count:
            return new
        chosen = np.sort(self.random.integers(0, firsts[-1], count))
        cuts = np.searchsorted(chosen, firsts)
        spans = zip(self._parts, firsts[:-1], pairwise(cuts), strict=True)
        found = join_groups(
            [part.some(chosen[low:high] - first) for part, first, (low, high) in spans]
        )
        return found.some(self.random.permutation(count))

    @property
    def kept(self) -> CandidatePairs | None:
        """All targets that are kept; None before the first."""
        return join_groups(self._parts) if self._parts else None


def chances(values: Floats, offsets: Ints, temperature: float) -> Floats:
    """Softmax of the values within each group: float32[n]."""
    starts, widths = offsets[:-1], np.diff(offsets)
    best: Floats = np.maximum.reduceat(values, starts)
    shares: Floats = np.exp((values - np.repeat(best, widths)) / np.float32(temperature))
    sums: Floats = np.add.reduceat(shares, starts)
    return shares / np.repeat(sums, widths)


def equity_gradient(
    equities: Floats,
    wanted: Floats,
    offsets: Ints,
    difference_weight: float = DIFFERENCE_WEIGHT,
) -> Floats:
    """The gradient of both squared errors by each equity: float32[n].

    Equities are seen by the player who rolls next, so the smallest is best for the mover. The second
    error excludes the mean of all candidates, weighted by `chances`.
    """
    wrong: Floats = equities - wanted
    shares, widths = chances(-wanted, offsets, TEMPERATURE), np.diff(offsets)
    common: Floats = np.add.reduceat(shares * wrong, offsets[:-1])
    apart = shares * np.repeat(widths, widths) * (wrong - np.repeat(common, widths))
    pull = EQUITY_WEIGHT * wrong + difference_weight * apart
    return pull.astype(np.float32)
