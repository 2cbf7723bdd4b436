"""Matches of BGBlitz, .bgf: reading only.

Notes on acts keep comments, luck, the turns compared and the values of a double that was offered. Not
kept: rollouts, marks, statistics and the values of doubles that were not offered. The bytes are read in a
process of their own, with limits of time and memory.
"""

from pathlib import Path
from typing import IO

from nardy.core.rules import Rules
from nardy.formats.bgf import extract
from nardy.formats.bgf.extract import HEAD, MOST_BYTES
from nardy.formats.bgf.reader import WAY_OUT, read_bgf
from nardy.formats.reading_process import BinaryFormat
from nardy.formats.record import Record

__all__ = ["is_bgf", "load", "loads"]

FORMAT = BinaryFormat(
    name="a .bgf file",
    way_out=WAY_OUT,
    reader=Path(extract.__file__),
    most_bytes=MOST_BYTES,
)


def is_bgf(data: bytes) -> bool:
    """Whether a file begins as a .bgf file."""
    return bool(HEAD.match(data))


def loads(data: bytes, rules: Rules | None = None) -> Record:
    """Read a match and replay it, as a .mat file is replayed.

    The lines of findings count games and their records.

    Raises:
        NotationError: no .bgf file, a damaged one, or one that takes too much time or memory.
    """
    return read_bgf(FORMAT.extracted(data), rules)


def load(file: IO[bytes], rules: Rules | None = None) -> Record:
    """Read a match from a file."""
    return loads(file.read(MOST_BYTES + 1), rules)
