"""The types of the page's scripts: messages, events, and what the API takes and answers at each path."""

import inspect
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
from litestar import Response
from scripts.pages.protocol import first_line, structs, type_name

from nardy.core.events import Event
from nardy.server.app import HANDLERS
from nardy.server.protocol.messages import Seat, ToClient, ToServer

HEAD = "// Written by scripts/docs from nardy/server/protocol and the handlers of nardy/server/app.py; change those.\n"
BODY = "data"
"""The parameter in which a handler takes the body of a request."""
EXACT = {("Happened", "event"): "GameEvent", ("player",): type_name(Seat)}
"""Fields that Python declares as wider than they are: of one struct, or of any event."""
_PARAMETER = re.compile(r"\{[^}]*\}")


def pages() -> Iterator[tuple[str, str]]:
    """The declarations that editors and `tsc` read."""
    yield "../src/nardy/web/js/protocol.d.ts", _declarations()


def _declarations() -> str:
    answers = {method: _answers(method) for method in ("GET", "POST")}
    bodies = {path: hints.get(BODY) for path, _, hints in _handlers("POST")}
    sent = _structs([ToServer, *bodies.values()])
    told = [*structs(), *_structs([*answers["GET"].values(), *answers["POST"].values()])]
    kinds = [*dict.fromkeys([*told, *sent])]
    names = [kind.__name__ for kind in (*kinds, *get_args(Event))]
    assert len(names) == len(set(names)), sorted(name for name in names if names.count(name) > 1)
    return "\n".join(
        [
            HEAD,
            f"export type Seat = {type_name(Seat)};\n",
            *(_interface(kind, is_sent=kind in sent) for kind in kinds),
            *map(_event, get_args(Event)),
            _union("GameEvent", Event),
            _union("ToServer", ToServer),
            _union("ToClient", ToClient),
            _by_path("Answer", "What a GET answers at a path.", answers["GET"]),
            _by_path("Posted", "What a POST answers at a path.", answers["POST"]),
            _by_path("Body", "What a POST takes at a path.", bodies),
        ]
    )


def _handlers(method: str) -> Iterator[tuple[str, Any, dict[str, Any]]]:
    """The handlers of the API by their paths, with the types in their signatures."""
    for handler in HANDLERS:
        for path in handler.paths:
            if method in handler.http_methods and path.startswith("/api/"):
                yield path, handler, get_type_hints(handler.fn)


def _answers(method: str) -> dict[str, Any]:
    """The type of each answer by its path; what is packed beforehand names it in its responses."""
    found: dict[str, Any] = {}
    for path, handler, hints in _handlers(method):
        packed = next(iter((handler.responses or {}).values()), None)
        kind = packed.data_container if packed else hints["return"]
        if not (inspect.isclass(kind) and issubclass(kind, Response)):  # a way elsewhere
            found[path] = get_args(kind)[0] if get_origin(kind) is Response else kind
    return found


def _structs(hints: Iterable[Any]) -> list[type[msgspec.Struct]]:
    """Every struct within these types, and within those structs."""
    found: dict[type[msgspec.Struct], None] = {}
    due = [*hints]
    while due:
        hint = due.pop(0)
        if inspect.isclass(hint) and issubclass(hint, msgspec.Struct):
            if hint not in found:
                found[hint] = None
                due += get_type_hints(hint).values()
        else:
            due += get_args(hint)
    return [*found]


def _interface(kind: type[msgspec.Struct], *, is_sent: bool) -> str:
    """A struct; a client may leave out what has a default, the club always sends it."""
    hints = get_type_hints(kind, include_extras=True)
    lines = [f"/** {first_line(kind)} */", f"export interface {kind.__name__} {{"]
    if tag := kind.__struct_config__.tag:
        lines.append(f'  type: "{tag}";')
    for field in msgspec.structs.fields(kind):
        mark = "" if field.required or not is_sent else "?"
        text = EXACT.get((kind.__name__, field.name)) or type_name(hints[field.name])
        lines.append(f"  {field.encode_name}{mark}: {text};")
    return "\n".join([*lines, "}", ""])


def _event(kind: type[Any]) -> str:
    """An event of the rule book; what is false is left out."""
    lines = [f"/** {first_line(kind)} */", f"export interface {kind.__name__} {{"]
    lines.append(f'  kind: "{kind.kind}";')
    for field in fields(kind):
        mark = "?" if field.default is False else ""
        text = EXACT.get((field.name,)) or type_name(field.type)
        lines.append(f"  {field.name}{mark}: {text};")
    return "\n".join([*lines, "}", ""])


def _union(name: str, union: Any) -> str:
    return f"export type {name} = {' | '.join(kind.__name__ for kind in get_args(union))};\n"


def _by_path(name: str, about: str, kinds: Mapping[str, Any]) -> str:
    """A type that depends on a path; of those that fit, the one with most segments is meant."""

    def rank(path: str) -> tuple[int, int, str]:
        return -path.count("/"), path.count("{"), path

    lines = [
        f"/** {about} What follows a question mark does not count. */",
        f"export type {name}<Path extends string> =",
        f"  Path extends `${{infer Before}}?${{string}}` ? {name}<Before> :",
    ]
    for path in sorted(kinds, key=rank):
        text = type_name(kinds[path]) if kinds[path] is not None else "Record<string, never>"
        lines.append(f"  Path extends `{_PARAMETER.sub('${string}', path)}` ? {text} :")
    return "\n".join([*lines, "  unknown;", ""])
