"""Sudden death: the first hit wins the game. Source: S4."""

from nardy.games.backgammon import BACKGAMMON

SUDDEN_DEATH = BACKGAMMON.replace(
    id="sudden-death",
    name="sudden death",
    russian="внезапная смерть",
    aliases=("shot-on-the-spot", "внезапная смерть", "выстрел на месте"),
    source="S4",
    stakes=(1,),
    jacoby=False,
    presets=(),
    first_hit_wins=True,
)
