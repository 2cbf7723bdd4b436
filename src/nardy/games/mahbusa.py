"""Mahbusa (the imprisoned): the pinning game as the Levant plays it. Source: AB, WP."""

from nardy.games.plakoto import PLAKOTO

MAHBUSA = PLAKOTO.replace(
    id="mahbusa",
    name="mahbusa",
    russian="махбуса",
    aliases=("mahbouseh", "mahbousseh", "mahbousa", "mahbuse", "almahbusa", "محبوسة", "махбуса"),
    source="AB; WP",
    names=(("gammon", "mars"),),
)
