"""The board as one self-contained SVG, with a title and the position in words.

It refers to no other font, style sheet or picture. Colors are attributes of each element, so
that boards of different themes can share a page.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from math import hypot

from nardy.core.player import Player
from nardy.core.position import BAR, OFF
from nardy.core.situation import Situation
from nardy.render import board_view
from nardy.render import geometry as at
from nardy.render.board_frame import empty_board, inlay, lance
from nardy.render.board_view import HasSituation, MovePairs, Stack, situation_of
from nardy.render.checkers import borne_off, on_bar, on_points, stack_counts, stack_places
from nardy.render.dice_and_cube import bomb, cube, dice, half_x
from nardy.render.geometry import Center
from nardy.render.phrases import awaited, game_name, offered_value
from nardy.render.prose import sentences
from nardy.render.shapes import element, line, n
from nardy.render.shared_parts import prefix_of
from nardy.render.themes import Theme, find_theme

_BEND = 0.16
_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"


@dataclass(frozen=True, slots=True)
class SvgOptions:
    """Options of an SVG board."""

    language: str = "en"
    """The language of the title and the description."""
    width: int = 900
    """In pixels; the height is 0.8 of it."""
    numbers: bool = True
    last_turn: MovePairs = ()
    """Origins and targets of the moves just made, in their player's numbering."""
    last_by: Player | None = None
    """The player of the last turn; None: the opponent of the player who must act."""
    other_arrows: MovePairs = ()
    """A second turn beside *arrows*, in the color of the last turn; the same numbering."""
    shared: bool = False
    """Whether to refer to `shared_parts`, which must then be on the same page; these have numbers."""


PLAIN = SvgOptions()


def board(
    moment: Situation | HasSituation,
    *,
    seen_by: Player | None = None,
    theme: str = "wood",
    arrows: MovePairs = (),
    options: SvgOptions = PLAIN,
) -> str:
    """The board as SVG.

    Args:
        moment: The situation to draw, or a game.
        seen_by: The player who sits below; by default the player who must act.
        theme: wood, felt, contrast or cvd (safe for the color-blind).
        arrows: Origins and targets in the numbering of the player who must act.
        options: Size, numbers, language, last turn.

    Raises:
        NardyError: the theme or language is unknown.
    """
    situation = situation_of(moment)
    viewer, colors = seen_by or situation.to_act, find_theme(theme)
    if options.shared:
        colors = replace(colors, shared=prefix_of(theme))
    mover = options.last_by or situation.to_act.opponent
    marked = last_points(situation, viewer, options.last_turn, mover)
    description = _described(situation, viewer, options.language)
    drawn = [
        empty_board(situation.rules, colors, theme, numbers=options.numbers),
        *_played_on(situation, viewer, colors),
        *(last_edge(point, colors) for point in sorted(marked)),
        *on_points(situation, viewer, colors),
        *on_bar(situation, viewer, colors),
        *borne_off(situation, viewer, colors),
        dice(situation, viewer, colors),
        *bomb(situation, viewer),
        cube(situation, viewer),
        *move_arrows(situation, viewer, options.other_arrows, colors, is_other=True),
        *move_arrows(situation, viewer, arrows, colors),
        *stack_counts(situation, viewer),
    ]
    return element(
        "svg",
        description + "".join(drawn),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {at.WIDTH} {at.HEIGHT}",
        width=options.width,
        height=options.width * at.HEIGHT / at.WIDTH,
        role="img",
        font_family=_FONT,
    )


def _described(situation: Situation, viewer: Player, language: str) -> str:
    title = f"{game_name(situation.rules, language)}. {awaited(situation, language)}"
    words = " ".join(sentences(situation, language, seen_by=viewer))
    return element("title", escape(title)) + element("desc", escape(words))


def _played_on(situation: Situation, viewer: Player, theme: Theme) -> Iterator[str]:
    """The inlay of each half that has neither dice nor an offered cube."""
    taken = board_view.thrower(situation) if situation.dice else None
    offered = situation.to_act if offered_value(situation) else None
    for player in (viewer, viewer.opponent):
        if player not in (taken, offered):
            yield inlay(half_x(viewer, player), theme)


def move_arrows(
    situation: Situation, viewer: Player, ways: MovePairs, theme: Theme, *, is_other: bool = False
) -> Iterator[str]:
    """One arrow per move of the player who must act, in their own numbering.

    Those of the other turn bend to the other side: both turns may have a move in common.
    """
    bend, color = (-_BEND, theme.last) if is_other else (_BEND, theme.arrow)
    for origin, target in ways:
        ends = _tail(situation, viewer, origin), _head(situation, viewer, target)
        yield _arrow(*ends, bend, (color, theme.casing))


def last_points(situation: Situation, viewer: Player, ways: MovePairs, mover: Player) -> set[int]:
    """The points that a turn left and reached, in the viewer's numbering."""
    places = {place for way in ways for place in way if place not in (BAR, OFF)}
    return {board_view.seen_point(situation.rules, place, mover, viewer) for place in places}


def last_edge(point: int, theme: Theme) -> str:
    """A bright outline around a point of the last turn."""
    casing = line(lance(point), stroke=theme.casing, stroke_width=9, stroke_linejoin="round")
    return casing + line(lance(point), stroke=theme.last, stroke_width=5, stroke_linejoin="round")


def _tail(situation: Situation, viewer: Player, origin: int) -> Center:
    player = situation.to_act
    if origin == BAR:
        count = max(1, board_view.sides(situation)[player].on_bar)
        return at.bar_place(0, count, upper=player is viewer)
    point = board_view.seen_point(situation.rules, origin, player, viewer)
    stack = board_view.stacks(situation, viewer).get(point)
    return stack_places(point, stack)[-1] if stack else at.checker_place(point, 0, 1)


def _head(situation: Situation, viewer: Player, target: int) -> Center:
    player = situation.to_act
    if target == OFF:
        y = at.from_rim(at.MIDDLE - 60, upper=player is not viewer)
        return Center(at.OFF_X + at.OFF_WIDTH / 2, y)
    point = board_view.seen_point(situation.rules, target, player, viewer)
    stack = board_view.stacks(situation, viewer).get(point)
    if stack is None or stack.owner is not player:
        return at.checker_place(point, 0, 1)
    return stack_places(point, Stack(player, stack.count + 1, stack.is_pinning))[-1]


def _arrow(tail: Center, head: Center, bent: float, colors: tuple[str, str]) -> str:
    """A curved arrow with an outline, the second color, so that it is visible on every background."""
    color, casing = colors
    along = (head.x - tail.x, head.y - tail.y)
    middle = (tail.x + head.x) / 2, (tail.y + head.y) / 2
    bend = Center(middle[0] + along[1] * bent, middle[1] - along[0] * bent)
    length = hypot(head.x - bend.x, head.y - bend.y) or 1
    ux, uy = (head.x - bend.x) / length, (head.y - bend.y) / length
    end = Center(head.x - ux * 26, head.y - uy * 26)
    tip = Center(head.x - ux * 4, head.y - uy * 4)
    shaft = f"M{_at(tail)}Q{_at(bend)} {_at(end)}"
    left, right = Center(end.x - uy * 14, end.y + ux * 14), Center(end.x + uy * 14, end.y - ux * 14)
    point = f"M{_at(left)}L{_at(tip)}L{_at(right)}Z"
    style = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    inked = (
        line(shaft, stroke=casing, stroke_width=13, opacity=0.7, **style)
        + line(point, stroke=casing, stroke_width=8, opacity=0.7, **style)
        + line(shaft, stroke=color, stroke_width=8, **style)
        + line(point, stroke=color, stroke_width=3, fill=color, **style)
    )
    return element("g", inked, class_="arrow")


def _at(place: Center) -> str:
    return f"{n(place.x)},{n(place.y)}"
