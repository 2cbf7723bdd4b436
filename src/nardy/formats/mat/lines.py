"""The text of a .mat file, and its lines: tags, match length, and games as rows of cells."""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from nardy.errors import NotationError
from nardy.formats.mat.cells import Cell, begins, parts, read_cell
from nardy.formats.mat.tags import RULE_TAGS
from nardy.formats.record import Finding, Tag
from nardy.formats.seated_position import SeatedPosition

MOST_BYTES = 5_000_000
# Only so much is searched for the format's first line: a large file of another kind is refused fast.
_BEGINNING = 16_384
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f]")
MATCH_LINE = re.compile(
    r"^[ \t]*(\d{1,4})[ \t]*points?[ \t]+match\b|^[ \t]*(?:money|unlimited)[ \t]+(?:session|game|match)\b",
    re.IGNORECASE | re.MULTILINE,
)
_EXAMPLE = "a line such as ' 7 point match', or ' 0 point match' for money"
# Lines of other people are searched in linear time: no two repetitions can match the same blanks.
_TAG = re.compile(r"[;#]\s*\[([^\"\]]+)\"(.*)")
_TAG_END = re.compile(r"\"\s*\]")
_COMMENT = re.compile(r"^\s*[;#]\s?(.*)$")
_GAME = re.compile(r"^\s*game\s+(\d{1,6})\s*$", re.IGNORECASE)
_POINTS = re.compile(r"\d{1,6}(?:\.5)?")
_LEFT_POINTS = re.compile(r":\s*(\d{1,6}(?:\.5)?)(\s+)")
_ROW = re.compile(r"^\s*\d+\)")
# Tab stops as on a terminal, since columns of the format are found by their place.
_TAB = 8
MOST_GAMES = 1_000
_MOST_ODD = 20


def match_text(data: str | bytes) -> str:
    """The text of a .mat file: UTF-8 with or without a byte-order mark, otherwise Windows Latin-1.

    Raises:
        NotationError: too long, empty, binary, or without a match line near the beginning.
    """
    if len(data) > MOST_BYTES:
        raise NotationError(
            f"expected a .mat file of at most {MOST_BYTES:,} bytes, got more; write one match a file"
        )
    text = data if isinstance(data, str) else decoded(data)
    # A text given as str may still begin with the mark, which "utf-8-sig" removes from bytes.
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    beginning = text[:_BEGINNING]
    if not text.strip():
        raise NotationError(f"expected a .mat file with {_EXAMPLE}, got an empty file")
    if _CONTROLS.search(beginning):
        raise NotationError(f"expected a .mat file, which is text with {_EXAMPLE}, got binary data")
    if not MATCH_LINE.search(beginning):
        raise NotationError(
            f"expected a .mat file with {_EXAMPLE} near its beginning, got {beginning.strip()[:60]!r}"
        )
    return text


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8 with or without a byte-order mark, otherwise Windows Latin-1."""
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    # Windows-1252 leaves five bytes undefined; Latin-1 decodes every byte.
    return data.decode("latin-1")


class Names(NamedTuple):
    """The line of names and points before a game, the left column first."""

    names: tuple[str, str]
    scores: tuple[float, float] | None
    """None where the file does not tell them."""
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
    start: SeatedPosition | None = None
    """The position from which it begins, if that is not the usual one; its score does not count."""
    is_crawford: bool | None = None
    """Whether it is the Crawford game, where the file says so."""


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
        NotationError: too many games, or a second match.
    """
    found = MATCH_LINE.search(text)
    file = MatText(length=_length(found) if found else 0)
    late: list[Tag] = []
    repeated: tuple[int, str] | None = None
    for line, raw in enumerate(text.split("\n"), start=1):
        row = raw.expandtabs(_TAB).rstrip()
        begin = _GAME.match(row)
        if begin:
            if len(file.games) == MOST_GAMES:
                raise NotationError(f"expected at most {MOST_GAMES:,} games a file, got more")
            # Games that were exported one by one have the line of their match each.
            if repeated and int(begin[1]) <= file.games[-1].number:
                raise _second_match(*repeated)
            file.games.append(GameText(int(begin[1]), line, tags=late))
            late, repeated = [], None
        elif _COMMENT.match(row) and not (file.games and _begins_with_names(file.games[-1], row)):
            _read_comment(file, row, late)
        elif (
            file.games
            and (again := MATCH_LINE.match(row))
            and not _begins_with_names(file.games[-1], row)
        ):
            repeated = line, row
            if _length(again) != file.length:
                raise _second_match(*repeated)
        elif file.games and row:
            read_row(file.games[-1], row, line)
    return file


def _length(match_line: re.Match[str]) -> int:
    return int(match_line[1] or 0)


def _second_match(line: int, row: str) -> NotationError:
    return NotationError(
        f"expected one match a file, got another, {row.strip()!r:.40}, in line {line}; "
        "save them as two files"
    )


def _begins_with_names(game: GameText, row: str) -> bool:
    """Whether an indented line before the first cell has names, of which one begins like a comment."""
    is_first = game.head is None and not game.cells
    return is_first and row[0].isspace() and _read_names(row) is not None


def _read_comment(file: MatText, row: str, late: list[Tag]) -> None:
    """Read a header tag, a rule tag of the next game, or a comment, which is kept in place."""
    tag, comment = _read_tag(row), _COMMENT.match(row)
    if tag and not file.games:
        file.tags.append(tag)
    elif tag and tag[0] in RULE_TAGS:
        late.append(tag)
    elif comment and comment[1]:
        (file.games[-1] if file.games else file).comments.append(comment[1])


def _read_tag(row: str) -> Tag | None:
    found = _TAG.match(row)
    ends = [*_TAG_END.finditer(found[2])] if found else []
    # A blank stands between the name and the quotation mark.
    if found is None or not ends or not found[1][-1].isspace() or not found[1].strip():
        return None
    return found[1].strip(), found[2][: ends[-1].start()]


def read_row(game: GameText, row: str, line: int) -> None:
    """Read a line inside a game: names, or a row of cells."""
    if game.head is None and not game.cells:
        game.head = _read_names(row)
        if game.head:
            return
    at, right = begins(row), game.head.right if game.head else 34
    # Names may be longer or shorter than their columns, which begin at 8 or less and at 28 or more.
    middle = min(max(right * 0.6, 12), 30)
    # Two cells are left and right, others go by their position.
    columns = [0, 1] if len(at) == 2 else [int(begin > middle) for begin in at]
    cells = zip(parts(row, at), columns, strict=True)
    game.cells += [read_cell(text, line, column) for text, column in cells]
    label = _ROW.match(row)
    before = row[label.end() if label else 0 : at[0] if at else len(row)].strip()
    if before and len(game.odd) < _MOST_ODD:
        reason = "this is no turn, no double and no result"
        game.odd.append(Finding(line=line, turn=before[:80], reason=reason))


def _read_names(row: str) -> Names | None:
    before, _, last = row.rpartition(":")
    other = last.strip()
    if not _POINTS.fullmatch(other):
        return None
    found = [*_LEFT_POINTS.finditer(before)]
    # A name may hold a colon with a number; blanks around them tell the points.
    spaced = [one for one in found if _is_spaced(before, one)]
    indent = len(row) - len(row.lstrip())
    named = [one for one in spaced if one.start() > indent]
    one = next(iter([*named, *spaced, *found]), None)
    if one is None:
        return None
    names = before[: one.start()].strip(), before[one.end() :].rstrip()
    return Names(names, (float(one[1]), float(other)), one.end())


def _is_spaced(row: str, points: re.Match[str]) -> bool:
    return len(points[2]) > 1 and points.start() > 0 and row[points.start() - 1].isspace()
