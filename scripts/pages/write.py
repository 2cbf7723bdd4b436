"""Gather the generated pages, and write or check them."""

import sys
from collections.abc import Sequence
from pathlib import Path

from scripts.pages import (
    api,
    commands,
    events,
    games,
    laws,
    options,
    packages,
    page_types,
    protocol,
)

DOCS = Path(__file__).parents[2] / "docs"
MAKERS = (games, options, laws, events, commands, api, packages, protocol, page_types)


def pages() -> dict[Path, str]:
    """Every generated file with its content."""
    return {DOCS / name: text for maker in MAKERS for name, text in maker.pages()}


def stale(wanted: dict[Path, str]) -> list[Path]:
    """The files that are missing or differ, and pages of games that are no more."""
    differ = [
        path
        for path, text in wanted.items()
        if not path.exists() or path.read_text("utf-8") != text
    ]
    gone = [path for path in (DOCS / "games").glob("*.*") if path not in wanted]
    return [*differ, *gone]


def main(arguments: Sequence[str]) -> int:
    """Write what is stale; with --check only name it."""
    if list(arguments) not in ([], ["--check"]):
        print("usage: scripts/docs [--check]", file=sys.stderr)
        return 2
    wanted = pages()
    found = stale(wanted)
    for path in found:
        print(("stale: " if arguments else "") + str(path.relative_to(DOCS.parent)))
        if not arguments:
            _write(path, wanted.get(path))
    return 1 if arguments and found else 0


def _write(path: Path, text: str | None) -> None:
    if text is None:
        path.unlink()
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
