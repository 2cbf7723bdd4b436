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
from nardy.core.situation import Phase, Situation
from nardy.render import board_view, cells
from nardy.render.board_view import HasSituation, MovePairs, situation_of
from nardy.render.cells import Column
from nardy.render.ink import GLYPHS, Line, Scene, Span, painted
from nardy.render.labels import say, seat
from nardy.render.phrases import awaited, circumstances, game_name

BOARD_WIDTH = 2 * cells.HALF + cells.BAR_WIDTH + 4
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
    moment: Situation | HasSituation,
    *,
    seen_by: Player | None = None,
    color: bool = False,
    last_turn: MovePairs = (),
    options: TextOptions = PLAIN,
) -> str:
    """The board as lines of text, without a newline at the end.

    Args:
        moment: The situation to draw, or a game.
        seen_by: The player who sits below; by default the player who must act.
        color: Whether to use ANSI colors.
        last_turn: Origins and targets of the moves just made, in their player's numbering.
        options: Language, characters and size.
    """
    situation = situation_of(moment)
    viewer = seen_by or situation.to_act
    scene = Scene(situation, viewer, GLYPHS[color, options.ascii], options.language)
    lines = _board_lines(scene, _columns(situation, viewer, last_turn, options), options.numbers)
    beside = options.width - BOARD_WIDTH - _GAP
    if beside >= NARROWEST_PANEL:
        lines = _side_by_side(lines, panel(scene, len(lines) - 2, beside))
    else:
        lines = [*lines, *strip(scene, max(options.width, BOARD_WIDTH))]
    title = wrap(game_name(situation.rules, options.language), options.width)
    head: list[Line] = [[Span(f" {line}", is_bold=True)] for line in title]
    return "\n".join(painted(line, color=color) for line in [*head, *lines])


def _columns(
    situation: Situation, viewer: Player, last_turn: MovePairs, options: TextOptions
) -> dict[int, Column]:
    mover = options.last_by or situation.to_act.opponent
    landed = {
        board_view.seen_point(situation.rules, place, mover, viewer): count
        for place, count in board_view.net_landings(last_turn).items()
        if place not in (BAR, OFF)
    }
    lying = board_view.stacks(situation, viewer)
    return {point: Column(point, lying.get(point), landed.get(point, 0)) for point in range(1, 25)}


def _board_lines(scene: Scene, columns: dict[int, Column], numbers: bool) -> list[Line]:
    corners = scene.glyphs.box
    upper = [_row(scene, _UPPER, columns, level) for level in cells.LEVELS]
    lower = [_row(scene, _LOWER, columns, level) for level in reversed(cells.LEVELS)]
    dice = [cells.dice_row(scene, player) for player in (scene.viewer.opponent, scene.viewer)]
    middle = _framed(scene, dice[0], cells.cube_cell(scene.situation, None), dice[1])
    top, bottom = _rule(corners[:3], corners[-1]), _rule(corners[5:8], corners[-1])
    lines = [top, *upper, middle, *lower, bottom]
    return [_labels(_UPPER), *lines, _labels(_LOWER)] if numbers else lines


def _labels(points: Sequence[int]) -> Line:
    texts = [f"{point:>2} " for point in points]
    text = " " + "".join(texts[:6]) + " " * (cells.BAR_WIDTH + 2) + "".join(texts[6:]) + " "
    return [Span(text, "numbers", "frame")]


def _rule(corners: str, dash: str) -> Line:
    left, middle, right = corners
    half, bar = dash * cells.HALF, dash * cells.BAR_WIDTH
    return [Span(f"{left}{half}{middle}{bar}{middle}{half}{right}", "brass", "frame")]


def _row(scene: Scene, points: Sequence[int], columns: dict[int, Column], level: int) -> Line:
    drawn = [cells.point_cell(columns[point], level, scene.glyphs) for point in points]
    owner = scene.viewer if points is _UPPER else scene.viewer.opponent
    bar = cells.bar_cell(scene, owner, level)
    if level == cells.LEVELS[0]:
        bar = cells.cube_cell(scene.situation, owner.opponent)
    left, right = ([span for cell in half for span in cell] for half in (drawn[:6], drawn[6:]))
    return _framed(scene, left, bar, right)


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


def panel(scene: Scene, height: int, width: int) -> list[Line]:
    """The opponent above, the viewer below, the state of play between; at least *height* lines."""
    above = _side_lines(scene, scene.viewer.opponent)
    below = _side_lines(scene, scene.viewer)
    news = _news(scene, width)
    free = height - len(above) - len(below) - len(news)
    before = max(1, free // 2)
    blanks: list[Line] = [[]]
    return [*above, *blanks * before, *news, *blanks * max(1, free - before), *below]


def strip(scene: Scene, width: int) -> list[Line]:
    """The same text in fewer lines, for the space under the board."""
    both = [_side_lines(scene, player) for player in (scene.viewer.opponent, scene.viewer)]
    rows = [[span for line in lines for span in (*line, Span("  "))] for lines in both]
    return rows + _news(scene, width)


def _side_lines(scene: Scene, player: Player) -> list[Line]:
    situation, language = scene.situation, scene.language
    side = board_view.sides(situation)[player]
    is_awaited = player is situation.to_act and situation.phase not in (Phase.OVER, Phase.OPENING)
    mark = Span(f" {scene.glyphs.checker(player)} ", player.value, "even", is_bold=True)
    turn = f" {scene.glyphs.turn}" if is_awaited else ""
    facts = [
        say(language, "pips", count=side.pip_count),
        say(language, "bar", count=side.on_bar) if side.on_bar else "",
        say(language, "off", count=side.off) if side.off else "",
    ]
    name = Span(f" {seat(language, player)}{turn}", is_bold=True)
    return [[mark, name], [Span(f"    {', '.join(filter(None, facts))}")]]


def _news(scene: Scene, width: int) -> list[Line]:
    situation, language = scene.situation, scene.language
    told = wrap(awaited(situation, language), width)
    first: list[Line] = [[Span(line, is_bold=True)] for line in told]
    sentences = circumstances(situation, language)
    others: list[Line] = [[Span(line)] for one in sentences for line in wrap(one, width)]
    return others + first if situation.phase is Phase.OVER else first + others
