"""A game from a TOML file: every field of Rules, or what differs from a game that it extends.

id = "courtyard"
extends = "long-nardy"
name = "courtyard nardy"
head_exception = "any_double"
koks = 3
"""

import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

from nardy.core.choices import Contact, Direction
from nardy.core.options import OPTIONS, read_option
from nardy.core.position import Position
from nardy.core.reading import read_side
from nardy.core.rules import Rules
from nardy.core.validity import check_position
from nardy.errors import NardyError, RulesError
from nardy.games import GAMES, find_game
from nardy.games.catalogue import find_in, named_options

MOST_BYTES = 100_000
MOST_CHECKERS = 99
TEXTS = ("id", "name", "russian", "source")
LISTS = ("aliases",)
TABLES = ("names", "presets")
CHOICES: Mapping[str, type[Direction] | type[Contact]] = {
    "direction": Direction,
    "contact": Contact,
}
KNOWN = ("extends", "start", *TEXTS, *LISTS, *TABLES, *CHOICES, *OPTIONS)


def load_game(path: Path) -> Rules:
    """Read a game from a TOML file.

    Raises:
        RulesError: the file cannot be read, or a field of it, with its name.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise RulesError(f"expected a game in {path.name}, got more than {MOST_BYTES:,} bytes")
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise RulesError(f"expected a game file, cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise RulesError(f"expected a TOML file in UTF-8, {path.name} is not") from None
    return parse_game(text, path.name)


def parse_game(text: str, where: str = "the file") -> Rules:
    """Read a game from TOML text; *where* is named in what is refused.

    >>> parse_game('id = "free"' + chr(10) + 'extends = "long-nardy"' + chr(10) + "head = 0").head
    0
    """
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"expected TOML in {where}: {error}") from None
    try:
        return _rules(data)
    except NardyError as error:
        raise RulesError(f"in {where}: {error}") from None


def finder(own: Rules) -> Callable[[str], Rules]:
    """`find_game` that also knows a game of one's own, which wins over another of its name."""
    games = {own.id: own}

    def find(text: str) -> Rules:
        name = re.split("[,@]", text, maxsplit=1)[0]
        try:
            find_in(name, games, {})
        except RulesError:
            return find_game(text)
        return named_options(text, lambda known: find_in(known, games, {}))

    return find


def _rules(data: Mapping[str, Any]) -> Rules:
    unknown = [name for name in data if name not in KNOWN]
    if unknown:
        raise RulesError(f"expected one of the fields {', '.join(KNOWN)}, got {unknown[0]!r}")
    base = find_game(_text(data, "extends")) if "extends" in data else None
    own_id = _read_id(data)
    values: dict[str, Any] = {name: _text(data, name) for name in TEXTS if name in data}
    values |= {"id": own_id, "name": values.get("name", own_id.replace("-", " "))}
    values |= {name: _read_choice(name, data[name]) for name in CHOICES if name in data}
    values |= {name: read_option(name, _written(data[name])) for name in OPTIONS if name in data}
    values |= _read_collections(data)
    if base is None:
        missing = [name for name in ("start", "direction", "contact") if name not in data]
        if missing:
            raise RulesError(f'expected {missing[0]!r} (or extends = "backgammon"), got none')
        rules = Rules(start=Position.of({24: 1}), **values)
    else:
        defaults: dict[str, Any] = {
            "aliases": (),
            "source": base.source,
            "russian": "",
            "presets": (),
        }
        rules = base.replace(**{**defaults, **values})
    if "start" in data:
        rules = _with_start(rules, data["start"])
    _check_options(rules, data)
    return rules


def _read_id(data: Mapping[str, Any]) -> str:
    own_id = _text(data, "id") if "id" in data else ""
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", own_id):
        raise RulesError(
            f'expected id = "my-game" (small letters, digits, hyphens), got {own_id!r}'
        )
    if own_id in GAMES:
        raise RulesError(f"expected an id of its own, got {own_id!r}, which nardy has already")
    return own_id


def _text(data: Mapping[str, Any], name: str) -> str:
    if not isinstance(data[name], str):
        raise RulesError(f"expected text for {name!r}, got {data[name]!r}")
    return data[name]


def _written(value: Any) -> str:
    """An option's value as option text: TOML has booleans, numbers and lists too."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list):
        return "/".join(map(str, cast("list[object]", value)))
    return str(value)


def _read_choice(name: str, value: object) -> object:
    try:
        return CHOICES[name](value)
    except ValueError:
        raise RulesError(f"expected {name} = {'|'.join(CHOICES[name])}, got {value!r}") from None


def _read_collections(data: Mapping[str, Any]) -> dict[str, Any]:
    read: dict[str, Any] = {}
    if "aliases" in data:
        if not isinstance(data["aliases"], list):
            raise RulesError(f"expected a list of names for 'aliases', got {data['aliases']!r}")
        read["aliases"] = tuple(map(str, cast("list[object]", data["aliases"])))
    if "names" in data:
        read["names"] = _pairs("names", data["names"])
    if "presets" in data:
        presets = _table("presets", data["presets"])
        read["presets"] = tuple((name, _pairs(name, options)) for name, options in presets.items())
    return read


def _pairs(name: str, table: object) -> tuple[tuple[str, str], ...]:
    return tuple((key, _written(value)) for key, value in sorted(_table(name, table).items()))


def _table(name: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RulesError(f"expected a table for {name!r}, got {value!r}")
    return cast("dict[str, Any]", value)


def _with_start(rules: Rules, start: object) -> Rules:
    """Both sides alike from one text, or a table with 'white' and 'black'."""
    alike: dict[str, Any] = {"white": start, "black": start}
    sides = cast("dict[str, Any]", start) if isinstance(start, dict) else alike
    if set(sides) != {"white", "black"} or not all(isinstance(s, str) for s in sides.values()):
        raise RulesError(
            f'expected start = "24:2,13:5" or start = {{white = .., black = ..}}, got {start!r}'
        )
    white, black = (_read_start(rules, sides[seat], seat) for seat in ("white", "black"))
    if sum(white) != sum(black):
        raise RulesError(
            f"expected as many checkers on both sides, got {sum(white)} for White "
            f"and {sum(black)} for Black"
        )
    changed = rules.replace(id=rules.id, start=Position(white, black))
    check_position(changed, changed.start)
    return changed


def _read_start(rules: Rules, text: str, seat: str) -> tuple[int, ...]:
    # Counted against itself: a side may have any number of checkers.
    free = rules.replace(id=rules.id, start=Position.of({24: MOST_CHECKERS}))
    counts, pinned = read_side(text, free, seat.title())
    if pinned:
        raise RulesError(f"expected no pinned checkers at the start, got {text!r}")
    if not 1 <= sum(counts[1:]) <= MOST_CHECKERS:
        raise RulesError(f"expected 1 to {MOST_CHECKERS} checkers a side, got {text!r}")
    return (0, *counts[1:])


def _check_options(rules: Rules, data: Mapping[str, Any]) -> None:
    house = {name for name in ("koks", "home_mars") if name in data}
    if house and rules.contact is not Contact.BLOCK:
        raise RulesError(f"option {min(house)!r} stands in block games")
    for name in OPTIONS:
        if name in data and name not in house and not OPTIONS[name].stands(rules):
            raise RulesError(f"option {name!r} stands in {OPTIONS[name].where}, not here")
    for _, options in rules.presets:
        for name, value in options:
            read_option(name, value)
