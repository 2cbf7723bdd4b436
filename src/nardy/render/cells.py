"""One cell of the text board: a point at one of its six levels, three characters wide.

Up to five checkers are drawn from the rim inwards. The sixth level, the tip, has the count of
a higher stack. A pinned checker is at the rim, in brackets.
"""

from dataclasses import dataclass
from typing import Literal

from nardy.core.player import Player
from nardy.render.board_view import Stack
from nardy.render.glyphs import Glyphs
from nardy.render.ink import Line, Span

LEVELS = range(6)
TIP = LEVELS[-1]
"""The level of the tip; also the most checkers that are drawn."""

Edge = Literal["", "caught", "moved"]


@dataclass(frozen=True, slots=True)
class Column:
    """One point, in the viewer's numbering."""

    point: int
    stack: Stack | None = None
    landed: int = 0
    """Checkers that the last turn brought here; negative if they left."""

    @property
    def height(self) -> int:
        """Number of checkers here, including a pinned one."""
        return self.stack.count + self.stack.is_pinning if self.stack else 0

    @property
    def is_odd(self) -> bool:
        """Odd and even points have different colors."""
        return self.point % 2 == 1

    def owner(self, level: int) -> Player | None:
        """The owner of the checker at this level."""
        if self.stack is None or level >= min(self.height, TIP):
            return None
        is_captive = self.stack.is_pinning and level == 0
        return self.stack.owner.opponent if is_captive else self.stack.owner

    def edge(self, level: int) -> Edge:
        """The kind of marks on both sides of the checker at this level."""
        top = min(self.height, TIP)
        if top - self.landed <= level < top or (self.landed < 0 and level == top < TIP):
            return "moved"
        return "caught" if level == 0 and self.stack and self.stack.is_pinning else ""


def point_cell(column: Column, level: int, glyphs: Glyphs) -> Line:
    """One level of a point."""
    if level == TIP:
        return _tip(column, glyphs)
    wood, owner, edge = _wood(column), column.owner(level), column.edge(level)
    left, right = _edges(edge, glyphs) if edge else _taper(wood, level, glyphs)
    if owner is not None:
        return [left, Span(glyphs.checker(owner), owner.value, wood, is_bold=True), right]
    mark = glyphs.ground if column.is_odd and not edge else " "
    return [left, Span(mark, "numbers", wood), right]


def _wood(column: Column) -> str:
    return "odd" if column.is_odd else "even"


def _tip(column: Column, glyphs: Glyphs) -> Line:
    if column.stack and column.height > TIP:
        return count_cell(column.stack.owner, column.stack.count)
    tip = glyphs.tips[0 if column.point > 12 else 1]
    return [Span(f" {tip} ", _wood(column), "field")]


def count_cell(owner: Player, count: int) -> Line:
    """The number of checkers, in their owner's color."""
    ground = "white" if owner is Player.WHITE else "black"
    ink = "black" if owner is Player.WHITE else "white"
    return [Span(f"{count:>2} ", ink, ground, is_bold=True)]


def _edges(edge: Edge, glyphs: Glyphs) -> tuple[Span, Span]:
    left, right = glyphs.caught if edge == "caught" else glyphs.moved
    colors = ("brass", "frame") if edge == "caught" else ("frame", "amber")
    return Span(left, *colors, is_bold=True), Span(right, *colors, is_bold=True)


def _taper(wood: str, level: int, glyphs: Glyphs) -> tuple[Span, Span]:
    """Both sides of a narrowing point; block characters fill from the left, so the left is inverted."""
    taper = glyphs.taper
    if not taper.strip():
        return Span(" ", "", wood), Span(" ", "", wood)
    return Span(taper[::-1][level], "field", wood), Span(taper[level], wood, "field")
