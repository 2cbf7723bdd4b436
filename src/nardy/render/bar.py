"""The middle of the text board: bar, cube and dice."""

from itertools import groupby

from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.render.board_view import player_of, sides, thrower
from nardy.render.cells import TIP, count_cell
from nardy.render.ink import Line, Span
from nardy.render.phrases import has_cube, offered_value
from nardy.render.scene import Scene

HALF = 18
"""Width of six points, in characters."""
BAR_WIDTH = 5
ON_BAR = 4
"""Most checkers drawn on the bar; the cube needs the rest of the space."""
_BAR = Span(" ", "", "bar")


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
    face = ("black", "white") if owner is Player.WHITE else ("white", "black")
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
