"""The reference of the public names, from their signatures and docstrings."""

import inspect
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cached_property
from typing import get_args

from scripts.pages.markdown import bullets, literal, page, table

import nardy
from nardy.core.events import Event

INTRODUCTION = """
What `from nardy import ...` gives. These names are a contract, held by the
[changelog](../../CHANGELOG.md)'s rule on what is breaking. Everything below `Game` is seen by the
player who must act, in that player's own numbering: checkers move from 24 to 1, the bar is 25, off
is 0. Boards come from `nardy.render` (`text`, `svg`, `sentences`), rules in prose from
`nardy.render.rulebook`. In notebooks a `Situation`, a `Game`, a `Match` and a `Draft` show their board;
a `Position` does not, because only its game knows which way the opponent moves.

Packages have pages of their own: [formats](formats.md), [analysis](analysis.md), [bots](bots.md),
[reports](report.md), [arena](arena.md), [plots](plots.md), [reinforcement learning](rl.md).
"""
MANY = 6
_EVENTS = " | ".join(kind.__name__ for kind in get_args(Event))
_MEMBER = re.compile(r"<(\w+\.\w+): [^>]*>")
_MODULE = re.compile(r"\b(?:nardy|collections|typing|pathlib)\.(?:\w+\.)*(?=\w)")


def pages() -> Iterator[tuple[str, str]]:
    """One page with all public names."""
    names = {name: getattr(nardy, name) for name in sorted(nardy.__all__, key=str.casefold)}
    constants = {n: v for n, v in names.items() if not inspect.isclass(v) and not callable(v)}
    others = {n: v for n, v in names.items() if n not in constants}
    yield (
        "reference/api.md",
        page(
            "Python names",
            INTRODUCTION,
            "## Games",
            table(("name", "what it is"), [(f"`{n}`", _constant(v)) for n, v in constants.items()]),
            "## Functions",
            *(_function(n, v) for n, v in others.items() if not inspect.isclass(v)),
            "## Classes",
            *(_class(n, v) for n, v in others.items() if inspect.isclass(v)),
        ),
    )


def _constant(value: object) -> str:
    if isinstance(value, nardy.Rules):
        return f"the rules of [{value.name}](../games/{value.id}.md)"
    return "every game by its id"


def _function(name: str, function: object) -> str:
    return f"### {name}\n\n`{name}{_signature(function)}`\n\n{_first_line(function)}"


def _class(name: str, kind: type) -> str:
    parts = [f"### {name}", _made(name, kind), _first_line(kind)]
    if issubclass(kind, Enum):
        parts.append("Values: " + literal(member.name for member in kind) + ".")
    parts.append(bullets(_members(kind)))
    return "\n\n".join(part for part in parts if part)


def _made(name: str, kind: type) -> str:
    if issubclass(kind, Enum):
        return ""
    if is_dataclass(kind) and len(fields(kind)) > MANY:
        shown = literal(field.name for field in fields(kind) if field.name != "base")
        return f"`{name}(...)`, all by keyword: {shown}"
    if issubclass(kind, BaseException):
        return f"One of the [errors](errors.md), made from `{kind.__bases__[0].__name__}`."
    return f"`{name}{_signature(kind).removesuffix(' -> None')}`"


def _members(kind: type) -> Iterator[str]:
    """Public methods and properties that the class itself defines, by name."""
    for name, member in sorted(vars(kind).items()):
        if name.startswith("_") or not _first_line(member):
            continue
        if isinstance(member, property | cached_property):
            yield f"`{name}`: {_first_line(member)}"
        elif isinstance(member, classmethod) or inspect.isfunction(member):
            yield f"`{name}{_signature(getattr(kind, name))}`: {_first_line(member)}"


def _first_line(thing: object) -> str:
    return (inspect.getdoc(thing) or "").split("\n")[0]


def _signature(thing: object) -> str:
    text = str(inspect.signature(thing))  # type: ignore[arg-type]
    text = _MEMBER.sub(r"\1", _MODULE.sub("", text)).replace(_EVENTS, "Event")
    text = re.sub(r"-> '(\w+)'", r"-> \1", text)
    # Python 3.11 writes Unpack[Changes] as *<class 'Changes'>, later ones as it stands in the source.
    text = re.sub(r"\*<class '(\w+)'>", r"Unpack[\1]", text)
    return text.replace("(self, ", "(").replace("(self)", "()")
