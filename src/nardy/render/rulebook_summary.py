"""One line on what a game is, for a list of games; made from its Rules alone.

>>> from nardy.games import FEVGA
>>> summary(FEVGA, "en")
'no hitting, the same way round, all from one point; runner, quarter law, release'
"""

from nardy.core.rules import Rules
from nardy.core.text import side_text
from nardy.render.labels import check_language, counted
from nardy.render.rulebook_words import Holds, starts_on_one_point, starts_on_the_bar, when

_PLAIN: tuple[tuple[Holds, str, str], ...] = (
    (when(contact="hit"), "hitting", "с боем"),
    (when(contact="pin"), "pinning", "с запиранием"),
    (when(contact="block"), "no hitting", "без боя"),
    (when(direction="contrary"), "in opposite directions", "навстречу"),
    (when(direction="parallel"), "the same way round", "в одну сторону"),
    (starts_on_the_bar, "all from the bar", "все с бара"),
    (
        lambda rules: starts_on_one_point(rules) and not starts_on_the_bar(rules),
        "all from one point",
        "все с одного пункта",
    ),
    (lambda rules: not starts_on_one_point(rules), "from {places}", "старт {places}"),
    (lambda rules: rules.checkers != 15, "{checkers} a side", "у каждого {checkers}"),
)
_SPECIAL: tuple[tuple[Holds, str, str], ...] = (
    (when("head"), "head", "голова"),
    (lambda rules: rules.prime in ("ahead", "opp_home"), "prime law", "правило забора"),
    (when(prime="forbid"), "no primes", "без забора"),
    (when("runner"), "runner", "гонец"),
    (when("quarter"), "quarter law", "правило четверти"),
    (when("release"), "release", "выпуск из-за забора"),
    (when(home_hit="no_move"), "no hit and run at home", "без боя с уходом в доме"),
    (when(home_hit="no_hide"), "no hiding at home", "в доме не прячутся"),
    (when(home_hit="no_hide_no_off"), "no hiding at home", "в доме не прячутся"),
    (when("mother", contact="pin"), "mother", "мать"),
    (when("cascade_count"), "doubles cascade", "дубли каскадом"),
    (when("cascade_count", leftover="opponent"), "leftovers", "остатки сопернику"),
    (when("first_hit_wins"), "the first hit wins", "первый бой решает"),
    (when("bomb"), "bomb", "бомба"),
    (when(cube_play=True), "cube", "куб"),
)


def summary(rules: Rules, language: str = "en") -> str:
    """How checkers meet, which way they go, and what special laws there are."""
    check_language(language)
    words = {
        "checkers": counted(language, "checkers", rules.checkers),
        "places": side_text(rules.start.player).replace(",", " "),
    }
    plain, special = (
        ", ".join(
            (russian if language == "ru" else english).format(**words)
            for holds, english, russian in table
            if holds(rules)
        )
        for table in (_PLAIN, _SPECIAL)
    )
    return "; ".join(part for part in (plain, special) if part)
