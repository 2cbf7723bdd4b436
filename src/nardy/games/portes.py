"""Portes: the backgammon of Greece, without the cube and without hit and run at home. Source: WP, LU.

The sources differ on hit and run, that is on moving on with a checker that has hit at home. One of two
versions of WP forbids it; the other and LU do not mention it. The preset `free` allows it.
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
