"""Color themes of the SVG board; their colors are in themes.json."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nardy.core.player import Player
from nardy.errors import NardyError


@dataclass(frozen=True, slots=True)
class CheckerColors:
    """Colors of one player's checkers; body and edge differ in lightness, so that one stands out."""

    body: str
    edge: str
    ring: str
    rosette: str
    """Dark checkers have a rosette and light ones a second ring, so that shape tells the sides apart."""
    die: str
    pip: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Theme:
    """Colors of the board, its metal parts and both players' checkers."""

    frame: str
    frame_line: str
    field: str
    field_line: str = "#00000077"
    grain: str = ""
    """Empty: no grain."""
    is_lit: bool = False
    even: str
    odd: str
    string: str
    """The edge of a point, and the dot at its tip."""
    inlay: str
    brass: str
    numbers: str
    off: str
    """The tray for checkers borne off."""
    last: str = "#e7b44c"
    casing: str = "#14100d"
    arrow: str = "#5fd3cb"
    light: CheckerColors
    dark: CheckerColors
    edge_width: float = 2.2
    shared: str = ""
    """The prefix of ids that boards of one page share (shared_parts.py); empty: each draws all itself."""

    def checkers(self, player: Player) -> CheckerColors:
        """White's checkers are light, Black's are dark."""
        return self.light if player is Player.WHITE else self.dark


def _theme(light: dict[str, str], dark: dict[str, str], **colors: Any) -> Theme:
    return Theme(light=CheckerColors(**light), dark=CheckerColors(**dark), **colors)


THEMES = {
    name: _theme(**colors)
    for name, colors in json.loads(
        Path(__file__).with_name("themes.json").read_text("utf-8")
    ).items()
}
"""Every theme by its name."""


def find_theme(name: str) -> Theme:
    """Find a theme by name.

    Raises:
        NardyError: the name is unknown; the message lists all themes.
    """
    if name not in THEMES:
        raise NardyError(f"expected a theme ({', '.join(THEMES)}), got {name!r}")
    return THEMES[name]
