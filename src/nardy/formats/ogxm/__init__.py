"""Matches of OpenGammon, .ogxm, versions 1 and 2: reading only.

Kept are players, score, turns, acts and results; analyses, clocks and notes are not. The bytes are read in
a process of their own, with limits of time and memory.
"""

from pathlib import Path
from typing import IO

from nardy.core.rules import Rules
from nardy.formats.ogxm import extract
from nardy.formats.ogxm.extract import MAGIC, MOST_BYTES
from nardy.formats.ogxm.reader import WAY_OUT, read_plies
from nardy.formats.reading_process import BinaryFormat
from nardy.formats.record import Record

__all__ = ["is_ogxm", "load", "loads"]

FORMAT = BinaryFormat(
    name="an .ogxm file",
    way_out=WAY_OUT,
    reader=Path(extract.__file__),
    most_bytes=MOST_BYTES,
)


def is_ogxm(data: bytes) -> bool:
    """Whether a file begins as an .ogxm file."""
    return data.startswith(MAGIC)


def loads(data: bytes, rules: Rules | None = None) -> Record:
    """Read a match and replay it, as a .mat file is replayed.

    The lines of findings count games and their plies.

    Raises:
        NotationError: no .ogxm file, a damaged one, or one that takes too much time or memory.
    """
    return read_plies(FORMAT.extracted(data), rules)


def load(file: IO[bytes], rules: Rules | None = None) -> Record:
    """Read a match from a file."""
    return loads(file.read(MOST_BYTES + 1), rules)
