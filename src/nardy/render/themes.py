"""Color themes of the SVG board."""

from dataclasses import dataclass

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

    def checkers(self, player: Player) -> CheckerColors:
        """White's checkers are light, Black's are dark."""
        return self.light if player is Player.WHITE else self.dark


THEMES = {
    "wood": Theme(
        frame="#3b2216",
        frame_line="#5b3622",
        field="#93613a",
        grain="#7d4f2d",
        is_lit=True,
        even="#d0a26a",
        odd="#5a2f1c",
        string="#e0b982",
        inlay="#dcb479",
        brass="#d3a659",
        numbers="#e8c9a0",
        off="#2a170e",
        light=CheckerColors("#f6ecd8", "#4a2f1d", "#c4a67c", "", "#fbf4e6", "#241713"),
        dark=CheckerColors("#241713", "#d9ae74", "#6a4634", "#c79a5f", "#241713", "#f6ecd8"),
    ),
    "felt": Theme(
        frame="#241d1b",
        frame_line="#3a2f2b",
        field="#1d5b4e",
        is_lit=True,
        even="#d9cfae",
        odd="#0f3530",
        string="#8fb8a6",
        inlay="#7fae9c",
        brass="#c9b27a",
        numbers="#cfdad3",
        off="#15100f",
        light=CheckerColors("#fbf7ea", "#17332d", "#c9c0a2", "", "#fbf7ea", "#16302a"),
        dark=CheckerColors("#7b1630", "#f0c9b0", "#b4506a", "#f0c9b0", "#7b1630", "#ffffff"),
    ),
    "contrast": Theme(
        frame="#000000",
        frame_line="#ffffff",
        field="#000000",
        field_line="#ffffff",
        even="#8f8f8f",
        odd="#1c1c1c",
        string="#ffffff",
        inlay="#666666",
        brass="#ffd400",
        numbers="#ffffff",
        off="#000000",
        last="#00e0ff",
        casing="#000000",
        arrow="#ffd400",
        light=CheckerColors("#ffffff", "#000000", "#000000", "", "#ffffff", "#000000"),
        dark=CheckerColors("#000000", "#ffffff", "#000000", "#ffffff", "#000000", "#ffffff"),
        edge_width=4,
    ),
    "cvd": Theme(
        frame="#2c3a4a",
        frame_line="#43566a",
        field="#dfe6ec",
        even="#a9bccb",
        odd="#5e7488",
        string="#41566a",
        inlay="#9fb1c0",
        brass="#f4d58d",
        numbers="#f3f7fb",
        off="#1d2833",
        last="#7a1f8f",
        casing="#ffffff",
        arrow="#d55e00",
        light=CheckerColors("#f0a500", "#1c1200", "#7a5300", "", "#f0a500", "#1c1200"),
        dark=CheckerColors("#0b2f5e", "#e8f1fb", "#5f8fc4", "#e8f1fb", "#0b2f5e", "#ffffff"),
    ),
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
