"""Allowed values of the fields of `Rules`: `checked` converts a value or refuses it."""

import difflib
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TypedDict, cast

from nardy.core.choices import (
    BombHits,
    BombWhen,
    Check,
    Contact,
    Direction,
    HeadException,
    HeadScope,
    HomeHit,
    LastThrow,
    Leftovers,
    NextStarter,
    Opening,
    PinnedBearoff,
    Prime,
    Quarter,
)
from nardy.core.position import Position
from nardy.errors import RulesError

Preset = tuple[str, tuple[tuple[str, str], ...]]
"""A name and its options as text: ("draw", (("last_throw", "half"),))."""


class RulesChanges(TypedDict, total=False):
    """The fields that `Rules.replace` changes; a choice may be written as its text."""

    id: str
    name: str
    russian: str
    aliases: tuple[str, ...]
    source: str
    start: Position
    direction: Direction | str
    contact: Contact | str
    stakes: tuple[int, ...]
    names: tuple[tuple[str, str], ...]
    presets: tuple[Preset, ...]
    house_options: frozenset[str]
    opening: Opening | str
    next_starter: NextStarter | str
    cube_play: bool
    cube_cap: int
    jacoby: bool
    beavers: bool
    raccoons: bool
    auto_doubles: int
    crawford: bool
    holland: bool
    head: int
    head_exception: HeadException | str
    head_scope: HeadScope | str
    prime: Prime | str
    prime_check: Check | str
    runner: int
    quarter: Quarter | None
    release: bool
    home_hit: HomeHit | str
    mother: bool
    pinned_bearoff: PinnedBearoff | str
    cascade_count: int
    cascade_from: int
    leftover: Leftovers | str
    last_throw: LastThrow | str
    koks: int
    home_mars: int
    first_hit_wins: bool
    bomb: bool
    bomb_hits: BombHits | str
    bomb_when: BombWhen | str


CHOICES: Mapping[str, type[StrEnum]] = {
    "direction": Direction,
    "contact": Contact,
    "opening": Opening,
    "next_starter": NextStarter,
    "head_exception": HeadException,
    "head_scope": HeadScope,
    "prime": Prime,
    "prime_check": Check,
    "home_hit": HomeHit,
    "pinned_bearoff": PinnedBearoff,
    "leftover": Leftovers,
    "last_throw": LastThrow,
    "bomb_hits": BombHits,
    "bomb_when": BombWhen,
}

NUMBERS: Mapping[str, tuple[int, ...]] = {
    "auto_doubles": tuple(range(7)),
    "cascade_count": tuple(range(7)),
    "cascade_from": tuple(range(1, 10)),
    "cube_cap": (0, *(2**n for n in range(1, 13))),
    "head": (0, 1, 2),
    "home_mars": (0, 3, 4),
    "koks": (0, 3),
    "runner": tuple(range(25)),
}

SWITCHES = frozenset(
    (
        *("beavers", "bomb", "crawford", "cube_play", "first_hit_wins", "holland", "jacoby"),
        *("mother", "raccoons", "release"),
    )
)

OF_THE_GAME = frozenset(
    (
        *("name", "russian", "aliases", "source", "start", "direction", "contact", "names"),
        *("presets", "house_options"),
    )
)
"""Fields that no option changes: a game with others has an id of its own."""

MOST_WRITTEN = {"head": 1}
"""The highest numbers that options write, where a game may have higher ones."""

STAKES = ((1, 2, 3), (1, 2), (1,))


def checked(name: str, value: object) -> object:
    """The value of a field as `Rules` keeps it: the text of a choice becomes the choice.

    >>> checked("contact", "pin")
    <Contact.PIN: 'pin'>

    Raises:
        RulesError: there is no such field, or it cannot have this value.
    """
    if name in CHOICES:
        return _checked_choice(name, value)
    if name in SWITCHES:
        fits, expected, example = type(value) is bool, "True or False", "True"
    elif name in NUMBERS:
        # Not `isinstance`: True is no number of checkers.
        fits = type(value) is int and value in NUMBERS[name]
        expected, example = _span(NUMBERS[name]), str(NUMBERS[name][-1])
    elif name in _SHAPES:
        expected, example, fit = _SHAPES[name]
        fits = fit(value)
    else:
        raise RulesError(f"expected a field of Rules, got {name!r:.60}; {_hint(name)}")
    if not fits:
        raise RulesError(f"expected {name}={expected}, got {value!r:.60}; write {name}={example}")
    return value


def check_written(name: str, value: object) -> None:
    """Refuse a value that no option can write behind the id of a game.

    Raises:
        RulesError: says that the game needs an id of its own.
    """
    most = MOST_WRITTEN.get(name)
    if name in OF_THE_GAME or (most is not None and cast("int", value) > most):
        raise RulesError(
            f"expected a new id with {name}={value!r:.60}, which no option says; "
            f"write replace(id='my-game', {name}=...)"
        )


def is_quarter(value: object) -> bool:
    """Whether this limits the points held between two points of the board."""
    if not isinstance(value, Quarter) or not all(type(part) is int for part in value):
        return False
    return 1 <= value.low <= value.high <= 24 and 0 <= value.most <= 24


def _checked_choice(name: str, value: object) -> StrEnum:
    kind = CHOICES[name]
    # A value of another kind of choice may have the same text, and means something else.
    if not isinstance(value, StrEnum) or isinstance(value, kind):
        try:
            return kind(value)
        except ValueError:
            pass
    near = difflib.get_close_matches(str(value), list(kind), n=1) or list(kind)
    raise RulesError(
        f"expected {name}={'|'.join(kind)}, got {value!r:.60}; write {name}={str(near[0])!r}"
    )


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_name(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and not set(value) & set(",@=")


def _items(value: object) -> tuple[object, ...]:
    """The items of a tuple; one that no field takes, where the value is something else."""
    return cast("tuple[object, ...]", value) if isinstance(value, tuple) else (None,)


def _are_texts(value: object) -> bool:
    return all(map(_is_text, _items(value)))


def _are_pairs(value: object) -> bool:
    return all(_are_texts(pair) and len(_items(pair)) == 2 for pair in _items(value))


def _is_preset(value: object) -> bool:
    items = _items(value)
    return len(items) == 2 and _is_text(items[0]) and _are_pairs(items[1])


def _are_presets(value: object) -> bool:
    return all(map(_is_preset, _items(value)))


def _are_stakes(value: object) -> bool:
    return value in STAKES and all(type(points) is int for points in _items(value))


def _are_names_of_options(value: object) -> bool:
    names = cast("frozenset[object]", value) if isinstance(value, frozenset) else (None,)
    return all(map(_is_text, names))


# What is expected, how it may be written, and whether a value is so.
_SHAPES: Mapping[str, tuple[str, str, Callable[[object], bool]]] = {
    "id": ("a word without ',', '@' and '='", "'my-game'", _is_name),
    "name": ("a text", "'my game'", _is_text),
    "russian": ("a text", "'моя игра'", _is_text),
    "source": ("a text", "'our club'", _is_text),
    "aliases": ("a tuple of texts", "('our game',)", _are_texts),
    "start": ("a Position", "Position.of({24: 15})", lambda value: isinstance(value, Position)),
    "stakes": (" or ".join(map(str, STAKES)), "(1, 2)", _are_stakes),
    "names": ("a tuple of pairs of texts", "(('gammon', 'mars'),)", _are_pairs),
    "presets": (
        "a tuple of names with their options",
        "(('draw', (('last_throw', 'half'),)),)",
        _are_presets,
    ),
    "house_options": (
        "a frozenset of names of options",
        "frozenset({'koks'})",
        _are_names_of_options,
    ),
    "quarter": (
        "a Quarter with points from 1 to 24, or None",
        "Quarter(low=19, high=24, most=5)",
        lambda value: value is None or is_quarter(value),
    ),
}


def _span(numbers: tuple[int, ...]) -> str:
    if len(numbers) > 3 and numbers == tuple(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return "|".join(map(str, numbers))


def _hint(name: str) -> str:
    fields = tuple(RulesChanges.__annotations__)
    near = difflib.get_close_matches(name, fields, n=1)
    return f"did you mean {near[0]!r}?" if near else f"there are {', '.join(fields)}"
