"""Backgammon (short nardy): hitting, the bar, the cube. Source: S1, S2, S4, MS."""

from nardy.core.choices import Contact, Direction, NextStarter, Opening
from nardy.core.position import Position
from nardy.core.rules import Preset, Rules

SINGLE_AND_MONEY: tuple[Preset, ...] = (
    ("single", (("beavers", "off"), ("jacoby", "off"))),
    ("money", ()),
)
"""A single game, where every size of win counts, and a money game by the published rules."""

BACKGAMMON = Rules(
    id="backgammon",
    name="backgammon",
    russian="короткие нарды",
    aliases=(
        *("short", "short-nardy", "short-backgammon", "bg", "qisa-nard", "kısa-tavla"),
        *("короткие", "короткие нарды", "нарды короткие", "бэкгаммон", "бекгаммон", "бэкгэммон"),
        *("მოკლე ნარდი", "կարճ նարդի"),
    ),
    source="S1, S2, S4; MS",
    start=Position.of({24: 2, 13: 5, 8: 3, 6: 5}),
    direction=Direction.CONTRARY,
    contact=Contact.HIT,
    stakes=(1, 2, 3),
    opening=Opening.USE,
    next_starter=NextStarter.OPENING_ROLL,
    cube_play=True,
    jacoby=True,
    presets=SINGLE_AND_MONEY,
)
