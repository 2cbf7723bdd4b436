"""A game in one line, for a list of games; generated from its Rules alone.

>>> from nardy.games import FEVGA
>>> summary(FEVGA, "en")
'no hitting, the same way round, all from one point; runner, quarter law, release'
"""

from nardy.core.rules import Rules
from nardy.core.text import side_text
from nardy.render.rulebook_words import Holds, starts_on_one_point, starts_on_the_bar, when
from nardy.translations import say

_PLAIN: tuple[tuple[Holds, str], ...] = (
    (when(contact="hit"), "contact=hit"),
    (when(contact="pin"), "contact=pin"),
    (when(contact="block"), "contact=block"),
    (when(direction="contrary"), "direction=contrary"),
    (when(direction="parallel"), "direction=parallel"),
    (starts_on_the_bar, "from.bar"),
    (lambda rules: starts_on_one_point(rules) and not starts_on_the_bar(rules), "from.point"),
    (lambda rules: not starts_on_one_point(rules), "from.places"),
    (lambda rules: rules.checkers != 15, "a_side"),
)
_SPECIAL: tuple[tuple[Holds, str], ...] = (
    (when("head"), "head"),
    (lambda rules: rules.prime in ("ahead", "opp_home"), "prime"),
    (when(prime="forbid"), "prime=forbid"),
    (when("runner"), "runner"),
    (when("quarter"), "quarter"),
    (when("release"), "release"),
    (when(home_hit="no_move"), "home_hit=no_move"),
    (when(home_hit="no_hide"), "home_hit=no_hide"),
    (when(home_hit="no_hide_no_off"), "home_hit=no_hide_no_off"),
    (when("mother", contact="pin"), "mother"),
    (when("cascade_count"), "cascade"),
    (when("cascade_count", leftover="opponent"), "leftover=opponent"),
    (when("first_hit_wins"), "first_hit_wins"),
    (when("bomb"), "bomb"),
    (when(cube_play=True), "cube"),
)


def summary(rules: Rules, language: str = "en") -> str:
    """Contact, direction, start and special laws of a game."""
    places = side_text(rules.start.player).replace(",", " ")
    plain, special = (
        ", ".join(
            say(language, "rulebook", f"summary.{key}", checkers=rules.checkers, places=places)
            for holds, key in table
            if holds(rules)
        )
        for table in (_PLAIN, _SPECIAL)
    )
    return "; ".join(part for part in (plain, special) if part)
