"""Work that waits for one thread and takes turns there, so that a long match keeps nobody waiting."""

import itertools
import os
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import PriorityQueue

SLICE = 8
"""Decisions that are looked at in one go: some tenths of a second."""
_POLITE = 10
"""How much the thread gives way to those that play."""


class ReviewQueue:
    """Runs iterators in a thread that gives way to everything else.

    Each yields how urgent it is from now on, the smaller the sooner; equals go on by turns.
    """

    def __init__(self) -> None:
        """Nothing waits."""
        self._thread = ThreadPoolExecutor(1, "reviews", initializer=_give_way)
        # The number keeps equals in order, and iterators from being compared.
        self._waiting: PriorityQueue[tuple[int, int, Iterator[int]]] = PriorityQueue()
        self._numbers = itertools.count()

    def add(self, work: Iterator[int], urgency: int = 0) -> None:
        """Let some work go on as soon as nothing more urgent waits."""
        self._waiting.put((urgency, next(self._numbers), work))
        self._thread.submit(self._go_on)

    def close(self) -> None:
        """Run nothing further, and wait for nothing."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _go_on(self) -> None:
        """Do a slice of the most urgent work; each submission stands for one that waits."""
        urgency, _, work = self._waiting.get_nowait()
        for _ in range(SLICE):
            following = next(work, None)
            if following is None:
                return
            urgency = following
        try:
            self.add(work, urgency)
        except RuntimeError:
            # The club closes, and its pool takes nothing more.
            return


def _give_way() -> None:
    if hasattr(os, "setpriority"):
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _POLITE)
