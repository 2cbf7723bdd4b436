"""Matches of eXtreme Gammon, .xg: reading only.

Notes on acts keep comments, luck, the turns compared and the values of a double that was offered. Not
kept: rollouts, times, marks and the values of doubles that were not offered. The bytes are read in a
process of their own, with limits of time and memory. The lines of findings are the numbers of records.
"""

from pathlib import Path

from nardy.formats.reading_process import BinaryFormat
from nardy.formats.xg import extract
from nardy.formats.xg.extract import MAGIC, MOST_BYTES
from nardy.formats.xg.reader import WAY_OUT, read_records

__all__ = ["is_xg", "load", "loads"]

FORMAT = BinaryFormat(
    name="an .xg file",
    way_out=WAY_OUT,
    reader=Path(extract.__file__),
    most_bytes=MOST_BYTES,
    replay=read_records,
)
loads, load = FORMAT.loads, FORMAT.load


def is_xg(data: bytes) -> bool:
    """Whether a file begins as an .xg file."""
    return data.startswith(MAGIC)
