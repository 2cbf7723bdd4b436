"""Fevga: one runner first, and never a whole start quarter. Source: BK, BRK.

The law on opening a prime has three readings; `release` is that of BK and BRK, in which all opposing
checkers stand behind it. docs/culture/fevga.md has the others.
"""

from nardy.core.choices import Check, Contact, Direction, Quarter
from nardy.core.position import Position
from nardy.core.rules import Rules

FEVGA = Rules(
    id="fevga",
    name="fevga",
    russian="февга",
    aliases=("φεύγα", "feuga", "figa", "февга"),
    source="BK; BRK",
    start=Position.of({24: 15}),
    direction=Direction.PARALLEL,
    contact=Contact.BLOCK,
    stakes=(1, 2),
    names=(("gammon", "double"),),
    prime_check=Check.TURN,
    # 12 is the opponent's start in own numbering: a runner on 11 has passed it.
    runner=11,
    quarter=Quarter(19, 24, 5),
    release=True,
    presets=(("classic", ()),),
)
