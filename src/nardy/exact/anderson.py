"""Anderson acceleration of a fixed-point iteration.

Each step leads from values to better ones. The next values are the mixture of the last few whose steps
nearly cancel out: for a linear iteration that is the fixed point.

Source: D. Anderson, "Iterative procedures for nonlinear integral equations" (1965).
"""

from typing import cast

import numpy as np
from numpy.typing import NDArray

from nardy.kernel.layout import Floats

KEPT = 4
"""Number of earlier steps in the mixture."""
BEGIN = 8
"""Number of plain steps at the start, which are too irregular to extrapolate."""
STIFFNESS = 1e-10
"""Share of the trace added to the diagonal: nearly dependent steps get no huge coefficients."""


class Anderson:
    """The history of one iteration."""

    def __init__(self) -> None:
        self.steps = 0
        self.last: tuple[Floats, Floats] | None = None
        self.reached: list[Floats] = []
        """Differences of successive values."""
        self.moved: list[Floats] = []
        """Differences of successive steps."""

    def mixed(self, before: Floats, after: Floats) -> Floats:
        """The values to continue from, after a step of the iteration from *before* to *after*.

        To be called once after each step, with arrays of one shape. Until `BEGIN` steps are made these are
        *after*; then the mixture of the last few values whose step, by least squares, is the smallest.
        """
        step = after - before
        if self.last is not None:
            self.reached.append(after - self.last[0])
            self.moved.append(step - self.last[1])
            del self.reached[:-KEPT], self.moved[:-KEPT]
        self.last = after.copy(), step
        self.steps += 1
        # Differences are collected from the start, so the first mixture already has KEPT of them.
        if self.steps < BEGIN:
            return after
        mixture = after.copy()
        for share, reached in zip(self._shares(step), self.reached, strict=True):
            mixture -= np.float32(share) * reached
        return mixture

    def _shares(self, step: Floats) -> NDArray[np.float64]:
        """Coefficients of the differences that minimize the step."""
        products = [[_product(first, second) for second in self.moved] for first in self.moved]
        matrix = np.array(products, np.float64)
        matrix += STIFFNESS * np.trace(matrix) * np.eye(len(matrix))
        wanted = np.array([_product(first, step) for first in self.moved], np.float64)
        return cast("NDArray[np.float64]", np.linalg.pinv(matrix)) @ wanted


def _product(first: Floats, second: Floats) -> float:
    # Not a matrix product, whose order of summation may depend on the number of threads.
    return float((first * second).sum(dtype=np.float64))
