"""One noun per concept: the words that names in src/nardy avoid, and what they say instead."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.effort import each

from nardy.server.store.schema import metadata

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
    # Private words of earlier versions, which a stranger had to look up.
    "caretaker|resting": "maintenance, eviction",
    "steward|contest": "tournament runner, running tournament",
    "parting|offices?": "leaving a group, roles",
    "doors?|desk|robots|referee": "request guard, service, bot runner, timeouts",
    "errands?|journeys?": "pending login",
    "relatives|kin": "related games",
    "counsel|adviser|opinions?|thoughts?": "analysis, advisor, evaluation",
    "repertoire|gathering|performing": "rule versions, spectators, apply an act",
    "sieve|sifted|foreseen|stories": "move filter, cached look-ahead, histories",
    "sparing|faulty|shipped": "shortest notation, accepted illegal, bundled",
    # US spelling, as in the rest of the program.
    "catalogues?": "catalog",
    "colours?": "color",
}
FORBIDDEN = re.compile(rf"(?:^|_)({'|'.join(INSTEAD)})(?:_|$)")


def advice(name: str) -> str | None:
    """What to call it instead, if *name* holds a forbidden word."""
    found = None if name.startswith("__") else FORBIDDEN.search(_snake(name))
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


def test_every_class_name_stands_once() -> None:
    found: dict[str, list[str]] = {}
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    assert {name: paths for name, paths in found.items() if len(paths) > 1} == {}


def type_aliases(text: str) -> Iterator[tuple[str, str]]:
    """The name of each type alias of a file, and the type; type variables stand for any."""
    for node in ast.parse(text).body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                pass
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                pass
            case _:
                continue
        is_variable = isinstance(value, ast.Call) and ast.unparse(value.func) == "TypeVar"
        if re.fullmatch("_?[A-Z][a-z][A-Za-z]*", name) and not is_variable:
            yield name, ast.unparse(value)


def test_a_type_alias_is_no_class_and_one_type() -> None:
    meanings: dict[str, set[str]] = {}
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        classes = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef))
        for node in classes:
            meanings.setdefault(node.name, set()).add("class")
        # The kernel's sources know no other folder, and their text is that of the built libraries.
        if path.parent.name != "kernel":
            for name, meant in type_aliases(text):
                meanings.setdefault(name, set()).add(meant)
    assert len(meanings) > 500
    assert {name: meant for name, meant in meanings.items() if len(meant) > 1} == {}


def test_a_type_alias_is_found() -> None:
    text = 'Law = Callable[[int], bool]\nWord: TypeAlias = str\nMOST = 3\nValue = TypeVar("Value")'
    assert dict(type_aliases(text)) == {"Law": "Callable[[int], bool]", "Word": "str"}


def test_the_page_says_checkers() -> None:
    page = ROOT / "src" / "nardy" / "web"
    files = [*page.rglob("*.js"), *page.rglob("*.css"), *page.rglob("*.html")]
    assert len(files) > 100
    found = {
        str(path.relative_to(ROOT)): word
        for path in files
        for word in re.findall(r"\b(?:men|pieces?)\b", path.read_text(encoding="utf-8"))
    }
    assert found == {}


# Words of the program that a page, a style or a text for people does not use either. The rest of INSTEAD
# means something else there: `drop` is an event of the browser, `chip` a label, `journey` plain English.
EVERYWHERE = re.compile(
    r"(?:^|[_-])(caretaker|steward|parting|repertoire|gathering|performing|adviser|counsel|sieve|sifted"
    r"|opinions?|thoughts|relatives|errands?|circles?)(?:[_-]|$)"
)
GRAPHICS = {"circle"}
"""Elements and attributes of SVG."""


def test_page_and_styles_use_the_glossary() -> None:
    page = ROOT / "src" / "nardy" / "web"
    found = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in (*page.rglob("*.js"), *page.rglob("*.css"))
        for name in re.findall(r"[A-Za-z_$][\w$-]*", _without_wire_names(path))
        if name not in GRAPHICS and EVERYWHERE.search(_snake(name))
    }
    assert found == set()


def test_tables_and_columns_use_the_glossary() -> None:
    names = {table.name for table in metadata.sorted_tables}
    names |= {column.name for table in metadata.sorted_tables for column in table.columns}
    assert len(names) > 60
    assert {name for name in names if advice(name) or EVERYWHERE.search(name)} == set()


@pytest.mark.parametrize("folder", ["docs/guide", "docs/reference", "."])
def test_docs_use_the_glossary(folder: str) -> None:
    words = r"\b(caretaker|steward|adviser|counsel|sieve|repertoire|private club|men|pieces)\b"
    for path in (ROOT / folder).glob("*.md"):
        assert re.findall(words, path.read_text(encoding="utf-8")) == [], path


def _without_wire_names(path: Path) -> str:
    """A script without the keys that travel as they always did; house rule: what travels keeps its name."""
    text = path.read_text(encoding="utf-8")
    keys = r"circle(?:_name)?|sieve"  # the last in the manifest of weights
    return re.sub(rf"\.(?:{keys})\b|\b(?:{keys})\??:|/api/position/opinion", "", text)


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


@each("path", SOURCES)
def test_names_use_the_glossary(path: Path) -> None:
    given = [path.stem, *names(ast.parse(path.read_text(encoding="utf-8")))]
    assert not sorted({text for name in given if (text := advice(name))})


@pytest.mark.parametrize(
    "name", ["piece", "PieceMap", "no_op", "src_point", "helpers", "LinkDesk", "COLOURS"]
)
def test_a_forbidden_word_is_found(name: str) -> None:
    assert advice(name)


@pytest.mark.parametrize("name", ["checker", "mansion", "__slots__", "pass_double", "origin"])
def test_a_word_of_ours_is_not(name: str) -> None:
    assert advice(name) is None
