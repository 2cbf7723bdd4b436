"""Cells of a .mat file: a roll with its turn, a cube act, or a result."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from nardy.formats.notes import Note

TURN, DOUBLE, BEAVER, RACCOON, TAKE, PASS = "turn", "double", "beaver", "raccoon", "take", "pass"
RESIGN, WIN, BOMB, NO_ROLL = "resign", "win", "bomb", "no roll"
ROLLED = "rolled"
"""Dice without a turn; no text of a .mat file means it, other formats do."""
_MOVE = r"\s*(?:bar|off|\d{1,2})/"
# A number before a colon, slash or bracket belongs to the next cell: dice, a point, a row.
_VALUE = r"(?:\s*(?:(?:=+>|to)\s*)?(\d{1,6})(?!\d|[:/)]))?"
_KINDS = {
    # More than two dice are those left over from a cascade.
    TURN: r"([1-6](?:\s?-\s?[1-6]|[1-6]*))\s?:",
    DOUBLE: rf"(?:re)?doubles?\b{_VALUE}",
    BEAVER: rf"beavers?\b{_VALUE}",
    RACCOON: rf"rac+oons?\b{_VALUE}",
    TAKE: r"(?:takes?|accepts?)\b()",
    PASS: r"(?:drops?|pass(?:es)?|rejects?)\b()",
    RESIGN: r"(?:concedes?|resigns?)\b()",
    WIN: r"wins?\s+(\d{1,6})\s*points?(?:\s+and\s+the\s+match)?",
    BOMB: r"explodes\b()",
    # Stands in place of a roll: "77: 24/17", "7-1:", or a colon before moves.
    NO_ROLL: rf"(?:\d{{1,6}}(?:\s?-\s?\d{{1,6}})?\s?:(?={_MOVE}|\s*$|\s{{3}})|:(?={_MOVE}))()",
}
_PATTERNS = {kind: re.compile(pattern, re.IGNORECASE) for kind, pattern in _KINDS.items()}
_BEGINS = re.compile(rf"(?<!\S)(?:{'|'.join(_KINDS.values())})", re.IGNORECASE)
_UNRECORDED = re.compile(r"\?|illegal play", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Cell:
    """One cell; its column, 0 for the left, gives the player."""

    line: int
    column: int
    text: str
    """The text as written."""
    kind: str
    dice: str = ""
    turn: str = ""
    """The text after the dice."""
    number: int | None = None
    """The cube's value after a double, or the points won."""
    note: Note | None = None

    @property
    def is_unrecorded(self) -> bool:
        """Whether the dice are given without the turn."""
        return self.kind == TURN and bool(_UNRECORDED.match(self.turn))

    @property
    def is_blank(self) -> bool:
        """Whether nothing follows the dice: a dance, or the player resigned."""
        return self.kind == TURN and not self.turn


def begins(row: str) -> list[int]:
    """The indices at which the cells of a row begin."""
    return [match.start() for match in _BEGINS.finditer(row)]


def parts(row: str, at: list[int]) -> Iterator[str]:
    """The texts of the cells that begin at these indices."""
    for begin, end in zip(at, [*at[1:], len(row)], strict=False):
        yield row[begin:end].strip()


def read_cell(text: str, line: int, column: int) -> Cell:
    """Parse a cell that starts like one of the kinds.

    >>> read_cell("31: 8/5 6/5", 7, 0).turn
    '8/5 6/5'
    >>> read_cell("Doubles => 4", 7, 1).number
    4
    """
    for kind, pattern in _PATTERNS.items():
        match = pattern.match(text)
        if match and kind == TURN:
            dice = re.sub(r"[\s-]", "", match[1])
            turn = text[match.end() :].strip()
            return Cell(line=line, column=column, text=text, kind=kind, dice=dice, turn=turn)
        if match:
            number = int(match[1]) if match[1] else None
            return Cell(line=line, column=column, text=text, kind=kind, number=number)
    raise AssertionError(f"{text!r} begins as no cell")
