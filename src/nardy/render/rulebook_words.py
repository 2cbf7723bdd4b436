"""Conditions of the articles of a rule book, and the values of their placeholders.

>>> from nardy.games import FEVGA, HYPERGAMMON
>>> when("runner", contact="block")(FEVGA), when(head=1)(FEVGA)
(True, False)
>>> facts(HYPERGAMMON, "ru")["start"]
'по 1 на 24, 23 и 22'
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from nardy.core.choices import Contact
from nardy.core.cube import HIGHEST
from nardy.core.formations import has_formation_laws
from nardy.core.outcome import size_points, sizes
from nardy.core.position import BAR, OFF, Counts
from nardy.core.rules import Rules
from nardy.render.labels import result_word
from nardy.translations import listed, say

Holds = Callable[[Rules], bool]


@dataclass(frozen=True, slots=True)
class Article:
    """One or two sentences of a rule book, with their condition and sources."""

    key: str
    """Key of the text in locale/*/laws.json."""
    holds: Holds
    source: str
    """Tags of nardy.core.sources.SOURCES; {source} stands for the source of the game."""
    summary: str = ""
    """The law's name in the one-line summary of a game: the key in locale/*/laws.json after `summary.`."""


def when(*given: str, **fields: object) -> Holds:
    """True if the fields *given* are not off, and *fields* have these values."""

    def holds(rules: Rules) -> bool:
        return all(getattr(rules, name) for name in given) and all(
            getattr(rules, name) == value for name, value in fields.items()
        )

    return holds


def always(rules: Rules) -> bool:
    """True for every game."""
    return True


def starts_alike(rules: Rules) -> bool:
    """Whether both players start with the same arrangement, each in their own numbering."""
    return rules.start.player == rules.start.opponent


def starts_on_one_point(rules: Rules) -> bool:
    """Whether all checkers of a player start on one point or on the bar, the same for both."""
    return starts_alike(rules) and rules.checkers in rules.start.player


def starts_on_the_bar(rules: Rules) -> bool:
    """Whether all checkers start on the bar."""
    return all(side[BAR] == rules.checkers for side in (rules.start.player, rules.start.opponent))


def checks_formations(check: str) -> Holds:
    """True for games with laws on formations that are checked at this moment."""
    return lambda rules: has_formation_laws(rules) and rules.prime_check == check


def hit_checkers_return(rules: Rules) -> bool:
    """Whether a checker may be sent to the bar: by a hit that ends nothing, or by a bomb."""
    return rules.contact is Contact.HIT and (rules.bomb or not rules.first_hit_wins)


def uses_bar(rules: Rules) -> bool:
    """Whether a checker may ever stand on the bar."""
    starts_there = rules.start.player[BAR] or rules.start.opponent[BAR]
    return hit_checkers_return(rules) or starts_there > 0


def has_beavers(rules: Rules) -> bool:
    """Whether the first double can be beavered: the cube goes up to 4."""
    return rules.cube_play and rules.beavers and (rules.cube_cap or HIGHEST) >= 4


def has_raccoons(rules: Rules) -> bool:
    """Whether the first beaver can be raccooned: the cube goes up to 8."""
    return has_beavers(rules) and rules.raccoons and (rules.cube_cap or HIGHEST) >= 8


def money_laws(rules: Rules) -> tuple[str, ...]:
    """The options of this game that hold for money alone."""
    held = {
        "beavers": has_beavers(rules),
        "raccoons": has_raccoons(rules),
        "auto_doubles": rules.cube_play and rules.auto_doubles > 0,
        "jacoby": rules.cube_play and rules.jacoby,
    }
    return tuple(name for name, holds in held.items() if holds)


def start_in_words(side: Counts, language: str) -> str:
    """The starting arrangement: '2 on 24, 5 on 13, 3 on 8 and 5 on 6'."""
    places = _held_places(side)
    equal = {side[place] for place in places}
    if len(places) > 1 and len(equal) == 1:
        points = listed(language, [_place_name(place, language) for place in places])
        return say(language, "rulebook", "on_each", count=equal.pop(), points=points)
    return listed(
        language,
        [
            say(language, "rulebook", "on", count=side[place], point=_place_name(place, language))
            for place in places
        ],
    )


def _place_name(place: int, language: str) -> str:
    return say(language, "rulebook", "the_bar") if place == BAR else str(place)


def _held_places(side: Counts) -> list[int]:
    """Places with checkers, the bar first; a game from a file may start there."""
    return [place for place in range(BAR, OFF, -1) if side[place]]


def facts(rules: Rules, language: str) -> Mapping[str, object]:
    """The values of all placeholders of the articles, in a language."""
    white, black = rules.start.player, rules.start.opponent
    return {
        "source": rules.source or "CLUB",
        "checkers": rules.checkers,
        "start": start_in_words(white, language),
        "white": start_in_words(white, language),
        "black": start_in_words(black, language),
        "pips": rules.start.pip_count(),
        "first_place": _place_name(_held_places(white)[0], language),
        "their_24": rules.facing(24),
        "our_head": rules.facing(24),
        "their_home": "-".join(map(str, sorted((rules.facing(1), rules.facing(6))))),
        "runner": rules.runner,
        "low": rules.quarter.low if rules.quarter else 0,
        "high": rules.quarter.high if rules.quarter else 0,
        "most": rules.quarter.most if rules.quarter else 0,
        "cascade_count": rules.cascade_count,
        "cascade_from": rules.cascade_from,
        "koks": rules.koks,
        "home_mars": rules.home_mars,
        "cube_cap": rules.cube_cap,
        "auto_value": min(2**rules.auto_doubles, rules.cube_cap or HIGHEST),
        "money_laws": _money_laws(rules, language),
        "sizes": _sizes(rules, language),
        "mother_points": _mother_points(rules),
        **_results(rules, language),
    }


def _results(rules: Rules, language: str) -> dict[str, object]:
    """The names of single, gammon and backgammon, and their points."""
    results: dict[str, object] = {}
    for size, points in zip(
        ("single", "gammon", "backgammon"), (*rules.stakes, 0, 0), strict=False
    ):
        results[size] = _result_name(rules, size, language)
        results[f"{size}_points"] = points
    return results


def _result_name(rules: Rules, size: str, language: str) -> str:
    name = rules.result_name(size)
    plain = size.replace("_", " ")
    key = "size.oin" if name == "oin" else "size" if name in (plain, "double") else "size.named"
    return say(language, "rulebook", key, size=plain, word=result_word(language, name))


def _sizes(rules: Rules, language: str) -> str:
    """What may be resigned: in Russian an adjective or "with", not the bare name of the result."""
    told: list[str] = []
    for size in sizes(rules):
        key = "double" if rules.result_name(size) == "double" else size
        word = _result_name(rules, size, language)
        told.append(say(language, "rulebook", f"resign.{key}", word=word))
    return listed(language, told, "or")


def _money_laws(rules: Rules, language: str) -> str:
    names = [say(language, "rulebook", f"money.{name}") for name in money_laws(rules)]
    return listed(language, names) if names else ""


def _mother_points(rules: Rules) -> int:
    """The price of a pinned mother: a gammon, or a single if the game has no gammon."""
    return size_points(rules, "gammon" if len(rules.stakes) > 1 else "single")
