"""Coordinates on a drawn board: 900 by 720 units, a point 60 wide, a checker 56.

The viewer's 24 is at the upper right; the points run counter-clockwise to 1 at the lower
right. *y* is measured from the edge of the board at which a point starts.
"""

from typing import NamedTuple

WIDTH, HEIGHT = 900, 720
LEFT, RIM, BAR = 24, 28, 60
PITCH, DIAMETER, LENGTH = 60, 56, 288
SCALLOP = 17
CAPACITY = LENGTH // DIAMETER
MIDDLE = HEIGHT / 2
HALVES = (LEFT, LEFT + 6 * PITCH + BAR)
"""Left edges of the two halves."""
BAR_X = LEFT + 6 * PITCH + BAR / 2
OFF_X, OFF_WIDTH = HALVES[1] + 6 * PITCH + 16, 64
OFF_HEIGHT = MIDDLE - RIM - 12
EDGE = (OFF_HEIGHT - 12) / 15
"""The thickness of a checker borne off."""


class Center(NamedTuple):
    x: float
    y: float


def is_upper(point: int) -> bool:
    return point > 12


def point_x(point: int) -> float:
    """The x coordinate of the middle of a point."""
    column = point - 13 if is_upper(point) else 12 - point
    return LEFT + PITCH * column + (BAR if column > 5 else 0) + PITCH / 2


def from_rim(y: float, *, upper: bool) -> float:
    """Convert a distance from the upper or lower edge to a distance from the top."""
    return y if upper else HEIGHT - y


def checker_place(point: int, level: int, count: int, raised: float = 0) -> Center:
    """The center of the checker at *level*, 0 nearest the rim, of *count* in all.

    Checkers of a high stack overlap; *raised* moves the whole stack away from the rim.
    """
    spacing = min(DIAMETER, (LENGTH - DIAMETER - raised) / max(1, count - 1))
    y = RIM + DIAMETER / 2 + 1 + raised + level * spacing
    return Center(point_x(point), from_rim(y, upper=is_upper(point)))


def bar_place(level: int, count: int, *, upper: bool) -> Center:
    """The center of a checker on the bar, in the half through which it enters."""
    spacing = min(DIAMETER * 0.9, 90 / max(1, count - 1))
    y = MIDDLE - 96 - level * spacing
    return Center(BAR_X, from_rim(y, upper=upper))
