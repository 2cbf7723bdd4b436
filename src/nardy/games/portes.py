"""Portes: backgammon as Greece plays it. Source: WP, LU.

That a checker which has hit at home stays there is one reading: of two versions of WP one tells it, LU
does not. The preset `free` is the other.
"""

from nardy.core.choices import HomeHit, NextStarter, Opening
from nardy.games.backgammon import BACKGAMMON

PORTES = BACKGAMMON.replace(
    id="portes",
    name="portes",
    russian="портес",
    aliases=("πόρτες", "портес"),
    source="WP; LU",
    stakes=(1, 2),
    names=(("gammon", "double"),),
    opening=Opening.REROLL,
    next_starter=NextStarter.PREVIOUS_WINNER,
    cube_play=False,
    jacoby=False,
    presets=(("free", (("home_hit", "free"),)),),
    home_hit=HomeHit.NO_MOVE,
)
