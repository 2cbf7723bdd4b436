"""Games from TOML files: all fields of Rules, or the differences from another game.

id = "courtyard"
extends = "long-nardy"
name = "courtyard nardy"
head_exception = "any_double"
koks = 3
"""

import difflib
import re
import tomllib
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, cast

from nardy.core.choices import Contact
from nardy.core.options import OPTIONS, read_option, with_fields, with_options
from nardy.core.outcome import SIZES
from nardy.core.position import Position
from nardy.core.reading import read_side
from nardy.core.rule_values import checked
from nardy.core.rules import Rules
from nardy.core.validity import check_position
from nardy.errors import NardyError, RulesError
from nardy.games import GAMES, find_game
from nardy.games.catalog import find_in, named_options, require_playable

MOST_BYTES = 100_000
# The kernel counts checkers in one byte with a sign, which holds 127.
MOST_CHECKERS = 99
TEXTS = ("id", "name", "russian", "source")
LISTS = ("aliases", "house_options")
TABLES = ("names", "presets")
BOARD = ("direction", "contact")
KNOWN = ("extends", "start", *TEXTS, *LISTS, *TABLES, *BOARD, *OPTIONS)
HOUSE_OPTIONS = ("koks", "home_mars")
_DEFAULTS = {field.name: field.default for field in fields(Rules)}
_OWN = {"aliases": (), "russian": "", "presets": ()}
"""Fields that are not inherited from the extended game."""


def load_game(path: Path | str) -> Rules:
    """Read a game from a TOML file.

    Raises:
        RulesError: the file or a field of it cannot be read; the message names it.
    """
    path = Path(path)
    return parse_game(read_game_file(path), path.name)


def read_game_file(path: Path) -> str:
    """The text of a game's file.

    Raises:
        RulesError: the file cannot be read, or is not UTF-8.
    """
    try:
        with path.open("rb") as file:
            # One byte more than allowed tells a file that is too large without reading all of it.
            data = file.read(MOST_BYTES + 1)
        # Some editors begin the file with a byte order mark, which TOML does not allow.
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise RulesError(f"expected a game file, cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise RulesError(
            f"expected a TOML file in UTF-8, {path.name} is not at byte {error.start + 1}"
        ) from None
    if len(data) > MOST_BYTES:
        raise RulesError(f"expected a game in {path.name}, got more than {MOST_BYTES:,} bytes")
    return text


def parse_game(text: str, where: str = "the file") -> Rules:
    """Read a game from TOML text; errors name *where*.

    >>> parse_game('id = "free"' + chr(10) + 'extends = "long-nardy"' + chr(10) + "head = 0").head
    0
    """
    try:
        data = tomllib.loads(text.removeprefix("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise RulesError(f"expected TOML in {where}: {error}") from None
    try:
        return _rules(data)
    except NardyError as error:
        raise RulesError(f"in {where}: {error}") from None


def finder(own: Rules) -> Callable[[str], Rules]:
    """`find_game` that also knows a custom game, which takes precedence over others of its name."""
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
    _refuse_unknown(data)
    own_id = _read_id(data)
    values: dict[str, Any] = {name: _text(data, name) for name in TEXTS if name in data}
    values |= {"id": own_id, "name": values.get("name", own_id.replace("-", " "))}
    values |= {name: checked(name, data[name]) for name in BOARD if name in data}
    values |= {name: read_option(name, _written(data[name])) for name in OPTIONS if name in data}
    values |= _read_collections(data)
    rules = _extended(data, values) if "extends" in data else _from_nothing(data, values)
    if "start" in data:
        with _field("start"):
            rules = _with_start(rules, data["start"])
    check_position(rules, rules.start)
    _check_options(rules, data)
    require_playable(rules)
    _check_presets(rules)
    return rules


def _refuse_unknown(data: Mapping[str, Any]) -> None:
    for name in data:
        if name not in KNOWN:
            near = difflib.get_close_matches(name, KNOWN, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(KNOWN)}"
            raise RulesError(f"expected a field of a game, got {name!r:.60}; {hint}")


def _from_nothing(data: Mapping[str, Any], values: dict[str, Any]) -> Rules:
    missing = [name for name in ("start", "direction", "contact") if name not in data]
    if missing:
        raise RulesError(f'expected {missing[0]!r} (or extends = "backgammon"), got none')
    house = values.pop("house_options", frozenset[str]()) | _house_options_in(data)
    # This start is a placeholder until the file's own is read.
    return Rules(start=Position.of({24: 1}), house_options=house, **values)


def _extended(data: Mapping[str, Any], values: dict[str, Any]) -> Rules:
    with _field("extends"):
        base = find_game(_text(data, "extends"))
    house = values.pop("house_options", base.house_options) | _house_options_in(data)
    own = {**_OWN, "source": base.source, "house_options": house, **values}
    rules = with_fields(base, own)
    if rules.contact is base.contact:
        return rules
    # Laws of the other kind of contact are not inherited: there is no head where checkers are hit.
    foreign = [name for name in OPTIONS if name not in data and not OPTIONS[name].stands(rules)]
    return replace(rules, **{name: _DEFAULTS[name] for name in foreign})


def _house_options_in(data: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(name for name in HOUSE_OPTIONS if name in data)


@contextmanager
def _field(name: str) -> Generator[None, None, None]:
    """Prefix errors with the field's name."""
    try:
        yield
    except NardyError as error:
        raise RulesError(f"{name}: {error}") from None


def _read_id(data: Mapping[str, Any]) -> str:
    own_id = _text(data, "id") if "id" in data else ""
    if not re.fullmatch(r"[a-z][a-z0-9-]{0,39}", own_id):
        raise RulesError(
            f'expected id = "my-game" (small letters, digits, hyphens), got {own_id!r:.60}'
        )
    if own_id in GAMES:
        raise RulesError(f"expected an id of its own, got {own_id!r}, which nardy has already")
    return own_id


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data[name]
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise RulesError(f"expected a line of text for {name!r}, got {value!r:.60}")
    return value


def _written(value: Any) -> str:
    """An option's value as option text, from TOML booleans, numbers and lists."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list):
        return "/".join(map(str, cast("list[object]", value)))
    return f"{value!s:.60}"


def _read_collections(data: Mapping[str, Any]) -> dict[str, Any]:
    read: dict[str, Any] = {}
    if "aliases" in data:
        read["aliases"] = tuple(map(_free_alias, _texts(data, "aliases")))
    if "house_options" in data:
        names = _texts(data, "house_options")
        if not set(names) <= set(HOUSE_OPTIONS):
            raise RulesError(f"expected house_options among {HOUSE_OPTIONS}, got {names!r:.60}")
        read["house_options"] = frozenset(names)
    if "names" in data:
        read["names"] = _read_names(data["names"])
    if "presets" in data:
        presets = _table("presets", data["presets"])
        read["presets"] = tuple((name, _pairs(name, options)) for name, options in presets.items())
    return read


def _texts(data: Mapping[str, Any], name: str) -> list[str]:
    listed: list[Any] = data[name] if isinstance(data[name], list) else [None]
    if not all(isinstance(text, str) and text.strip() for text in listed):
        raise RulesError(f"expected a list of names for {name!r}, got {data[name]!r:.60}")
    return listed


def _free_alias(alias: str) -> str:
    """An alias that can be written and that no other game has."""
    if set(alias) & set(",@=") or not alias.isprintable():
        raise RulesError(f"expected aliases without commas and signs, got {alias!r:.60}")
    try:
        known = find_in(alias, GAMES, {})
    except RulesError:
        return alias
    raise RulesError(f"expected aliases of its own, got {alias!r}, which means {known.id}")


def _read_names(table: object) -> tuple[tuple[str, str], ...]:
    names = _table("names", table)
    for size, name in names.items():
        if size not in SIZES or not isinstance(name, str) or not name.strip():
            raise RulesError(
                f"expected names of {', '.join(SIZES)}, got {size} = {name!r:.60} in 'names'"
            )
    return tuple(sorted(names.items()))


def _pairs(name: str, table: object) -> tuple[tuple[str, str], ...]:
    return tuple((key, _written(value)) for key, value in sorted(_table(name, table).items()))


def _table(name: str, value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise RulesError(f"expected a table for {name!r}, got {value!r:.60}")
    return cast("dict[str, Any]", value)


def _with_start(rules: Rules, start: object) -> Rules:
    """Set the start from one text for both sides, or a table with 'white' and 'black'."""
    alike: dict[str, Any] = {"white": start, "black": start}
    sides = cast("dict[str, Any]", start) if isinstance(start, dict) else alike
    if set(sides) != {"white", "black"} or not all(isinstance(s, str) for s in sides.values()):
        raise RulesError(
            f'expected start = "24:2,13:5" or start = {{white = .., black = ..}}, got {start!r:.60}'
        )
    white, black = (_read_start(rules, sides[seat], seat) for seat in ("white", "black"))
    if sum(white) != sum(black):
        raise RulesError(
            f"expected as many checkers on both sides, got {sum(white)} for White "
            f"and {sum(black)} for Black"
        )
    # Not `Rules.replace`, which makes variants: these rules are still being read.
    return replace(rules, start=Position(white, black))


def _read_start(rules: Rules, text: str, seat: str) -> tuple[int, ...]:
    if "off:" in text:
        raise RulesError(f"expected all checkers on the board at the start, got {text!r:.60}")
    # Without a fixed count of checkers: a side may have any number.
    free = replace(rules, start=Position.of({24: MOST_CHECKERS}))
    counts, pinned = read_side(text, free, seat.title())
    if pinned:
        raise RulesError(f"expected no pinned checkers at the start, got {text!r}")
    if not 1 <= sum(counts[1:]) <= MOST_CHECKERS:
        raise RulesError(f"expected 1 to {MOST_CHECKERS} checkers a side, got {text!r}")
    return (0, *counts[1:])


def _check_options(rules: Rules, data: Mapping[str, Any]) -> None:
    for name in OPTIONS:
        is_house = name in HOUSE_OPTIONS
        stands = rules.contact is Contact.BLOCK if is_house else OPTIONS[name].stands(rules)
        if name in data and not stands:
            where = "block games" if is_house else OPTIONS[name].where
            raise RulesError(f"option {name!r} stands in {where}, not here")


def _check_presets(rules: Rules) -> None:
    for preset, options in rules.presets:
        if not re.fullmatch(r"[\w-]{1,40}", preset):
            raise RulesError(
                f"expected presets named by letters, digits, hyphens, got {preset!r:.60}"
            )
        with _field(f"presets.{preset}"):
            require_playable(with_options(rules, dict(options)))
