"""Maghribiyya: all from one point in opposite directions, and one checker closes its point. Source: AB.

The page of its own rules could not be read: they are known from what mahbusa adds to them. AB gives two points
for a win with nothing borne off among the rules of mahbusa; that it holds here too is nardy's choice.
"""

from nardy.core.choices import Contact, Direction
from nardy.core.position import Position
from nardy.core.rules import Rules

MAGHRIBIYYA = Rules(
    id="maghribiyya",
    name="maghribiyya",
    russian="магрибия",
    aliases=("maghribia", "almaghribia", "mughrabieh", "مغربية"),
    source="AB; OURS",
    start=Position.of({24: 15}),
    direction=Direction.CONTRARY,
    contact=Contact.BLOCK,
    stakes=(1, 2),
    names=(("gammon", "mars"),),
)
