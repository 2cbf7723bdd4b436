"""Text in colors: spans of characters with an ink and a ground, painted for a terminal.

The colors are of the 256 that terminals share: every span of the board has a ground of its
own, so it reads on dark and on light terminals alike.
"""

from collections.abc import Iterable
from typing import NamedTuple

INKS = {
    "white": 231,
    "black": 232,
    "frame": 235,
    "bar": 94,
    "numbers": 223,
    "brass": 179,
    "field": 180,
    "even": 137,
    "odd": 94,
    "amber": 214,
    "pomegranate": 88,
}
"""Named colors of the board: woods, checkers, brass, and amber for what moved last."""

RESET = "\x1b[0m"


class Span(NamedTuple):
    """Characters in one ink on one ground; no color is the terminal's own."""

    text: str
    ink: str = ""
    ground: str = ""
    is_bold: bool = False


Line = list[Span]


def painted(line: Iterable[Span], *, color: bool) -> str:
    """One line of a terminal; without color just its characters, no blanks at the end.

    >>> painted([Span("a", "white"), Span("b "), Span(" ")], color=False)
    'ab'
    """
    if not color:
        return "".join(span.text for span in line).rstrip()
    return "".join(map(_painted, line))


def _painted(span: Span) -> str:
    codes = [
        *(["1"] if span.is_bold else []),
        *([f"38;5;{INKS[span.ink]}"] if span.ink else []),
        *([f"48;5;{INKS[span.ground]}"] if span.ground else []),
    ]
    return f"\x1b[{';'.join(codes)}m{span.text}{RESET}" if codes else span.text
