"""The board as one self-contained SVG, with a title and the position in words.

It refers to no other font, style sheet or picture. Colors are attributes of each element, so
that boards of different themes can share a page.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.render.arrows import arrows as _arrows
from nardy.render.arrows import last_edge, last_points
from nardy.render.board_frame import furniture, inlay
from nardy.render.board_view import Ways, thrower
from nardy.render.checkers import borne_off, on_bar, on_points, stack_counts
from nardy.render.dice_and_cube import bomb, cube, dice, half_x
from nardy.render.geometry import HEIGHT, WIDTH
from nardy.render.phrases import awaited, game_name, offered_value
from nardy.render.prose import sentences
from nardy.render.shapes import element
from nardy.render.themes import Theme, find_theme

_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"


@dataclass(frozen=True, slots=True)
class SvgOptions:
    """Options of an SVG board."""

    language: str = "en"
    """The language of the title and the description."""
    width: int = 900
    """In pixels; the height is 0.8 of it."""
    numbers: bool = True
    last_turn: Ways = ()
    """Origins and targets of the moves just made, in their player's numbering."""
    last_by: Player | None = None
    """The player of the last turn; None: the opponent of the player who must act."""


PLAIN = SvgOptions()


def board(
    situation: Situation,
    *,
    seen_by: Player | None = None,
    theme: str = "wood",
    arrows: Ways = (),
    options: SvgOptions = PLAIN,
) -> str:
    """The board as SVG.

    Args:
        situation: The situation to draw.
        seen_by: The player who sits below; by default the player who must act.
        theme: wood, felt, contrast or cvd (safe for the color-blind).
        arrows: Origins and targets in the numbering of the player who must act.
        options: Size, numbers, language, last turn.

    Raises:
        NardyError: the theme or language is unknown.
    """
    viewer, colors = seen_by or situation.to_act, find_theme(theme)
    description = _described(situation, viewer, options.language)
    drawn = [
        furniture(situation.rules, colors, theme, numbers=options.numbers),
        *_played_on(situation, viewer, colors),
        *_marks(situation, viewer, colors, options),
        *on_points(situation, viewer, colors),
        *on_bar(situation, viewer, colors),
        *borne_off(situation, viewer, colors),
        dice(situation, viewer, colors),
        *bomb(situation, viewer),
        cube(situation, viewer),
        *_arrows(situation, viewer, arrows, colors),
        *stack_counts(situation, viewer),
    ]
    return element(
        "svg",
        description + "".join(drawn),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        width=options.width,
        height=options.width * HEIGHT / WIDTH,
        role="img",
        font_family=_FONT,
    )


def _described(situation: Situation, viewer: Player, language: str) -> str:
    title = f"{game_name(situation.rules, language)}. {awaited(situation, language)}"
    words = " ".join(sentences(situation, language, seen_by=viewer))
    return element("title", escape(title)) + element("desc", escape(words))


def _played_on(situation: Situation, viewer: Player, theme: Theme) -> Iterator[str]:
    """The inlay of each half that has neither dice nor an offered cube."""
    taken = thrower(situation) if situation.dice else None
    offered = situation.to_act if offered_value(situation) else None
    for player in (viewer, viewer.opponent):
        if player not in (taken, offered):
            yield inlay(half_x(viewer, player), theme)


def _marks(
    situation: Situation, viewer: Player, theme: Theme, options: SvgOptions
) -> Iterator[str]:
    mover = options.last_by or situation.to_act.opponent
    for point in sorted(last_points(situation, viewer, options.last_turn, mover)):
        yield last_edge(point, theme)
