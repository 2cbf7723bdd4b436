"""Lines of a .mat file: header tags, the match length, and games as rows of cells."""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from nardy.errors import NotationError
from nardy.formats.mat.cells import Cell, begins, parts, read_cell
from nardy.formats.mat.decoding import MATCH_LINE
from nardy.formats.mat.tags import RULE_TAGS
from nardy.formats.record import Finding, Tag

_TAG = re.compile(r"^[;#]\s*\[\s*([^\"\]]+?)\s+\"(.*)\"\s*\]")
_COMMENT = re.compile(r"^\s*[;#]\s?(.*)$")
_GAME = re.compile(r"^\s*game\s+(\d{1,6})\s*$", re.IGNORECASE)
_POINTS = r"\s*:\s*(\d{1,6}(?:\.5)?)"
_NAMES = (
    re.compile(rf"^\s*(.*?)\s{_POINTS}\s{{2,}}(.*?){_POINTS}\s*$"),
    re.compile(rf"^\s*(.*?){_POINTS}\s+(.*?){_POINTS}\s*$"),
)
_ROW = re.compile(r"^\s*\d+\)")
_TAB = 8
MOST_GAMES = 1_000
_MOST_ODD = 20


class Names(NamedTuple):
    """The line of names and points before a game, the left column first."""

    names: tuple[str, str]
    scores: tuple[float, float]
    right: int
    """The index of the right name."""


@dataclass
class GameText:
    """One game, not yet parsed."""

    number: int
    line: int
    head: Names | None = None
    cells: list[Cell] = field(default_factory=list[Cell])
    odd: list[Finding] = field(default_factory=list[Finding])
    """Lines that could not be interpreted."""
    tags: list[Tag] = field(default_factory=list[Tag])
    """Rule tags between this game and the one before."""
    comments: list[str] = field(default_factory=list[str])
    """Comment lines in the game or after it."""


@dataclass
class MatText:
    """A file, split into lines."""

    length: int
    tags: list[Tag] = field(default_factory=list[Tag])
    comments: list[str] = field(default_factory=list[str])
    games: list[GameText] = field(default_factory=list[GameText])


def read_lines(text: str) -> MatText:
    """Sort the lines of a file, without checking them.

    Raises:
        NotationError: too many games.
    """
    found = MATCH_LINE.search(text)
    file = MatText(length=int(found[1] or 0) if found else 0)
    late: list[Tag] = []
    for line, raw in enumerate(text.split("\n"), start=1):
        row = raw.expandtabs(_TAB).rstrip()
        begin = _GAME.match(row)
        if begin:
            if len(file.games) == MOST_GAMES:
                raise NotationError(f"expected at most {MOST_GAMES:,} games a file, got more")
            file.games.append(GameText(int(begin[1]), line, tags=late))
            late = []
        elif _COMMENT.match(row):
            _read_comment(file, row, late)
        elif file.games and row and not MATCH_LINE.match(row):
            _read_row(file.games[-1], row, line)
    return file


def _read_comment(file: MatText, row: str, late: list[Tag]) -> None:
    """Read a header tag, a rule tag of the next game, or a comment, which is kept in place."""
    tag, comment = _TAG.match(row), _COMMENT.match(row)
    if tag and not file.games:
        file.tags.append((tag[1], tag[2]))
    elif tag and tag[1] in RULE_TAGS:
        late.append((tag[1], tag[2]))
    elif comment and comment[1]:
        (file.games[-1] if file.games else file).comments.append(comment[1])


def _read_row(game: GameText, row: str, line: int) -> None:
    """Read a line inside a game: names, or a row of cells."""
    if game.head is None and not game.cells:
        game.head = _read_names(row)
        if game.head:
            return
    at = begins(row)
    columns = _columns(game, at)
    game.cells += [
        read_cell(text, line, column) for text, column in zip(parts(row, at), columns, strict=True)
    ]
    label = _ROW.match(row)
    before = row[label.end() if label else 0 : at[0] if at else len(row)].strip()
    if before and len(game.odd) < _MOST_ODD:
        game.odd.append(
            Finding(line=line, turn=before[:80], reason="this is no turn, no double and no result")
        )


def _columns(game: GameText, at: list[int]) -> list[int]:
    """The column of each cell: two are left and right, others go by their position."""
    if len(at) == 2:
        return [0, 1]
    right = game.head.right if game.head else 34
    return [int(begin > right * 0.6) for begin in at]


def _read_names(row: str) -> Names | None:
    for pattern in _NAMES:
        match = pattern.match(row)
        if match:
            left, one, right, other = match.groups()
            return Names((left, right), (float(one), float(other)), match.start(3))
    return None
