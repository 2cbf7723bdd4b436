"""Parts of the text board: points, bar, cube and dice.

A point has six levels, three characters wide. Up to five checkers are drawn from the rim inwards. The sixth level, the tip, has the count of
a higher stack. A pinned checker is at the rim, in brackets.
"""

from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.render.board_view import Stack, player_of, sides, thrower
from nardy.render.ink import Glyphs, Line, Scene, Span
from nardy.render.phrases import has_cube, offered_value

LEVELS = range(6)
TIP = LEVELS[-1]
"""The level of the tip; also the most checkers that are drawn."""
HALF = 18
"""Width of six points, in characters."""
BAR_WIDTH = 5
ON_BAR = 4
"""Most checkers drawn on the bar; the cube needs the rest of the space."""
_BAR = Span(" ", "", "bar")

CellEdge = Literal["", "caught", "moved"]


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
    def wood(self) -> str:
        """The color: odd and even points differ."""
        return "odd" if self.point % 2 else "even"

    def owner(self, level: int) -> Player | None:
        """The owner of the checker at this level."""
        if self.stack is None or level >= min(self.height, TIP):
            return None
        is_captive = self.stack.is_pinning and level == 0
        return self.stack.owner.opponent if is_captive else self.stack.owner

    def edge(self, level: int) -> CellEdge:
        """The kind of marks on both sides of the checker at this level."""
        top = min(self.height, TIP)
        if top - self.landed <= level < top or (self.landed < 0 and level == top < TIP):
            return "moved"
        return "caught" if level == 0 and self.stack and self.stack.is_pinning else ""


def point_cell(column: Column, level: int, glyphs: Glyphs) -> Line:
    """One level of a point."""
    if level == TIP and column.stack and column.height > TIP:
        return count_cell(column.stack.owner, column.stack.count)
    if level == TIP:
        return [Span(f" {glyphs.tips[column.point <= 12]} ", column.wood, "field")]
    wood, owner, edge = column.wood, column.owner(level), column.edge(level)
    left, right = _edges(edge, glyphs) if edge else _taper(wood, level, glyphs)
    if owner is not None:
        return [left, Span(glyphs.checker(owner), owner.value, wood, is_bold=True), right]
    mark = glyphs.ground if wood == "odd" and not edge else " "
    return [left, Span(mark, "numbers", wood), right]


def count_cell(owner: Player, count: int) -> Line:
    """The number of checkers, in their owner's color."""
    return [Span(f"{count:>2} ", owner.opponent.value, owner.value, is_bold=True)]


def _edges(edge: CellEdge, glyphs: Glyphs) -> tuple[Span, Span]:
    left, right = glyphs.caught if edge == "caught" else glyphs.moved
    colors = ("brass", "frame") if edge == "caught" else ("frame", "amber")
    return Span(left, *colors, is_bold=True), Span(right, *colors, is_bold=True)


def _taper(wood: str, level: int, glyphs: Glyphs) -> tuple[Span, Span]:
    """Both sides of a narrowing point; block characters fill from the left, so the left is inverted."""
    taper = glyphs.taper
    if not taper.strip():
        return Span(" ", "", wood), Span(" ", "", wood)
    return Span(taper[::-1][level], "field", wood), Span(taper[level], wood, "field")


def bar_cell(scene: Scene, owner: Player, level: int) -> Line:
    """The bar, five characters wide, at one level of the half where *owner* enters."""
    count = sides(scene.situation)[owner].on_bar
    if level == TIP and count > ON_BAR:
        return [_BAR, *count_cell(owner, count), _BAR]
    mark = scene.glyphs.checker(owner) if 0 < TIP - level <= min(count, ON_BAR) else " "
    return [_BAR, Span(f" {mark} ", owner.value, "bar", is_bold=True), _BAR]


def cube_cell(situation: Situation, side: Player | None) -> Line:
    """The bar with the cube, if this side owns it (None: nobody does); otherwise the plain bar."""
    is_here = player_of(situation, situation.cube.owner) is side
    if not (is_here and has_cube(situation)) or offered_value(situation):
        return [Span(" " * BAR_WIDTH, "", "bar")]
    return _boxed(cube_text(situation.cube.value), BAR_WIDTH, "bar")


def cube_text(value: int) -> str:
    """The number on the cube: 64 stands for 1, and values of six digits are shown as '2^17'.

    >>> cube_text(1), cube_text(8), cube_text(131072)
    ('64', '8', '2^17')
    """
    if value == 1:
        return "64"
    return str(value) if value < 100_000 else f"2^{value.bit_length() - 1}"


def dice_row(scene: Scene, half_of: Player) -> Line:
    """The middle of one half: its player's dice, or the cube offered to that player."""
    situation = scene.situation
    value = offered_value(situation)
    if value and situation.to_act is half_of:
        return _boxed(cube_text(value), HALF, "field")
    dice = situation.dice
    if dice is None or thrower(situation) is not half_of:
        return [Span(" " * HALF, "", "field")]
    return _dice(dice.numbers, half_of, scene.glyphs.times)


def _dice(numbers: tuple[int, ...], owner: Player, times: str) -> Line:
    face = owner.opponent.value, owner.value
    faces = [str(number) for number in numbers]
    if len(faces) > 4:
        faces = [f"{number}{times}{len([*same])}" for number, same in groupby(numbers)]
        return [Span(" ".join(faces).center(HALF), "black", "field", is_bold=True)]
    width = 4 * len(faces) - 1
    line = [Span(" " * ((HALF - width) // 2), "", "field")]
    for number in faces:
        line += [Span(f"[{number}]", *face, is_bold=True), Span(" ", "", "field")]
    return [*line, Span(" " * (HALF - width - (HALF - width) // 2 - 1), "", "field")]


def _boxed(text: str, width: int, ground: str) -> Line:
    boxed = f"[{text}]" if len(text) + 2 <= width else text
    before = (width - len(boxed)) // 2
    return [
        Span(" " * before, "", ground),
        Span(boxed, "pomegranate", "white", is_bold=True),
        Span(" " * (width - before - len(boxed)), "", ground),
    ]
