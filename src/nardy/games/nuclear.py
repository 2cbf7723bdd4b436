"""Nuclear backgammon: a bomb that sends every blot to the bar. Source: S4."""

from nardy.games.backgammon import BACKGAMMON

NUCLEAR = BACKGAMMON.replace(
    id="nuclear",
    name="nuclear backgammon",
    russian="ядерные нарды",
    aliases=("atomic", "nuclear-backgammon", "ядерные", "ядерные нарды", "атомные нарды"),
    source="S4",
    jacoby=False,
    presets=(),
    bomb=True,
)
