"""Caucasian nardy: a checker that hit at home may not hide. Source: S4."""

from nardy.core.choices import HomeHit, NextStarter
from nardy.games.backgammon import BACKGAMMON

CAUCASIAN = BACKGAMMON.replace(
    id="caucasian",
    name="caucasian nardy",
    russian="кавказские нарды",
    aliases=("кавказские", "кавказские нарды"),
    source="S4",
    stakes=(1, 2),
    names=(("gammon", "mars"),),
    next_starter=NextStarter.PREVIOUS_WINNER,
    cube_play=False,
    jacoby=False,
    home_hit=HomeHit.NO_HIDE,
    presets=(("strict", (("home_hit", "no_hide_no_off"),)),),
)
