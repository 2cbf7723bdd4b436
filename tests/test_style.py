"""The size of things: a file has one subject, a function one thought."""

import ast
from pathlib import Path

from tests.effort import each

ROOT = Path(__file__).parents[1]
NARDY = ROOT / "src" / "nardy"
SOURCES = sorted(path for path in NARDY.rglob("*.py") if path.relative_to(NARDY).parts[0] != "data")
SCRIPTS = sorted((NARDY / "web").rglob("*.js"))
FILE_LINES, FUNCTION_LINES, PARAMETERS = 450, 60, 6


def too_big(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    lines = text.count("\n")
    found = [f"{path.name}: {lines} lines"] if lines > FILE_LINES else []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            parameters = sum(argument.arg not in {"self", "cls"} for argument in given)
            if lines > FUNCTION_LINES:
                found.append(f"{node.name}: {lines} lines")
            if parameters > PARAMETERS:
                found.append(f"{node.name}: {parameters} parameters")
    return found


@each("path", SOURCES)
def test_nothing_is_too_big_to_read(path: Path) -> None:
    assert not too_big(path)


@each("path", SCRIPTS)
def test_no_script_of_the_page_is_too_long_to_read(path: Path) -> None:
    assert path.read_text(encoding="utf-8").count("\n") <= FILE_LINES
