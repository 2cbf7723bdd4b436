"""Drawings that the boards of one page share, so that a page with many boards stays small.

A board with `SvgOptions(shared=True)` refers to the empty board and the two checkers by their ids.
"""

from collections.abc import Iterable

from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.render.board_frame import drawn_board
from nardy.render.checkers import drawn_checker
from nardy.render.geometry import Center
from nardy.render.shapes import element
from nardy.render.themes import find_theme


def prefix_of(theme: str) -> str:
    """The beginning of the ids of one theme's drawings."""
    return f"nardy-{theme}"


def shared_parts(games: Iterable[Rules], theme: str = "wood") -> str:
    """An SVG without size with the empty boards of the games, and a checker of each side.

    It must be rendered: gradients in an element that is not displayed are lost.

    Raises:
        NardyError: the theme is unknown.
    """
    colors, prefix = find_theme(theme), prefix_of(theme)
    boards = {rules.direction: rules for rules in games}
    drawn = [
        element("g", drawn_board(rules, colors, theme, numbers=True), id=f"{prefix}-{direction}")
        for direction, rules in boards.items()
    ]
    drawn += [
        element("g", drawn_checker(Center(0, 0), player, colors), id=f"{prefix}-{player}")
        for player in Player
    ]
    return element(
        "svg",
        element("defs", "".join(drawn)),
        xmlns="http://www.w3.org/2000/svg",
        width=0,
        height=0,
        aria_hidden="true",
    )
