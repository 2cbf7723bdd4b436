"""Hypergammon: backgammon with three checkers a side. Source: S4, BK."""

from nardy.core.position import Position
from nardy.games.backgammon import BACKGAMMON

HYPERGAMMON = BACKGAMMON.replace(
    id="hypergammon",
    name="hypergammon",
    russian="гипергаммон",
    aliases=("hyper", "hyper-backgammon", "гипергаммон"),
    source="S4; BK",
    start=Position.of({24: 1, 23: 1, 22: 1}),
)
