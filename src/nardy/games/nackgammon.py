"""Nackgammon: backgammon with two checkers more behind, by Nack Ballard. Source: S4."""

from nardy.core.position import Position
from nardy.games.backgammon import BACKGAMMON

NACKGAMMON = BACKGAMMON.replace(
    id="nackgammon",
    name="nackgammon",
    russian="нэкгаммон",
    aliases=("nack", "нэкгаммон"),
    source="S4",
    start=Position.of({24: 2, 23: 2, 13: 4, 8: 3, 6: 4}),
)
