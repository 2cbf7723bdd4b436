"""The protocol of the club, for people; `page_types` has it as types for the page's scripts."""

import ast
import inspect
from collections.abc import Iterator
from types import ModuleType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from scripts.pages.markdown import page, table

from nardy.server.protocol import (
    dice,
    error_profiles,
    groups,
    matchmaking,
    messages,
    players,
    shared,
    tournaments,
)
from nardy.server.protocol.messages import ToClient, ToServer

INTRODUCTION = """
A page or a program talks to the club over one WebSocket, `/live`. Who a page is the cookie `nardy` says (over https
`__Host-nardy`), which `POST /api/rooms` sets; a program says it with its token, `Authorization: Bearer TOKEN`
([how](../guide/bots-api.md)). `GET /schema/openapi.json` describes these requests. An act that was not answered is sent
again, with the same `id`, over a new connection: it is done once. After `watch` with the number of the last event
that was seen, an `update` tells what was missed.
"""
FORM = "A message is a JSON"
"""The beginning of what the source says of every message, after its words on the generated files."""
NAMES = {
    str: "string",
    bytes: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
}


def pages() -> Iterator[tuple[str, str]]:
    """The reference."""
    yield "reference/protocol.md", _reference()


def structs() -> list[type[Any]]:
    """Every struct of the protocol, in the order of its files."""
    asked = (players, error_profiles, tournaments, groups, dice)
    return [*_messages(), *(kind for module in asked for kind in _structs(module))]


def _messages() -> list[type[Any]]:
    return [*_structs(messages), *_structs(shared), *_structs(matchmaking)]


def _structs(module: ModuleType) -> list[type[Any]]:
    found = [kind for kind in vars(module).values() if inspect.isclass(kind)]
    return [
        kind
        for kind in found
        if issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__
    ]


def _reference() -> str:
    sent, told = set(get_args(ToServer)), set(get_args(ToClient))
    parts = [kind for kind in _messages() if kind not in sent | told]
    return page(
        "Protocol of the club",
        form_of_messages(),
        INTRODUCTION,
        "## To the club",
        *(_told(kind) for kind in structs() if kind in sent),
        "## From the club",
        *(_told(kind) for kind in structs() if kind in told),
        "## What messages are made of",
        *(_told(kind) for kind in parts),
        "## Players",
        str(players.__doc__),
        *(_told(kind) for kind in _structs(players)),
        "## Error rates",
        str(error_profiles.__doc__),
        *(_told(kind) for kind in _structs(error_profiles)),
        "## Tournaments",
        str(tournaments.__doc__),
        *(_told(kind) for kind in _structs(tournaments) if kind not in sent | told),
        "## Clubs by invitation",
        str(groups.__doc__),
        *(_told(kind) for kind in _structs(groups)),
        "## Dice",
        str(dice.__doc__),
        *(_told(kind) for kind in _structs(dice)),
    )


def form_of_messages() -> str:
    """The documentation of each message, from its source.

    Raises:
        ValueError: the words with which this begins are not there.
    """
    _, mark, rest = str(messages.__doc__).partition(FORM)
    if not mark:
        raise ValueError(
            f"expected {FORM!r} in the docstring of messages.py, got none; change FORM"
        )
    return mark + rest


def _told(kind: type[Any]) -> str:
    tag = kind.__struct_config__.tag
    title = f"### {tag}" if tag else f"### {kind.__name__}"
    rows = [(f"`{name}`", f"`{text}`", said) for name, text, said in _fields(kind)]
    parts = [title, inspect.cleandoc(str(kind.__doc__))]
    if rows:
        parts.append(table(("field", "type", "meaning"), rows))
    return "\n\n".join(parts)


def first_line(thing: object) -> str:
    """The first line of what is said of something."""
    return str(thing.__doc__).strip().splitlines()[0]


def _fields(kind: type[Any]) -> Iterator[tuple[str, str, str]]:
    """Each field as it travels: its name, its type, and what the source says of it."""
    hints, said = get_type_hints(kind, include_extras=True), _sayings(kind)
    for name, encoded in zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True):
        yield encoded, type_name(hints[name]), said.get(name, "")


def _sayings(kind: type[Any]) -> dict[str, str]:
    """The strings that stand behind the fields of a struct."""
    (body,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(body, ast.ClassDef)
    said: dict[str, str] = {}
    name = ""
    for item in body.body:
        match item:
            case ast.AnnAssign(target=ast.Name(id=name)):
                pass
            case ast.Expr(value=ast.Constant(value=str(text))) if name:
                said[name] = " ".join(text.split())
            case _:
                pass
    return said


def type_name(hint: Any) -> str:
    """A type as TypeScript writes it."""
    inside = get_args(hint)
    if hint is Any or hint in NAMES:
        return NAMES.get(hint, "unknown")
    match get_origin(hint):
        case None:
            name = str(hint.__name__)
        case kind if kind is Annotated:
            name = type_name(inside[0])
        case kind if kind is list:
            item = type_name(inside[0])
            name = f"({item})[]" if " " in item else f"{item}[]"
        case kind if kind is tuple and inside[-1] is ...:
            name = f"{type_name(inside[0])}[]"
        case kind if kind is tuple:
            name = f"[{', '.join(map(type_name, inside))}]"
        case kind if kind is dict:
            name = f"Record<{', '.join(map(type_name, inside))}>"
        case kind if kind is Literal:
            name = " | ".join(f'"{value}"' for value in inside)
        case _:
            name = " | ".join(map(type_name, inside))
    return name
