"""The options of a game as text: names, values, and the games to which each applies.

Source: rules, "All options".
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from nardy.core.choices import Contact, HeadException, Quarter
from nardy.core.rule_values import CHOICES, MOST_WRITTEN, NUMBERS, STAKES, RulesChanges, is_quarter
from nardy.core.rules import Rules
from nardy.errors import RulesError


@dataclass(frozen=True)
class Option:
    """One option: its values as text, and the games to which it applies."""

    name: str
    values: tuple[str, ...]
    """All values; for open-ended options, examples."""
    where: str
    """The games to which it applies, in words."""
    stands: Callable[[Rules], bool]
    read: Callable[[str], object]
    """Parses the text into the field of Rules; raises KeyError or ValueError for other text."""
    write: Callable[[object], str] = str


def _always(rules: Rules) -> bool:
    return True


def _blocks(rules: Rules) -> bool:
    return rules.contact is Contact.BLOCK


def _hits(rules: Rules) -> bool:
    return rules.contact is Contact.HIT


def _pins(rules: Rules) -> bool:
    return rules.contact is Contact.PIN


def _with_cube(rules: Rules) -> bool:
    return rules.cube_play


def _with_cascade(rules: Rules) -> bool:
    return rules.cascade_count > 0


def _with_head(rules: Rules) -> bool:
    return _blocks(rules) and rules.head > 0


def _traced(rules: Rules) -> bool:
    # Only these exceptions depend on whether the opponent's head stops the first checker.
    traced = (HeadException.CLASSIC, HeadException.SIX_FOUR)
    return _with_head(rules) and rules.head_exception in traced


def _house(name: str) -> Callable[[Rules], bool]:
    return lambda rules: name in rules.published.house_options


def _with_bomb(rules: Rules) -> bool:
    return _hits(rules) and rules.bomb


def _switch(name: str, where: str, stands: Callable[[Rules], bool]) -> Option:
    # Another word raises KeyError, which `read_option` turns into its message.
    words = {"on": True, "off": False}
    return Option(
        name, tuple(words), where, stands, words.__getitem__, lambda on: "on" if on else "off"
    )


def _choice(name: str, where: str, stands: Callable[[Rules], bool]) -> Option:
    return Option(name, tuple(CHOICES[name]), where, stands, CHOICES[name])


def _number(
    name: str, where: str, stands: Callable[[Rules], bool], zero: str = "0", most: int | None = None
) -> Option:
    """An option whose values are numbers, up to *most* if not all of them are offered."""
    offered = (value for value in NUMBERS[name] if most is None or value <= most)
    words = {zero if value == 0 else str(value): value for value in offered}
    return Option(
        name, tuple(words), where, stands, words.__getitem__, lambda n: str(n) if n else zero
    )


def _read_quarter(text: str) -> Quarter | None:
    if text == "none":
        return None
    span, _, most = text.partition(":")
    low, _, high = span.partition("-")
    quarter = Quarter(int(low), int(high), int(most))
    # Only the canonical text is accepted, so that equal rules have one text.
    if not is_quarter(quarter) or str(quarter) != text:
        raise ValueError(text)
    return quarter


_STAKES = {"/".join(map(str, stakes)): stakes for stakes in STAKES}


_MONEY = "money games with the cube"
_CUBE = "games with the cube"
_BLOCK = "block games"

OPTIONS: Mapping[str, Option] = {
    option.name: option
    for option in (
        _number("auto_doubles", _MONEY, _with_cube),
        _switch("beavers", _MONEY, _with_cube),
        _switch("bomb", "hit games", _hits),
        _choice("bomb_hits", "hit games with the bomb", _with_bomb),
        _choice("bomb_when", "hit games with the bomb", _with_bomb),
        _number("cascade_count", "all games", _always),
        _number("cascade_from", "games with a cascade", _with_cascade),
        _switch("crawford", "matches with the cube", _with_cube),
        _number("cube_cap", _CUBE, _with_cube),
        _switch("cube_play", "all games", _always),
        _switch("first_hit_wins", "hit games", _hits),
        _number("head", _BLOCK, _blocks, most=MOST_WRITTEN["head"]),
        _choice("head_exception", "block games with the head law", _with_head),
        _choice("head_scope", "head_exception=classic or six_four", _traced),
        _switch("holland", "matches with the cube", _with_cube),
        _choice("home_hit", "hit games", _hits),
        _number("home_mars", "long nardy", _house("home_mars"), zero="off"),
        _switch("jacoby", _MONEY, _with_cube),
        _number("koks", "long nardy", _house("koks"), zero="off"),
        _choice("last_throw", "all games", _always),
        _choice("leftover", "games with a cascade", _with_cascade),
        _switch("mother", "pin games", _pins),
        _choice("next_starter", "all games", _always),
        _choice("opening", "all games", _always),
        _choice("pinned_bearoff", "pin games", _pins),
        _choice("prime", _BLOCK, _blocks),
        _choice("prime_check", _BLOCK, _blocks),
        Option(
            "quarter",
            ("none", "19-24:5", "7-12:4"),
            _BLOCK,
            _blocks,
            _read_quarter,
            lambda quarter: str(quarter) if quarter else "none",
        ),
        _switch("raccoons", _MONEY, _with_cube),
        _switch("release", _BLOCK, _blocks),
        _number("runner", _BLOCK, _blocks),
        Option(
            "stakes",
            tuple(_STAKES),
            "all games",
            _always,
            _STAKES.__getitem__,
            lambda stakes: "/".join(map(str, stakes)),  # type: ignore[arg-type]
        ),
    )
}
"""Every option by its name, in alphabetical order."""


BESIDE_THE_BOARD = frozenset(
    (
        "auto_doubles",
        "beavers",
        "crawford",
        "cube_cap",
        "cube_play",
        "holland",
        "jacoby",
        "next_starter",
        "opening",
        "raccoons",
    )
)
"""Options of the cube, the match and the opening; they change no position's chances."""


MONEY_ONLY = ("auto_doubles", "beavers", "jacoby", "raccoons")
"""Options that have no effect in a match."""


def in_a_match(rules: Rules) -> Rules:
    """The same game without the options that only money games have.

    >>> from nardy.games import find_game
    >>> rules_text(in_a_match(find_game("backgammon,cube_cap=8,jacoby=off")))
    'backgammon,cube_cap=8'
    """
    published = rules.published
    idle = {name: getattr(published, name) for name in MONEY_ONLY}
    changed = any(getattr(rules, name) != value for name, value in idle.items())
    return with_fields(rules, idle) if changed else rules


def with_fields(rules: Rules, fields: Mapping[str, object]) -> Rules:
    """The same game with fields whose names are known only when it runs."""
    # `replace` checks each of them.
    return rules.replace(**cast("RulesChanges", fields))


def read_option(name: str, text: str) -> object:
    """Parse the value of an option; a RulesError names the values that exist."""
    option = OPTIONS.get(name)
    if option is None:
        raise RulesError(f"expected an option, got {name!r}; there are {', '.join(OPTIONS)}")
    try:
        return option.read(text)
    except (KeyError, ValueError):
        raise RulesError(f"expected {name}={'|'.join(option.values)}, got {text!r}") from None


def with_options(rules: Rules, options: Mapping[str, str]) -> Rules:
    """The same game with options, given as text.

    Raises:
        RulesError: an option or value does not exist, or does not apply to this game.
    """
    if not options:
        return rules
    changed = with_fields(rules, {name: read_option(name, text) for name, text in options.items()})
    for name in options:
        option = OPTIONS[name]
        if not option.stands(changed):
            raise RulesError(
                f"option {name!r} stands in {option.where}, not in {rules_text(rules)}; "
                f"'nardy games {rules.id}' lists what may"
            )
    return _without_idle(changed)


def _without_idle(rules: Rules) -> Rules:
    """Reset options that no longer apply to the values of the published game."""
    idle = {
        name: getattr(rules.published, name)
        for name, option in OPTIONS.items()
        if getattr(rules, name) != getattr(rules.published, name) and not option.stands(rules)
    }
    return with_fields(rules, idle) if idle else rules


def option_text(rules: Rules, name: str) -> str:
    """The value of an option in these rules, as text."""
    return OPTIONS[name].write(getattr(rules, name))


def options_of(rules: Rules) -> dict[str, str]:
    """The differences from the published game: option to value as text, alphabetical.

    >>> from nardy.games import find_game
    >>> options_of(find_game("long-nardy@draw"))
    {'last_throw': 'half'}
    """
    published = rules.published
    return {
        name: option.write(getattr(rules, name))
        for name, option in OPTIONS.items()
        if getattr(rules, name) != getattr(published, name) and option.stands(rules)
    }


def rules_text(rules: Rules) -> str:
    """The game as position text has it: 'long-nardy,last_throw=half'."""
    return _rules_text(rules, rules.published)


@lru_cache(maxsize=512)
def _rules_text(rules: Rules, published: Rules) -> str:
    """Cached by both arguments: different games can have equal laws."""
    return ",".join([rules.id, *(f"{name}={value}" for name, value in options_of(rules).items())])
