"""Matches of BGBlitz, .bgf: reading only.

Notes on acts keep comments, luck, the turns compared and the values of a double that was offered. Not
kept: rollouts, marks, statistics and the values of doubles that were not offered. The bytes are read in a
process of their own, with limits of time and memory. The lines of findings count games and their records.
"""

from pathlib import Path

from nardy.formats.bgf import extract
from nardy.formats.bgf.extract import HEAD, MOST_BYTES
from nardy.formats.bgf.reader import WAY_OUT, read_bgf
from nardy.formats.reading_process import BinaryFormat

__all__ = ["is_bgf", "load", "loads"]

FORMAT = BinaryFormat(
    name="a .bgf file",
    way_out=WAY_OUT,
    reader=Path(extract.__file__),
    most_bytes=MOST_BYTES,
    replay=read_bgf,
)
loads, load = FORMAT.loads, FORMAT.load


def is_bgf(data: bytes) -> bool:
    """Whether a file begins as a .bgf file."""
    return bool(HEAD.match(data))
