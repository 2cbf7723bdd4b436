"""What training needs to go on: weights, their average, Adam's moments, and counts."""

from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nardy.evaluation.network import Floats
from nardy.evaluation.weights import WeightsError
from nardy.exact.archive import arrays_of, write_whole

MOST_BYTES = 500_000_000


class Checkpoint(NamedTuple):
    """The state of a training run between two rounds."""

    game: str
    """As `rules_text` names it."""
    sizes: tuple[int, ...]
    """Units of both layers, and phases."""
    flat: Floats
    average: NDArray[np.float64]
    moments: Floats
    """float32[2, weights]."""
    counts: tuple[int, ...]
    seconds: float

    def save(self, path: Path) -> None:
        """Write it in one step: an interrupted write leaves the old one.

        Raises:
            WeightsError: the disk is full, or the folder cannot be written.
        """

        def write(stream: BinaryIO) -> None:
            arrays: dict[str, Any] = self._asdict()
            np.savez(stream, **arrays)

        write_whole(path, write, WeightsError)


def read_checkpoint(path: Path) -> Checkpoint:
    """What `Checkpoint.save` has written.

    Raises:
        WeightsError: it is something else, spoiled, or not there.
    """
    try:
        arrays = arrays_of(path.read_bytes(), Checkpoint._fields, MOST_BYTES)
    except OSError:
        arrays = None
    if arrays is None:
        raise WeightsError(
            f"expected a checkpoint of 'nardy train', got something else in {path}; "
            "remove it, or give another --out"
        )
    game, sizes, flat, average, moments, counts, seconds = arrays
    return Checkpoint(
        game=str(game),
        sizes=tuple(sizes.tolist()),
        flat=flat,
        average=average,
        moments=moments,
        counts=tuple(counts.tolist()),
        seconds=float(seconds),
    )
