"""The color of a club's buttons: one of a palette, or one's own if it can be read in light and dark."""

import re
from dataclasses import dataclass

from nardy.server.errors import RefusedError

GROUNDS = {"light": "#e9e4e4", "dark": "#11191c"}
"""What buttons stand on, as --bg in web/css/tokens.css."""
LETTERS = "#ffffff"
LEAST_FOR_LETTERS, LEAST_FOR_SHAPES = 4.5, 3.0
"""WCAG 2.2, 1.4.3 and 1.4.11."""
_HEX = re.compile(r"#[0-9a-f]{6}")


@dataclass(frozen=True, slots=True)
class Accent:
    """The color on the light page and on the dark one, as #rrggbb."""

    light: str
    dark: str


PALETTE = {
    "garnet": Accent("#a81f3d", "#c23350"),
    "turquoise": Accent("#0b6a68", "#0d7d7a"),
    "cobalt": Accent("#1f5fa8", "#2470c6"),
    "indigo": Accent("#3d4fb0", "#5869c5"),
    "plum": Accent("#7b3a8c", "#9f4db5"),
    "forest": Accent("#2c6e3f", "#327e48"),
    "walnut": Accent("#8a4b1f", "#a95c26"),
    "slate": Accent("#3f5566", "#55738a"),
}
"""The first is that of a club which has chosen nothing."""


def accent_of(text: str) -> Accent | None:
    """The color that a text names; None for ''.

    >>> accent_of("walnut"), accent_of("#1f5fa8 #2470C6")
    (Accent(light='#8a4b1f', dark='#a95c26'), Accent(light='#1f5fa8', dark='#2470c6'))

    Args:
        text: A name of the palette, a color for both pages, or one for the light and one for the dark page.

    Raises:
        RefusedError: it is none of these, or cannot be read.
    """
    if not text or text in PALETTE:
        return PALETTE.get(text)
    light, *more = colors = text.lower().split()
    if len(colors) > 2 or not all(_HEX.fullmatch(color) for color in colors):
        expected = f"expected {', '.join(PALETTE)}, or one or two colors such as #1f5fa8"
        raise RefusedError("club-accent", f"{expected}, got {text!r:.40}; choose one of these")
    accent = Accent(light, *(more or [light]))
    for page in GROUNDS:
        _require_contrast(getattr(accent, page), page)
    return accent


def _require_contrast(color: str, page: str) -> None:
    on_it, on_page = contrast(LETTERS, color), contrast(color, GROUNDS[page])
    if on_it < LEAST_FOR_LETTERS:
        expected = f"expected a color that white letters can be read on ({LEAST_FOR_LETTERS} to 1)"
        raise RefusedError(
            "club-accent-letters",
            f"{expected}, got {on_it:.1f} to 1 with {color}; take a darker one",
        )
    if on_page < LEAST_FOR_SHAPES:
        expected = (
            f"expected a color that stands out from the {page} page ({LEAST_FOR_SHAPES:.0f} to 1)"
        )
        raise RefusedError(
            f"club-accent-{page}",
            f"{expected}, got {on_page:.1f} to 1 with {color}; name another one for this page",
        )


def contrast(one: str, other: str) -> float:
    """The contrast of two colors by WCAG 2.2: from 1 to 21.

    >>> round(contrast("#ffffff", "#767676"), 2)
    4.54
    """
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    red, green, blue = (_linear(int(color[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
