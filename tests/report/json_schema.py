"""A value held against a JSON schema, for the keywords that our schema uses; others are an error."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SCHEMA: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "docs/reference/analysis.schema.json").read_text("utf-8")
)
TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "number": (int, float),
    "integer": (int,),
    "boolean": (bool,),
    "null": (type(None),),
}
SILENT = {"$schema", "$defs", "title", "description"}


def breaks(value: Any, schema: dict[str, Any] = SCHEMA, at: str = "$") -> Iterator[str]:
    """What in a value breaks the schema, with its place."""
    for word, asked in schema.items():
        if word in SILENT:
            continue
        yield from _CHECKS[word](value, asked, at, schema)


def _reference(value: Any, asked: str, at: str, _: dict[str, Any]) -> Iterator[str]:
    yield from breaks(value, SCHEMA["$defs"][asked.removeprefix("#/$defs/")], at)


def _type(value: Any, asked: str | list[str], at: str, _: dict[str, Any]) -> Iterator[str]:
    names = [asked] if isinstance(asked, str) else asked
    is_bool = isinstance(value, bool)
    if not any(isinstance(value, TYPES[name]) and is_bool == (name == "boolean") for name in names):
        yield f"{at}: expected {names}, got {value!r:.40}"


def _one_of(value: Any, asked: list[Any], at: str, _: dict[str, Any]) -> Iterator[str]:
    found = [list(breaks(value, one, at)) for one in asked]
    if found.count([]) != 1:
        yield f"{at}: {found.count([])} of {len(asked)} hold; nearest {min(found, key=len)[:3]}"


def _any_of(value: Any, asked: list[Any], at: str, _: dict[str, Any]) -> Iterator[str]:
    if all(list(breaks(value, one, at)) for one in asked):
        yield f"{at}: none holds for {value!r:.40}"


def _properties(value: Any, asked: Any, at: str, _: dict[str, Any]) -> Iterator[str]:
    for name, own in value.items() if isinstance(value, dict) else ():
        if name in asked:
            yield from breaks(own, asked[name], f"{at}.{name}")


def _no_others(value: Any, asked: bool, at: str, schema: dict[str, Any]) -> Iterator[str]:
    assert asked is False
    names = value if isinstance(value, dict) else {}
    yield from (f"{at}: {name} is unknown" for name in names if name not in schema["properties"])


def _items(value: Any, asked: Any, at: str, _: dict[str, Any]) -> Iterator[str]:
    for place, one in enumerate(value if isinstance(value, list) else ()):
        yield from breaks(one, asked, f"{at}[{place}]")


_CHECKS: dict[str, Any] = {
    "$ref": _reference,
    "type": _type,
    "oneOf": _one_of,
    "anyOf": _any_of,
    "properties": _properties,
    "additionalProperties": _no_others,
    "items": _items,
    "required": lambda value, asked, at, _: (
        f"{at}: {name} is missing"
        for name in asked
        if isinstance(value, dict) and name not in value
    ),
    "enum": lambda value, asked, at, _: [f"{at}: {value!r}"] if value not in asked else [],
    "const": lambda value, asked, at, _: [f"{at}: {value!r}"] if value != asked else [],
    "minimum": lambda value, asked, at, _: (
        [f"{at}: {value} < {asked}"] if isinstance(value, int | float) and value < asked else []
    ),
    "maximum": lambda value, asked, at, _: (
        [f"{at}: {value} > {asked}"] if isinstance(value, int | float) and value > asked else []
    ),
    "minItems": lambda value, asked, at, _: (
        [f"{at}: too few"] if isinstance(value, list) and len(value) < asked else []
    ),
    "maxItems": lambda value, asked, at, _: (
        [f"{at}: too many"] if isinstance(value, list) and len(value) > asked else []
    ),
}
