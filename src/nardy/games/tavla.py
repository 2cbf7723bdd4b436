"""Tavla (takhteh): backgammon as Turkey and Iran play it. Source: BGE, WP."""

from nardy.games.portes import PORTES

TAVLA = PORTES.replace(
    id="tavla",
    name="tavla",
    russian="тавла",
    aliases=("takhteh", "takhte", "takhte-nard", "تخته نرد", "турецкие нарды", "тавла", "тахтех"),
    source="BGE; WP",
    names=(("gammon", "mars"),),
    presets=(),
)
