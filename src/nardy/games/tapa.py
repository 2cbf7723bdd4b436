"""Tapa: the pinning game as Bulgaria plays it. Source: S4, WP."""

from nardy.games.plakoto import PLAKOTO

TAPA = PLAKOTO.replace(
    id="tapa",
    name="tapa",
    russian="тапа",
    aliases=("тапа",),
    source="S4; WP",
    names=(("gammon", "mars"),),
    presets=(("clubs", (("mother", "off"),)),),
)
