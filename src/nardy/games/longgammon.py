"""Longgammon: backgammon with all checkers on own 24; not long nardy. Source: S4."""

from nardy.core.position import Position
from nardy.games.backgammon import BACKGAMMON

LONGGAMMON = BACKGAMMON.replace(
    id="longgammon",
    name="longgammon",
    russian="лонггаммон",
    aliases=("long-gammon", "лонггаммон"),
    source="S4",
    start=Position.of({24: 15}),
)
