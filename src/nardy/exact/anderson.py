"""Fewer sweeps to the same end: guess from the last few steps where they are going.

Each step leads from values to better ones. Of the last few the mixture is taken whose steps would
almost cancel out: there, were everything linear, nothing would change any more.

Source: D. Anderson, "Iterative procedures for nonlinear integral equations" (1965).
"""

from typing import cast

import numpy as np
from numpy.typing import NDArray

from nardy.kernel.features import Floats

KEPT = 4
"""Steps that are looked back on."""
BEGIN = 8
"""The first steps are too wild to tell where they lead."""
STIFFNESS = 1e-10


class Anderson:
    """Looks back on the steps of one sequence."""

    def __init__(self) -> None:
        """Before the first step."""
        self.steps = 0
        self.last: tuple[Floats, Floats] | None = None
        self.reached: list[Floats] = []
        """How the values that were reached differ, from one step to the next."""
        self.moved: list[Floats] = []
        """How the steps differ."""

    def mixed(self, before: Floats, after: Floats) -> Floats:
        """Values to go on from, after a step from *before* to *after*."""
        step = after - before
        if self.last is not None:
            self.reached.append(after - self.last[0])
            self.moved.append(step - self.last[1])
            del self.reached[:-KEPT], self.moved[:-KEPT]
        self.last = after.copy(), step
        self.steps += 1
        if self.steps < BEGIN:
            return after
        mixture = after.copy()
        for share, reached in zip(self._shares(step), self.reached, strict=True):
            mixture -= np.float32(share) * reached
        return mixture

    def _shares(self, step: Floats) -> NDArray[np.float64]:
        """How much of each difference leaves the least step."""
        products = [[_product(first, second) for second in self.moved] for first in self.moved]
        matrix = np.array(products, np.float64)
        matrix += STIFFNESS * np.trace(matrix) * np.eye(len(matrix))
        wanted = np.array([_product(first, step) for first in self.moved], np.float64)
        return cast("NDArray[np.float64]", np.linalg.pinv(matrix)) @ wanted


def _product(first: Floats, second: Floats) -> float:
    # No matrix product: that may sum in another order on another number of threads.
    return float((first * second).sum(dtype=np.float64))
