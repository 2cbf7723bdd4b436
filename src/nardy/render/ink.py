"""Characters of a text board and their colors, as ANSI escape codes.

The colors are from the 256 that terminals share. Every span of the board has a background of
its own, so it is readable on dark and on light terminals.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from nardy.core.player import Player
from nardy.core.situation import Situation

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
    codes = ["1"] * span.is_bold
    codes += [f"38;5;{INKS[span.ink]}"] if span.ink else []
    codes += [f"48;5;{INKS[span.ground]}"] if span.ground else []
    return f"\x1b[{';'.join(codes)}m{span.text}{RESET}" if codes else span.text


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A character set, each character one column wide: Unicode, Unicode with colors, or ASCII."""

    white: str = "○"
    black: str = "●"
    ground: str = "·"
    """An empty odd point; with colors the background shows instead."""
    taper: str = " " * 5
    """The narrowing side of a point, from the rim inwards; needs colors."""
    tips: str = "  "
    """The tips of an upper and a lower point; needs colors."""
    caught: str = "[]"
    """On both sides of a pinned checker."""
    moved: str = "‹›"
    """On both sides of a checker that the last turn moved, and of a place that it left."""
    box: str = "╭┬╮│─╰┴╯─"
    times: str = "×"
    turn: str = "◂"
    """Beside the name of the player who must act."""

    def checker(self, player: Player) -> str:
        return self.white if player is Player.WHITE else self.black


UNICODE = Glyphs()
IN_COLOR = Glyphs(white="●", black="●", ground=" ", taper="█▊▌▎ ", tips="▼▲")
ASCII = Glyphs(white="O", black="X", ground=".", moved="<>", box="+++|-+++-", times="x", turn="<")
ASCII_IN_COLOR = replace(ASCII, ground=" ")
GLYPHS = {
    (False, False): UNICODE,
    (True, False): IN_COLOR,
    (False, True): ASCII,
    (True, True): ASCII_IN_COLOR,
}
"""The characters by whether there is color, and whether only ASCII may be used."""


@dataclass(frozen=True)
class Scene:
    """The shared arguments of the functions that draw parts of the text board."""

    situation: Situation
    viewer: Player
    glyphs: Glyphs
    language: str
