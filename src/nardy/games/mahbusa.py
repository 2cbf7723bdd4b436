"""Mahbusa (the imprisoned): the pinning game as the Levant plays it. Source: WP."""

from nardy.games.plakoto import PLAKOTO

MAHBUSA = PLAKOTO.replace(
    id="mahbusa",
    name="mahbusa",
    russian="махбуса",
    aliases=("mahbouseh", "maghribiyya", "махбуса"),
    source="WP",
    names=(("gammon", "mars"),),
)
