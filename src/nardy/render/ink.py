"""Colored text: spans of characters with foreground and background, as ANSI escape codes.

The colors are from the 256 that terminals share. Every span of the board has a background of
its own, so it is readable on dark and on light terminals.
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
"""Named colors of the board as ANSI codes; amber marks the last turn."""

RESET = "\x1b[0m"


class Span(NamedTuple):
    """Characters with a foreground and a background; empty means the terminal's own color."""

    text: str
    ink: str = ""
    ground: str = ""
    is_bold: bool = False


Line = list[Span]


def painted(line: Iterable[Span], *, color: bool) -> str:
    """One line for a terminal; without color, trailing blanks are removed.

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
