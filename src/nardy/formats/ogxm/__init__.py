"""Matches of OpenGammon, .ogxm, versions 1 and 2: reading only.

Kept are players, score, turns, acts and results; analyses, clocks and notes are not. The bytes are read in
a process of their own, with limits of time and memory. The lines of findings count games and their plies.
"""

from pathlib import Path

from nardy.formats.ogxm import extract
from nardy.formats.ogxm.extract import MAGIC, MOST_BYTES
from nardy.formats.ogxm.reader import WAY_OUT, read_plies
from nardy.formats.reading_process import BinaryFormat

__all__ = ["is_ogxm", "load", "loads"]

FORMAT = BinaryFormat(
    name="an .ogxm file",
    way_out=WAY_OUT,
    reader=Path(extract.__file__),
    most_bytes=MOST_BYTES,
    replay=read_plies,
)
loads, load = FORMAT.loads, FORMAT.load


def is_ogxm(data: bytes) -> bool:
    """Whether a file begins as an .ogxm file."""
    return data.startswith(MAGIC)
