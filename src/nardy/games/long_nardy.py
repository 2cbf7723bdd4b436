"""Long nardy: no hitting, one head, both players move the same way round.

Source: S0 (five texts, its presets), S3, GEO, BK; MS for @sport.
"""

from nardy.core.choices import Contact, Direction, NextStarter, Prime
from nardy.core.position import Position
from nardy.core.rules import Rules

LONG_NARDY = Rules(
    id="long-nardy",
    name="long nardy",
    russian="длинные нарды",
    aliases=(
        *("long", "narde", "nardi", "long-backgammon", "uzun-nərd", "uzun-nard"),
        *("длинные", "длинные нарды", "нарды длинные", "нарды", "узун нард"),
        *("გრძელი ნარდი", "grdzeli-nardi", "երկար նարդի"),
    ),
    source="S0, S3; GEO; BK",
    start=Position.of({24: 15}),
    direction=Direction.PARALLEL,
    contact=Contact.BLOCK,
    stakes=(1, 2),
    names=(("single", "oin"), ("gammon", "mars"), ("backgammon", "koks")),
    next_starter=NextStarter.PREVIOUS_SECOND,
    head=1,
    prime=Prime.AHEAD,
    house_options=frozenset({"koks", "home_mars"}),
    presets=(
        ("classic", ()),
        ("draw", (("last_throw", "half"),)),
        (
            "any-double",
            (
                ("head_exception", "any_double"),
                ("next_starter", "previous_winner"),
                ("prime", "allow"),
            ),
        ),
        ("no-six", (("head_exception", "always_double"), ("prime", "forbid"))),
        ("run", (("next_starter", "previous_winner"), ("prime_check", "turn"))),
        ("opp-home", (("prime", "opp_home"), ("prime_check", "turn"))),
        ("amateur", (("home_mars", "4"), ("koks", "3"))),
        # Article 26.3 of the sport's rules defines how the first move of a game is decided, and no other
        # way for later games.
        (
            "sport",
            (("cube_play", "on"), ("next_starter", "opening_roll"), ("opening", "use")),
        ),
    ),
)
