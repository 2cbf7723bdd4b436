"""Plakoto: a lone checker is pinned, not hit. Source: S4, BK, GZ."""

from nardy.core.choices import Contact, Direction
from nardy.core.position import Position
from nardy.core.rules import Rules

PLAKOTO = Rules(
    id="plakoto",
    name="plakoto",
    russian="плакото",
    aliases=("πλακωτό", "plakato", "плакото"),
    source="S4; BK; GZ",
    start=Position.of({24: 15}),
    direction=Direction.CONTRARY,
    contact=Contact.PIN,
    stakes=(1, 2),
    names=(("gammon", "double"),),
    mother=True,
)
