"""Weights in memory that processes share: one writes them, the others copy them.

The writer may change them only while nobody reads; the actors read when they get an order.
"""

from multiprocessing.shared_memory import SharedMemory
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from nardy.train.actor import Weights

HEADER = 3
"""int64 before the weights: the lengths of both arrays (-1: no move filter), and the phases."""


class _Arrays(NamedTuple):
    """Views of the memory; it can be closed only when they are gone."""

    header: NDArray[np.int64]
    weights: NDArray[np.float32]


class SharedWeights:
    """The newest weights of a training run."""

    def __init__(self, memory: SharedMemory) -> None:
        self._memory = memory
        self.name = memory.name
        """The name by which other processes attach."""

    @classmethod
    def of_size(cls, count: int) -> Self:
        """New memory for this many weights, network and move filter together."""
        return cls(SharedMemory(create=True, size=8 * HEADER + 4 * count))

    @classmethod
    def attached(cls, name: str) -> Self:
        """The memory of another process."""
        return cls(SharedMemory(name))

    def write(self, weights: Weights) -> None:
        header, room = self._arrays()
        network, phases, move_filter = weights
        count = len(network)
        header[:] = count, -1 if move_filter is None else len(move_filter), phases
        room[:count] = network
        if move_filter is not None:
            room[count : count + len(move_filter)] = move_filter

    def read(self) -> Weights:
        """A copy."""
        header, room = self._arrays()
        count, more, phases = header.tolist()
        move_filter = None if more < 0 else room[count : count + more].copy()
        return Weights(room[:count].copy(), phases, move_filter)

    def _arrays(self) -> _Arrays:
        buffer, start = self._memory.buf, 8 * HEADER
        assert buffer is not None
        count = (len(buffer) - start) // 4
        return _Arrays(
            np.frombuffer(buffer, np.int64, HEADER),
            np.frombuffer(buffer, np.float32, count, start),
        )

    def close(self) -> None:
        """Release the memory for all; who has attached may read on."""
        self._memory.close()
        self._memory.unlink()
