"""Read on after several turns side by side, to tell after which of them most of the record is legal."""

from collections.abc import Sequence
from typing import Protocol

FORESIGHT = 40
"""Legal turns after which reading on ends."""
MOST_CELLS = 1_000
"""Cells that are read for one unclear turn, counted once for each of its readings."""


class Continuation(Protocol):
    """Reads the record on after one of the turns."""

    @property
    def fits(self) -> int:
        """How much of the record was legal so far."""
        ...

    @property
    def has_fault(self) -> bool:
        """Whether something was found that does not fit; nothing is read after it."""
        ...

    @property
    def is_read(self) -> bool:
        """Whether no cell is left."""
        ...

    def read_next(self) -> None:
        """Read one cell."""
        ...


def weigh(continuations: Sequence[Continuation]) -> list[int]:
    """Read all continuations on, a cell of each in turn, and weigh how much of the record is legal.

    Reading ends early where nothing can change the best continuation any more, and where `MOST_CELLS` are
    read: then the turns that fit so far weigh the same.
    """
    going, cells = [one for one in continuations if not _is_done(one)], 0
    while going and cells < MOST_CELLS:
        cells += len(going)
        for continuation in going:
            continuation.read_next()
        going = [one for one in going if not _is_done(one)]
        if len(going) == 1 and _is_ahead(going[0], continuations):
            break
    return [_weight(continuation) for continuation in continuations]


def _is_done(continuation: Continuation) -> bool:
    return continuation.is_read or continuation.has_fault or continuation.fits >= FORESIGHT


def _is_ahead(last: Continuation, continuations: Sequence[Continuation]) -> bool:
    """Whether the last continuation stays the best, even if its next cell does not fit."""
    return all(_weight(one) < _weight(last) - 1 for one in continuations if one is not last)


def _weight(continuation: Continuation) -> int:
    """Doubled, so that a fault decides only between equal counts of legal turns."""
    return 2 * continuation.fits - continuation.has_fault
