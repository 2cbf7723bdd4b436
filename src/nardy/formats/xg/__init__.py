"""Matches of eXtreme Gammon, .xg: reading only.

Notes on acts keep comments, luck, the turns compared and the values of a double that was offered. Not
kept: rollouts, times, marks and the values of doubles that were not offered. The bytes are read in a
process of their own, with limits of time and memory.
"""

from pathlib import Path
from typing import IO

from nardy.core.rules import Rules
from nardy.formats.reading_process import BinaryFormat
from nardy.formats.record import Record
from nardy.formats.xg import extract
from nardy.formats.xg.extract import MAGIC, MOST_BYTES
from nardy.formats.xg.reader import WAY_OUT, read_records

__all__ = ["is_xg", "load", "loads"]

FORMAT = BinaryFormat(
    name="an .xg file",
    way_out=WAY_OUT,
    reader=Path(extract.__file__),
    most_bytes=MOST_BYTES,
)


def is_xg(data: bytes) -> bool:
    """Whether a file begins as an .xg file."""
    return data.startswith(MAGIC)


def loads(data: bytes, rules: Rules | None = None) -> Record:
    """Read a match and replay it, as a .mat file is replayed.

    The lines of findings are the numbers of records.

    Raises:
        NotationError: no .xg file, a damaged one, or one that takes too much time or memory.
    """
    return read_records(FORMAT.extracted(data), rules)


def load(file: IO[bytes], rules: Rules | None = None) -> Record:
    """Read a match from a file."""
    return loads(file.read(MOST_BYTES + 1), rules)
