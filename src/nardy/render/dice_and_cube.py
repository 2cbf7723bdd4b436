"""Dice, cube and bomb on a drawn board."""

from collections.abc import Iterator

from nardy.core.cube import Owner
from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.render.board_view import player_of, thrower
from nardy.render.geometry import BAR_X, HALVES, MIDDLE, PITCH, RIM, from_rim
from nardy.render.phrases import has_cube, offered_value
from nardy.render.shapes import centered, circle, element, line, written
from nardy.render.themes import CheckerColors, Theme

_PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_ROW = 8
"""How many small dice of a cascade fit in one row."""


def half_x(viewer: Player, player: Player) -> float:
    """The middle of a player's half; the right half is the viewer's."""
    return HALVES[player is viewer] + 3 * PITCH


def dice(situation: Situation, viewer: Player, theme: Theme) -> str:
    """The dice of a roll; those of a cascade are smaller, in their order."""
    if situation.dice is None:
        return ""
    player, numbers = thrower(situation), situation.dice.numbers
    x, colors = half_x(viewer, player), theme.checkers(player)
    if len(numbers) <= 4:
        return _row(numbers, (x, MIDDLE, 54), colors)
    rows = [numbers[first : first + _ROW] for first in range(0, len(numbers), _ROW)]
    top = MIDDLE - 15 * (len(rows) - 1)
    return "".join(_row(row, (x, top + 30 * below, 25), colors) for below, row in enumerate(rows))


Where = tuple[float, float, float]
"""A center, x and y, and a size."""


def _row(numbers: tuple[int, ...], where: Where, colors: CheckerColors) -> str:
    x, y, size = where
    gap = size * 1.2
    first = x - gap * (len(numbers) - 1) / 2
    return "".join(
        _die(number, (first + gap * beside, y, size), colors)
        for beside, number in enumerate(numbers)
    )


def _die(number: int, where: Where, colors: CheckerColors) -> str:
    (x, y, size), corner = where, where[2] * 0.22
    face = centered(x, y, size, rx=corner, fill=colors.die, stroke=colors.edge, stroke_width=1.4)
    pips = "".join(
        circle(x + across * size * 0.26, y + down * size * 0.26, size * 0.093, fill=colors.pip)
        for across, down in _PIPS[number]
    )
    return element("g", _shade(x, y, size, corner) + face + pips, class_="die")


def _shade(x: float, y: float, size: float, corner: float) -> str:
    return centered(x, y + size * 0.055, size, rx=corner, fill="#000000", fill_opacity=0.33)


def cube(situation: Situation, viewer: Player) -> str:
    """The cube: at its owner's end of the bar, in the middle, or in the half of the player to whom it is offered."""
    if not has_cube(situation):
        return ""
    offered = offered_value(situation)
    if offered:
        return _cube(half_x(viewer, situation.to_act), MIDDLE, offered)
    owner = player_of(situation, situation.cube.owner)
    if owner is None:
        lower = 34 if situation.rules.bomb and situation.bomb is Owner.NOBODY else 0
        return _cube(BAR_X, MIDDLE + lower, situation.cube.value)
    return _cube(BAR_X, from_rim(RIM + 68, upper=owner is not viewer), situation.cube.value)


def _cube(x: float, y: float, value: int) -> str:
    size, shown = 46, str(64 if value == 1 else value)
    face = centered(x, y, size, rx=8, fill="#f6efe0", stroke="#7a2236", stroke_width=3)
    font = {1: 26, 2: 23, 3: 19, 4: 16}.get(len(shown), 60 / len(shown))
    number = written(shown, x, y, font, fill="#7a2236", font_weight=800)
    return element("g", _shade(x, y, size, 8) + face + number, class_="cube")


def bomb(situation: Situation, viewer: Player) -> Iterator[str]:
    """The bomb: above the middle, or at its owner's end of the bar."""
    if not situation.rules.bomb:
        return
    owner = player_of(situation, situation.bomb)
    y = MIDDLE - 30 if owner is None else from_rim(RIM + 130, upper=owner is not viewer)
    yield element("g", _BOMB, transform=f"translate({BAR_X - 2:g} {y:g})", class_="bomb")


_BRASS = {"stroke": "#e7b44c", "fill": "#15181a"}
_BOMB = "".join(
    [
        line("M9,-14c5,-9 12,-6 11,-13", stroke="#e8d3a8", stroke_width=3, stroke_linecap="round"),
        line(
            "M20,-36l2.4,5.6 5.6,2.4 -5.6,2.4 -2.4,5.6 -2.4,-5.6 -5.6,-2.4 5.6,-2.4z",
            fill="#ff8a3c",
        ),
        circle(0, 2, 19, stroke_width=2, **_BRASS),
        line("M-11,-3a13,13 0 0 1 8,-8", stroke="#ffffff99", stroke_width=2.5),
    ]
)
