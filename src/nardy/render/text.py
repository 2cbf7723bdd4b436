"""The board as text, for a terminal of 80 columns.

Points are in the viewer's numbering: 24 at the upper right, then counter-clockwise to the home
at the lower right. In contrary games the opponent's home is above it. In parallel games the
opponent's head is diagonally opposite the viewer's, on the viewer's 12.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from nardy.core.player import Player
from nardy.core.position import BAR, OFF
from nardy.core.situation import Situation
from nardy.render.bar import BAR_WIDTH, HALF, bar_cell, cube_cell, dice_row
from nardy.render.board_view import Ways, net_landings, seen_point, stacks
from nardy.render.cells import LEVELS, Column, point_cell
from nardy.render.glyphs import ASCII, ASCII_IN_COLOR, IN_COLOR, UNICODE, Glyphs
from nardy.render.ink import Line, Span, painted
from nardy.render.panel import panel, strip
from nardy.render.phrases import game_name
from nardy.render.scene import Scene

BOARD_WIDTH = 2 * HALF + BAR_WIDTH + 4
NARROWEST_PANEL = 24
_GAP = 2
_UPPER, _LOWER = range(13, 25), range(12, 0, -1)


@dataclass(frozen=True, slots=True)
class TextOptions:
    """Options of a text board."""

    language: str = "en"
    ascii: bool = False
    """Use only ASCII characters."""
    numbers: bool = True
    width: int = 80
    last_by: Player | None = None
    """The player of the last turn; None: the opponent of the player who must act."""


PLAIN = TextOptions()


def board(
    situation: Situation,
    *,
    seen_by: Player | None = None,
    color: bool = False,
    last_turn: Ways = (),
    options: TextOptions = PLAIN,
) -> str:
    """The board as lines of text, without a newline at the end.

    Args:
        situation: The situation to draw.
        seen_by: The player who sits below; by default the player who must act.
        color: Whether to use ANSI colors.
        last_turn: Origins and targets of the moves just made, in their player's numbering.
        options: Language, characters and size.
    """
    viewer = seen_by or situation.to_act
    scene = Scene(situation, viewer, _glyphs(color, options.ascii), options.language)
    lines = _board_lines(scene, _columns(situation, viewer, last_turn, options), options.numbers)
    beside = options.width - BOARD_WIDTH - _GAP
    if beside >= NARROWEST_PANEL:
        lines = _side_by_side(lines, panel(scene, len(lines) - 2, beside))
    else:
        lines = [*lines, *strip(scene, max(options.width, BOARD_WIDTH))]
    title = wrap(game_name(situation.rules, options.language), options.width)
    head: list[Line] = [[Span(f" {line}", is_bold=True)] for line in title]
    return "\n".join(painted(line, color=color) for line in [*head, *lines])


def _glyphs(color: bool, is_ascii: bool) -> Glyphs:
    if is_ascii:
        return ASCII_IN_COLOR if color else ASCII
    return IN_COLOR if color else UNICODE


def _columns(
    situation: Situation, viewer: Player, last_turn: Ways, options: TextOptions
) -> dict[int, Column]:
    mover = options.last_by or situation.to_act.opponent
    rules = situation.rules
    landed = {
        seen_point(rules, place, mover, viewer): count
        for place, count in net_landings(last_turn).items()
        if place not in (BAR, OFF)
    }
    lying = stacks(situation, viewer)
    return {point: Column(point, lying.get(point), landed.get(point, 0)) for point in range(1, 25)}


def _board_lines(scene: Scene, columns: dict[int, Column], numbers: bool) -> list[Line]:
    corners = scene.glyphs.box
    upper = [_row(scene, _UPPER, columns, level) for level in LEVELS]
    lower = [_row(scene, _LOWER, columns, level) for level in reversed(LEVELS)]
    lines = [
        _rule(corners[:3], corners[-1]),
        *upper,
        _middle(scene),
        *lower,
        _rule(corners[5:8], corners[-1]),
    ]
    return [_labels(_UPPER), *lines, _labels(_LOWER)] if numbers else lines


def _labels(points: Sequence[int]) -> Line:
    texts = [f"{point:>2} " for point in points]
    text = " " + "".join(texts[:6]) + " " * (BAR_WIDTH + 2) + "".join(texts[6:]) + " "
    return [Span(text, "numbers", "frame")]


def _rule(corners: str, dash: str) -> Line:
    left, middle, right = corners
    text = f"{left}{dash * HALF}{middle}{dash * BAR_WIDTH}{middle}{dash * HALF}{right}"
    return [Span(text, "brass", "frame")]


def _row(scene: Scene, points: Sequence[int], columns: dict[int, Column], level: int) -> Line:
    is_upper = points is _UPPER
    cells = [point_cell(columns[point], level, scene.glyphs) for point in points]
    owner = scene.viewer if is_upper else scene.viewer.opponent
    bar = bar_cell(scene, owner, level)
    if level == LEVELS[0]:
        bar = cube_cell(scene.situation, owner.opponent)
    left, right = ([span for cell in half for span in cell] for half in (cells[:6], cells[6:]))
    return _framed(scene, left, bar, right)


def _middle(scene: Scene) -> Line:
    left = dice_row(scene, scene.viewer.opponent)
    right = dice_row(scene, scene.viewer)
    return _framed(scene, left, cube_cell(scene.situation, None), right)


def _framed(scene: Scene, left: Line, bar: Line, right: Line) -> Line:
    wall = Span(scene.glyphs.box[3], "brass", "frame")
    return [wall, *left, wall, *bar, wall, *right, wall]


def _side_by_side(lines: list[Line], beside: list[Line]) -> list[Line]:
    gap, empty = Span(" " * _GAP), Span(" " * BOARD_WIDTH)
    first = [lines[0]]
    rows = max(len(lines) - 1, len(beside))
    left = [*lines[1:], *[[empty]] * (rows - len(lines) + 1)]
    right = [*beside, *[[]] * (rows - len(beside))]
    return first + [[*line, gap, *words] for line, words in zip(left, right, strict=True)]
