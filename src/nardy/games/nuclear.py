"""Nuclear backgammon: a bomb that sends every blot to the bar. Source: S4.

S4 lets each player explode the bomb at any time; that it is done before one's own roll is our choice, so
that nobody is asked in the other's turn. The preset `any-time` is S4's.
"""

from nardy.games.backgammon import BACKGAMMON

NUCLEAR = BACKGAMMON.replace(
    id="nuclear",
    name="nuclear backgammon",
    russian="ядерные нарды",
    aliases=("atomic", "nuclear-backgammon", "ядерные", "ядерные нарды", "атомные нарды"),
    source="S4",
    jacoby=False,
    presets=(("any-time", (("bomb_when", "any_time"),)),),
    bomb=True,
)
