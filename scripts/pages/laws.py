"""The reference of laws and of errors."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator, Mapping

from scripts.pages.games import source_bullet
from scripts.pages.markdown import bullets, page, table

import nardy
from nardy.core.laws import (
    FORWARD,
    HITTERS_OFF,
    LAWS,
    NO_CRAWFORD,
    NO_EXCEPTION,
    NONE_PINNED,
    NOT_OPENED,
    PRIMES,
    Law,
    law_in_force,
)
from nardy.core.sources import SOURCES
from nardy.errors import NardyError
from nardy.games import FEVGA

LAWS_INTRODUCTION = """
Whatever is refused is refused by a law, and every law has an id: `nardy why --json` gives it as
`law`, and `IllegalTurnError` and `IllegalActError` as an attribute. The list is closed, and the ids
are a contract. When several laws are broken, the moves are tried in the order written, and the law
of the first move that fails is named, tested in the order below from `no-checker` to `hitter-off`;
if all moves stand, `prime`, `quarter` and `release` in the final position, then `longest-play`, then
`larger-die`.
"""
FIRST_OF_OTHER_ACTS = "already-rolled"

ERRORS_INTRODUCTION = """
What nardy refuses it refuses with one of these, all of them `NardyError`, which is a `ValueError`. The
message is one sentence: what was expected, what came, where, and one way out. The commands print it
after `nardy:` and exit with 1.
"""


def pages() -> Iterator[tuple[str, str]]:
    """Laws and errors."""
    ids = list(LAWS)
    split = ids.index(FIRST_OF_OTHER_ACTS)
    yield (
        "reference/laws.md",
        page(
            "Laws",
            LAWS_INTRODUCTION,
            "## Of turns",
            *(_law(LAWS[law]) for law in ids[:split]),
            "## Of other acts",
            *(_law(LAWS[law]) for law in ids[split:]),
            "## Sources",
            bullets(map(source_bullet, SOURCES)),
        ),
    )
    yield "reference/errors.md", page("Errors", ERRORS_INTRODUCTION, _errors())


READINGS: Mapping[str, tuple[Law, ...]] = {
    "not-rolled": (NOT_OPENED,),
    "wrong-die": (FORWARD,),
    "head": (NO_EXCEPTION,),
    "runner": (law_in_force("runner", FEVGA.replace(runner=6)),),
    "not-home": (NONE_PINNED,),
    "hitter-off": tuple(HITTERS_OFF.values()),
    "prime": tuple(PRIMES.values()),
    "holland": (NO_CRAWFORD,),
}
"""Laws with several sentences: one is chosen by the moment, the move or the rules in force."""


def _law(law: Law) -> str:
    told = [f"- {one.english} *{one.says('ru')}*" for one in READINGS.get(law.id, ())]
    in_force = "\n\nIn force, it is told as:\n\n" + "\n".join(told) if told else ""
    return _told(law) + in_force


def _told(law: Law) -> str:
    return f"### {law.id}\n\n{law.english}\n\n*{law.says('ru')}*\n\nSource: {law.source}"


def error_classes() -> list[type[NardyError]]:
    """NardyError and all made from it, wherever in nardy, by name."""
    for module in pkgutil.walk_packages(nardy.__path__, "nardy."):
        if not module.name.startswith(("nardy.__main__", "nardy.kernel")):
            importlib.import_module(module.name)
    found = {NardyError}
    new = [NardyError]
    while new:
        new = [kind for base in new for kind in base.__subclasses__()]
        found.update(new)
    return sorted(found, key=lambda kind: kind.__name__)


def _errors() -> str:
    rows = [
        (
            f"`{kind.__name__}`",
            f"`{kind.__bases__[0].__name__}`",
            _sentence(kind),
            _attributes(kind),
        )
        for kind in error_classes()
    ]
    return table(("error", "is a", "what it means", "attributes"), rows)


def _sentence(kind: type) -> str:
    return (
        (inspect.getdoc(kind) or "")
        .splitlines()[0]
        .replace("(rules, section 5)", "([list](laws.md))")
    )


def _attributes(kind: type) -> str:
    maker = next((k for k in kind.__mro__ if "__init__" in k.__dict__), kind)
    if not issubclass(maker, NardyError):
        return ""
    names = [name for name in inspect.signature(maker).parameters if name != "message"]
    return ", ".join(f"`{name}`" for name in names)
