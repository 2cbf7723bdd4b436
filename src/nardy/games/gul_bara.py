"""Gul bara (rosespring): doubles cascade from a player's fourth turn. Source: WP, IT."""

from nardy.core.choices import Contact, Direction
from nardy.core.position import Position
from nardy.core.rules import Rules

GUL_BARA = Rules(
    id="gul-bara",
    name="gul bara",
    russian="гюльбара",
    aliases=(
        "gulbara",
        "gul",
        "rosespring",
        "rose-spring",
        "gülbahar",
        "gül-bahar",
        "gülbara",
        "гюльбара",
        "гюль-бара",
        "гюлбара",
    ),
    source="WP; IT",
    start=Position.of({24: 15}),
    direction=Direction.PARALLEL,
    contact=Contact.BLOCK,
    stakes=(1, 2),
    names=(("gammon", "mars"),),
    cascade_count=4,
    cascade_from=4,
)
