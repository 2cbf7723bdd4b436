"""One noun per concept: the words that names in src/nardy avoid, and what they say instead."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.effort import each

ROOT = Path(__file__).parents[1]
SOURCES = sorted((ROOT / "src" / "nardy").rglob("*.py"))

# Whole words of a name, each with the word to use.
INSTEAD = {
    "pieces?|stones?|mans?|men|chips?": "checker",
    "fields?_no|slots?|squares?": "point",
    "src": "origin",
    "tgt|dst": "target",
    "idx": "what it counts",
    "tmp|misc": "what it holds",
    "utils?|helpers?|manager|do_it": "what it does",
    "drop|reject": "pass",
    "accept": "take",
    "tray|score_pos|bear_off_pos": "off",
    "noop|no_op": "dance",
    "halfmove": "move",
}
FORBIDDEN = re.compile(rf"(?:^|_)({'|'.join(INSTEAD)})(?:_|$)")


def advice(name: str) -> str | None:
    """What to call it instead, if *name* holds a forbidden word."""
    snake = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
    found = None if name.startswith("__") else FORBIDDEN.search(snake)
    if found is None:
        return None
    word = next(use for words, use in INSTEAD.items() if re.fullmatch(words, found[1]))
    return f"{name}: not {found[1]!r} but {word}"


def names(tree: ast.Module) -> Iterator[str]:
    """Every name that a file gives to something."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                yield name
            case ast.ClassDef(name=name) | ast.arg(arg=name):
                yield name
            case ast.alias(asname=str(name)):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name
            case _:
                pass


@each("path", SOURCES)
def test_names_use_the_glossary(path: Path) -> None:
    given = [path.stem, *names(ast.parse(path.read_text(encoding="utf-8")))]
    assert not sorted({text for name in given if (text := advice(name))})


@pytest.mark.parametrize("name", ["piece", "PieceMap", "no_op", "src_point", "helpers"])
def test_a_forbidden_word_is_found(name: str) -> None:
    assert advice(name)


@pytest.mark.parametrize("name", ["checker", "mansion", "__slots__", "pass_double", "origin"])
def test_a_word_of_ours_is_not(name: str) -> None:
    assert advice(name) is None
