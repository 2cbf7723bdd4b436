"""The syntax of SGF: games as trees of nodes, of which the main line is kept.

Source: https://www.red-bean.com/sgf/sgf4.html.
"""

import re
from bisect import bisect
from dataclasses import dataclass, field

from nardy.errors import NotationError
from nardy.formats.mat.lines import decoded

MOST_BYTES = 20_000_000
MOST_GAMES = 1_000
# The value's pattern cannot backtrack: each character fits one alternative.
_TOKEN = re.compile(r"[\s\ufeff]*(?:([();])|([A-Za-z]+)|\[((?:[^\]\\]|\\.)*)\])", re.DOTALL)
_BEGINNING = re.compile(r"[\s\ufeff]*\(\s*;\s*(?:[A-Za-z]+\s*\[|\))")
_BREAK = re.compile(r"\\(?:\r\n|\n\r|\n|\r)")
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


@dataclass
class SgfNode:
    """One node: its properties with their values as written."""

    line: int
    values: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def first(self, name: str) -> str:
        """The first value of a property as plain text; empty without it."""
        return plain(next(iter(self.values.get(name, ())), ""))


@dataclass
class Tree:
    """One game."""

    line: int
    nodes: list[SgfNode] = field(default_factory=list[SgfNode])
    damage: int | None = None
    """The line from which the file cannot be read."""


def plain(value: str) -> str:
    r"""A value without its escapes.

    >>> plain(r"a\]b\\c")
    'a]b\\c'
    """
    return _ESCAPED.sub(r"\1", _BREAK.sub("", value))


def escaped(text: str) -> str:
    r"""A text as a value.

    >>> escaped("a]b\\c")
    'a\\]b\\\\c'
    """
    return re.sub(r"([\]\\])", r"\\\1", text)


def is_sgf(data: bytes) -> bool:
    """Whether a file begins as an SGF."""
    return bool(_BEGINNING.match(data[:4096].decode("utf-8", "replace")))


def parse(data: str | bytes) -> list[Tree]:
    """The games of a file, each as the nodes of its main line.

    Raises:
        NotationError: too long, or no SGF.
    """
    if len(data) > MOST_BYTES:
        raise NotationError(
            f"expected an SGF file of at most {MOST_BYTES:,} bytes, got more; write one match a file"
        )
    text = data if isinstance(data, str) else decoded(data)
    if not _BEGINNING.match(text):
        raise NotationError(
            f"expected an SGF file, which begins with '(;', got {text.strip()[:60]!r}; "
            "do save match in GNU Backgammon to make one"
        )
    return _Parser(text).games()


class _Parser:
    """Reads tokens in order; what stands between them damages a game."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.breaks = [found.start() for found in re.finditer("\n", text)]
        self.trees: list[Tree] = []
        # For each open bracket, whether its line is the main one, and whether it has a branch.
        self.open: list[list[bool]] = []
        self.name = ""

    def games(self) -> list[Tree]:
        at, end = 0, len(self.text.rstrip())
        while at < end:
            found = _TOKEN.match(self.text, at)
            if found is None or not self._take(found):
                break
            at = found.end()
        if self.trees and (at < end or self.open):
            self.trees[-1].damage = self._line(at)
        return self.trees

    def _line(self, at: int) -> int:
        return bisect(self.breaks, at - 1) + 1

    def _take(self, found: re.Match[str]) -> bool:
        """Take in one token; False where it cannot stand."""
        sign, name, value = found.groups()
        at = found.end()
        if sign == "(":
            return self._begin(at)
        if not self.open:
            return False
        is_main, nodes = self.open[-1][0], self.trees[-1].nodes
        if sign == ")":
            self.open.pop()
        elif sign == ";":
            self.name = ""
            if is_main:
                nodes.append(SgfNode(self._line(at)))
        elif name:
            self.name = name.upper()
        elif not self.name:
            return False
        elif is_main and nodes:
            nodes[-1].values.setdefault(self.name, []).append(value)
        return True

    def _begin(self, at: int) -> bool:
        if self.open:
            is_main, has_branch = self.open[-1]
            self.open[-1][1] = True
            self.open.append([is_main and not has_branch, False])
            return True
        if len(self.trees) == MOST_GAMES:
            raise NotationError(f"expected at most {MOST_GAMES:,} games a file, got more")
        self.trees.append(Tree(self._line(at)))
        self.open.append([True, False])
        return True
