"""A game in one line, for a list of games; generated from its Rules alone.

>>> from nardy.games import FEVGA
>>> summary(FEVGA, "en")
'no hitting, the same way round, all from one point; runner, quarter law, release'
"""

from nardy.core.rules import Rules
from nardy.core.text import side_text
from nardy.render.rulebook_articles import BOMB, CUBE, FORMATIONS, HEAD, HITTERS, TURN
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
_SPECIAL = tuple(
    (article.holds, article.summary)
    for article in (*HEAD, *FORMATIONS, *HITTERS, *TURN, *BOMB, *CUBE)
    if article.summary
)


def summary(rules: Rules, language: str = "en") -> str:
    """Contact, direction, start and special laws of a game."""
    places = side_text(rules.start.player).replace(",", " ")
    plain, special = (
        ", ".join(
            say(language, "laws", f"summary.{key}", checkers=rules.checkers, places=places)
            for holds, key in table
            if holds(rules)
        )
        for table in (_PLAIN, _SPECIAL)
    )
    return "; ".join(part for part in (plain, special) if part)
