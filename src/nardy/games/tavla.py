"""Tavla (takhteh): backgammon as Turkey and Iran play it. Source: WP."""

from nardy.games.portes import PORTES

TAVLA = PORTES.replace(
    id="tavla",
    name="tavla",
    russian="тавла",
    aliases=("takhteh", "takhte-nard", "тавла", "тахтех"),
    source="WP",
    names=(("gammon", "mars"),),
)
