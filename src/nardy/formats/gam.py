"""Games of Jellyfish, .gam, also those of GammonEmpire: reading only.

A .gam file is a line of two names and the rows of a .mat file, without a match and a score. Several games
may follow one another. It is read as a money session. Source: files of GNU Backgammon (export game gam).
"""

import re
from typing import IO

from nardy.core.rules import Rules
from nardy.errors import NotationError
from nardy.formats.mat.lines import (
    MOST_BYTES,
    MOST_GAMES,
    GameText,
    MatText,
    Names,
    decoded,
    read_row,
)
from nardy.formats.mat.match import read_match
from nardy.formats.record import Record

_TAB = 8
_BEGINNING = re.compile(
    rb"\s*[^\s:;#]{1,80}[ \t]+[^\s:]{1,80}[ \t]*\r?\n[ \t]*1\)[ \t]*(?:[1-6][1-6]:|[ \t]{8})"
)
_NAMES = re.compile(r"\s*([^\s:]{1,80})\s+([^\s:]{1,80})\s*")
_FIRST_ROW = re.compile(r"\s*1\)")


def is_gam(data: bytes) -> bool:
    """Whether a file begins with two names and a first row."""
    return bool(_BEGINNING.match(data[:400].removeprefix(b"\xef\xbb\xbf")))


def loads(data: str | bytes, rules: Rules | None = None) -> Record:
    r"""Read games and replay them, as a .mat file is replayed.

    >>> record = loads(" ann        bob\n  1) 31: 8/5 6/5      64: 24/14\n  2)   Resigns\n")
    >>> record.players, record.match.length, len(record.games)
    (('ann', 'bob'), 0, 1)

    Raises:
        NotationError: no .gam file.
    """
    if len(data) > MOST_BYTES:
        raise NotationError(
            f"expected a .gam file of at most {MOST_BYTES:,} bytes, got more; give fewer games a file"
        )
    text = data if isinstance(data, str) else decoded(data)
    rows = [row.expandtabs(_TAB).rstrip() for row in text.removeprefix("\ufeff").splitlines()]
    file = MatText(length=0)
    for line, (row, after) in enumerate(zip(rows, [*rows[1:], ""], strict=True), start=1):
        found = _NAMES.fullmatch(row)
        if found and _FIRST_ROW.match(after):
            if len(file.games) == MOST_GAMES:
                raise NotationError(f"expected at most {MOST_GAMES:,} games a file, got more")
            head = Names((found[1], found[2]), None, found.start(2))
            file.games.append(GameText(len(file.games) + 1, line, head))
        elif file.games and row:
            read_row(file.games[-1], row, line)
    if not file.games:
        raise NotationError(
            "expected a .gam file with two names and a row such as '1) 31: 8/5 6/5', "
            f"got {text.strip()[:60]!r}; do export it as .mat"
        )
    return read_match(file, rules)


def load(file: IO[str] | IO[bytes], rules: Rules | None = None) -> Record:
    """Read games from a file."""
    return loads(file.read(MOST_BYTES + 1), rules)
