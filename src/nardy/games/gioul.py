"""Gioul: doubles cascade from the first turn, and the opponent plays what is left. Source: WPG, IT.

The end of WPG, which may name the points of a win, could not be read: one, or two with nothing borne off,
as in the games beside it, is nardy's choice.
"""

from nardy.core.choices import Leftovers
from nardy.games.maghribiyya import MAGHRIBIYYA

GIOUL = MAGHRIBIYYA.replace(
    id="gioul",
    name="gioul",
    russian="гиул",
    aliases=("gjul", "γκιούλ", "γκιουλ μπαχάρ", "гюль"),
    source="WPG; IT; OURS",
    cascade_count=4,
    leftover=Leftovers.OPPONENT,
)
