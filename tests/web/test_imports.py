import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "src" / "nardy" / "web" / "js"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
IMPORT = re.compile(r'^(?:import|export)\b[^"]*"(\.[^"]+)";$', re.MULTILINE)
LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')


def imports(folder: Path) -> dict[Path, set[Path]]:
    """The modules that each module imports, at once or later; types in comments do not count."""
    found: dict[Path, set[Path]] = {}
    for file in folder.rglob("*.js"):
        text = COMMENT.sub("", file.read_text("utf-8"))
        named = [*IMPORT.findall(text), *LATER.findall(text)]
        found[file.resolve()] = {(file.parent / name).resolve() for name in named}
    return found


def test_scripts_do_not_import_in_a_circle() -> None:
    found = imports(SCRIPTS)
    assert sum(map(len, found.values())) > len(found)
    TopologicalSorter(found).prepare()


def test_a_circle_is_found_whether_an_import_is_at_once_or_later(tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text('import {\n  two,\n} from "./two.js";\n')
    (tmp_path / "two.js").write_text('export const two = () => import("./one.js");\n')
    with pytest.raises(CycleError):
        TopologicalSorter(imports(tmp_path)).prepare()


def test_a_type_named_in_a_comment_makes_no_circle(tmp_path: Path) -> None:
    (tmp_path / "one.js").write_text('import { two } from "./two.js";\n')
    (tmp_path / "two.js").write_text('/** @typedef {import("./one.js").One} One */\n')
    TopologicalSorter(imports(tmp_path)).prepare()
