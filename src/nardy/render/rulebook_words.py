"""What the articles of a rule book are made of: when one holds, and what fills its braces.

>>> from nardy.games import FEVGA, HYPERGAMMON
>>> when("runner", contact="block")(FEVGA), when(head=1)(FEVGA)
(True, False)
>>> facts(HYPERGAMMON, "ru")["start"]
'по 1 на 24, 23 и 22'
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from nardy.core.formations import has_formation_laws
from nardy.core.outcome import size_points, sizes
from nardy.core.position import BAR, OFF, Counts
from nardy.core.rules import Rules
from nardy.render.labels import counted, result_word

Holds = Callable[[Rules], bool]


@dataclass(frozen=True, slots=True)
class Article:
    """One sentence or two of a rule book, and the rules in which they hold."""

    holds: Holds
    english: str
    russian: str
    source: str
    """Tags of nardy.core.laws.SOURCES; {source} is the game's own."""


def when(*given: str, **fields: object) -> Holds:
    """Whether the fields *given* are not off, and the others have these values."""

    def holds(rules: Rules) -> bool:
        return all(getattr(rules, name) for name in given) and all(
            getattr(rules, name) == value for name, value in fields.items()
        )

    return holds


def always(rules: Rules) -> bool:
    """A law of every game."""
    return True


def starts_alike(rules: Rules) -> bool:
    """Whether both players begin with the same arrangement."""
    return rules.start.player == rules.start.opponent


def starts_on_one_point(rules: Rules) -> bool:
    """Whether each player's checkers all begin on one point or the bar, the same for both."""
    return starts_alike(rules) and rules.checkers in rules.start.player


def starts_on_the_bar(rules: Rules) -> bool:
    """Whether all checkers have still to enter when the game begins."""
    return all(side[BAR] == rules.checkers for side in (rules.start.player, rules.start.opponent))


def checks_formations(check: str) -> Holds:
    """Whether there are laws on formations, and they are held at this moment."""
    return lambda rules: has_formation_laws(rules) and rules.prime_check == check


def has_sizes(count: int) -> Holds:
    """Whether wins differ in so many sizes, koks and home mars aside."""
    return lambda rules: len(rules.stakes) == count


_AND = {"en": " and ", "ru": " и "}
_OR = {"en": " or ", "ru": " или "}
_ON = {"en": "on", "ru": "на"}
_ON_EACH = {"en": "on each of", "ru": "на"}
_ON_THE_BAR = {"en": "the bar", "ru": "баре"}
_EACH = {"en": "{count} {on} {points}", "ru": "по {count} {on} {points}"}


def listed(parts: list[str], language: str, last_word: Mapping[str, str] = _AND) -> str:
    """Parts with commas, and a word before the last.

    >>> listed(["24", "23", "22"], "en")
    '24, 23 and 22'
    """
    *before, last = parts
    return ", ".join(before) + last_word[language] + last if before else last


def start_in_words(side: Counts, language: str) -> str:
    """Where checkers stand at the start: '2 on 24, 5 on 13, 3 on 8 and 5 on 6'."""
    places = _held_places(side)
    named = {place: _ON_THE_BAR[language] if place == BAR else str(place) for place in places}
    equal = {side[place] for place in places}
    if len(places) > 1 and len(equal) == 1:
        points = listed([*named.values()], language)
        return _EACH[language].format(count=equal.pop(), on=_ON_EACH[language], points=points)
    told = [f"{side[place]} {_ON[language]} {name}" for place, name in named.items()]
    return listed(told, language)


def _held_places(side: Counts) -> list[int]:
    """Where checkers stand, the bar first; a game from a file may begin there."""
    return [place for place in range(BAR, OFF, -1) if side[place]]


def facts(rules: Rules, language: str) -> Mapping[str, object]:
    """Everything that an article may name in braces, in a language."""
    white, black = rules.start.player, rules.start.opponent
    return {
        "source": rules.source or "CLUB",
        "checkers": counted(language, "checkers", rules.checkers),
        "start": start_in_words(white, language),
        "white": start_in_words(white, language),
        "black": start_in_words(black, language),
        "pips": rules.start.pip_count(),
        "first_place": _ON_THE_BAR[language] if white[BAR] else _held_places(white)[0],
        "their_24": rules.facing(24),
        "our_head": rules.facing(24),
        "their_home": "-".join(map(str, sorted((rules.facing(1), rules.facing(6))))),
        "runner": rules.runner,
        "low": rules.quarter.low if rules.quarter else 0,
        "high": rules.quarter.high if rules.quarter else 0,
        "most": rules.quarter.most if rules.quarter else 0,
        "cascade_count": rules.cascade_count,
        "cascade_from": rules.cascade_from,
        "koks": counted(language, "points", rules.koks),
        "home_mars": counted(language, "points", rules.home_mars),
        "cube_cap": rules.cube_cap,
        "auto_value": 2**rules.auto_doubles,
        "sizes": _sizes(rules, language),
        "mother_points": counted(language, "points", _mother_points(rules)),
        **_results(rules, language),
    }


def _results(rules: Rules, language: str) -> dict[str, object]:
    """What a single, a gammon and a backgammon are called, and their points."""
    results: dict[str, object] = {}
    for size, points in zip(
        ("single", "gammon", "backgammon"), (*rules.stakes, 0, 0), strict=False
    ):
        results[size] = _result_name(rules, size, language)
        results[f"{size}_points"] = counted(language, "points", points)
    return results


def _result_name(rules: Rules, size: str, language: str) -> str:
    name = rules.result_name(size)
    word = result_word(language, name)
    if language == "ru":
        return f"{word} (ойн)" if name == "oin" else word
    return word if name in (size.replace("_", " "), "double") else f"{size} ({word})"


def _sizes(rules: Rules, language: str) -> str:
    names = [_result_name(rules, size, language) for size in sizes(rules)]
    return listed(names, language, _OR)


def _mother_points(rules: Rules) -> int:
    """What a caught mother costs: a gammon, where the game has one."""
    return size_points(rules, "gammon" if len(rules.stakes) > 1 else "single")
