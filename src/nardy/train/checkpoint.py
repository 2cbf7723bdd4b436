"""Checkpoints of training: weights, their average, Adam's moments, counts, and the run's origin."""

import math
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nardy.evaluation.network.network import Floats
from nardy.evaluation.network.weights import WeightsError
from nardy.exact.archive import arrays_of, write_whole

MOST_BYTES = 500_000_000
MOST_DIGITS = 1_000
"""Of seed and processes; Python refuses to parse a number of more than 4,300 digits."""
KINDS = ("U0", "U1", "i1", "f1", "f1", "f2", "i1", "f0")
"""Kind and number of axes of each array in a checkpoint."""


class Origin(NamedTuple):
    """The parameters that identify a run."""

    seed: int
    processes: int
    file: str = ""
    """The name of the weights file to start from; empty for random weights."""
    sha256: str = ""
    """Checksum of those weights, from their file."""
    classes: str | None = ""
    """Classes of positions with which games begin, with commas; None: a checkpoint without them, of before."""


class Checkpoint(NamedTuple):
    """The state of a training run between two rounds."""

    game: str
    """As written by `rules_text`."""
    origin: Origin
    sizes: tuple[int, ...]
    """Units of both layers, and phases."""
    flat: Floats
    average: NDArray[np.float64]
    moments: Floats
    """float32[2, weights]."""
    counts: tuple[int, ...]
    seconds: float

    def save(self, path: Path) -> None:
        """Write the file atomically: an interrupted write leaves the old file.

        Raises:
            WeightsError: the disk is full, or the folder cannot be written.
        """

        def write(stream: BinaryIO) -> None:
            arrays: dict[str, Any] = self._asdict()
            # As text, since a seed may exceed any integer type of an array.
            arrays["origin"] = [str(part) for part in self.origin if part is not None]
            np.savez(stream, **arrays)

        write_whole(path, write, WeightsError)


def read_checkpoint(path: Path) -> Checkpoint:
    """Read what `Checkpoint.save` has written.

    Raises:
        WeightsError: no checkpoint, of another version, damaged, or missing.
    """
    try:
        arrays = arrays_of(path.read_bytes(), Checkpoint._fields, MOST_BYTES)
    except OSError:
        arrays = None
    if arrays is None or not _are_sound(arrays):
        raise WeightsError(
            f"expected a checkpoint of this version of 'nardy train', got something else in {path}; "
            "give another --out"
        )
    game, origin, sizes, flat, average, moments, counts, seconds = arrays
    seed, processes, file, sha256, *classes = origin.tolist()
    return Checkpoint(
        game=str(game),
        origin=Origin(int(seed), int(processes), file, sha256, *(classes or [None])),
        sizes=tuple(sizes.tolist()),
        flat=flat,
        average=average,
        moments=moments,
        counts=tuple(counts.tolist()),
        seconds=float(seconds),
    )


def _are_sound(arrays: list[np.ndarray]) -> bool:
    """Whether the arrays have the types of `Checkpoint.save`, with matching lengths."""
    if tuple(f"{array.dtype.kind}{array.ndim}" for array in arrays) != KINDS:
        return False
    _, origin, sizes, flat, average, moments, counts, seconds = arrays
    return (
        origin.shape in ((len(Origin._fields),), (len(Origin._fields) - 1,))
        and all(part.isdecimal() and len(part) < MOST_DIGITS for part in origin[:2].tolist())
        and sizes.shape == (3,)
        and average.shape == flat.shape
        and moments.shape == (2, flat.size)
        and bool((counts >= 0).all())
        and 0 <= float(seconds) < math.inf
    )
