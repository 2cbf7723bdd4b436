"""Who may import whom: the contracts in pyproject.toml, and what they cannot say."""

import ast
import logging
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from importlinter.cli import lint_imports
from tests.effort import each

ROOT = Path(__file__).parents[1]
NARDY = ROOT / "src" / "nardy"
# All of games but the files that gather them.
GATHER = {"__init__", "catalog", "game_file"}
GAMES = sorted(path for path in (NARDY / "games").glob("*.py") if path.stem not in GATHER)
RULE_BOOK = sorted(
    [NARDY / "errors.py", *(NARDY / "core").rglob("*.py"), *(NARDY / "games").rglob("*.py")]
)


def imports(path: Path) -> set[str]:
    """The modules that *path* imports, wherever in the file it does."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    plain = {name.name for node in nodes if isinstance(node, ast.Import) for name in node.names}
    return plain | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}


@pytest.fixture
def loggers() -> Iterator[None]:
    """import-linter configures logging, which silences every logger that it does not know."""
    known = [
        one for one in logging.root.manager.loggerDict.values() if isinstance(one, logging.Logger)
    ]
    were = [one.disabled for one in known]
    yield
    for one, was in zip(known, were, strict=True):
        one.disabled = was


@pytest.mark.usefixtures("loggers")
def test_the_layers_hold(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "src"))
    broken = lint_imports(str(ROOT / "pyproject.toml"), no_cache=True, no_logo=True)
    assert not broken, capsys.readouterr().out


def test_the_architecture_tells_the_same_layers() -> None:
    told = (ROOT / "ARCHITECTURE.md").read_text("utf-8").partition("\n## Layers\n")[2]
    blocks = re.findall(r"^```text\n(.*?)^```", told, re.MULTILINE | re.DOTALL)
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    layers = [one["layers"] for one in contracts["contracts"] if one["type"] == "layers"]
    assert [
        [re.split(r"\s{2,}", row)[0] for row in block.splitlines()] for block in blocks
    ] == layers


@each("path", RULE_BOOK)
def test_the_rule_book_is_standard_library_only(path: Path) -> None:
    tops = {module.partition(".")[0] for module in imports(path)}
    assert tops <= sys.stdlib_module_names | {"nardy"}


def test_only_the_kernel_imports_numba_or_says_that_it_does() -> None:
    # Built libraries replace Numba, so it is no reason to import anything else late.
    wanted = re.compile(r"^\s*(?:import|from) numba\b|\(imports Numba\)", re.MULTILINE)
    found = {path for path in NARDY.rglob("*.py") if wanted.search(path.read_text("utf-8"))}
    assert found
    assert {path for path in found if NARDY / "kernel" not in path.parents} == set()


@each("path", GAMES)
def test_a_game_is_core_and_at_most_one_other_game(path: Path) -> None:
    ours = {module for module in imports(path) if module.startswith("nardy")}
    others = {module for module in ours if module.startswith("nardy.games.")}
    assert all(module.startswith("nardy.core") for module in ours - others)
    assert len(others) <= 1


def forbidden_contracts() -> list[dict[str, Any]]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    return [contract for contract in contracts if contract["type"] == "forbidden"]


def module_of(path: Path) -> str:
    parts = path.relative_to(NARDY.parent).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def is_in(module: str, listed: Iterable[str]) -> bool:
    return any(module == name or module.startswith(f"{name}.") for name in listed)


# Those that a contract leaves out on purpose.
BRIDGE = {"nardy.kernel.act_arrays", "nardy.kernel.arrays"}
OF_THE_CLUB = {"nardy.server", "nardy.cli"}


@pytest.mark.parametrize("contract", forbidden_contracts(), ids=lambda one: one["name"])
def test_what_a_contract_does_not_list_keeps_it_too(contract: dict[str, Any]) -> None:
    listed, forbidden = contract["source_modules"], contract["forbidden_modules"]
    modules = {module_of(path): path for path in NARDY.rglob("*.py")}
    # A name that is gone guards nothing.
    assert set(listed) <= set(modules)
    is_kernel = is_in(listed[0], ["nardy.kernel"])
    allowed = BRIDGE if is_kernel else OF_THE_CLUB
    assert not allowed & set(listed)
    breaking = {
        module
        for module, path in modules.items()
        if not is_kernel or is_in(module, ["nardy.kernel"])
        if not is_in(module, [*listed, *allowed])
        if any(is_in(one, forbidden) for one in imports(path))
    }
    assert not breaking, f"list in pyproject.toml: {sorted(breaking)}"


# They find, build, time and keep compiled code, and hold none.
AROUND_THE_KERNEL = {
    "nardy.kernel",
    *(f"nardy.kernel.{name}" for name in ("bench", "build", "cache")),
}
AROUND_THE_KERNEL |= {"nardy.kernel.native", "nardy.kernel.warm"}


def test_every_file_of_the_kernel_is_in_its_contract_or_a_named_exception() -> None:
    [contract] = [
        one for one in forbidden_contracts() if is_in(one["source_modules"][0], ["nardy.kernel"])
    ]
    kernel = NARDY / "kernel"
    files = {module_of(path) for path in [*kernel.glob("*.py"), kernel / "build"]}
    exceptions = BRIDGE | AROUND_THE_KERNEL
    assert exceptions <= files
    assert files - exceptions == set(contract["source_modules"])
