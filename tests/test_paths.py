"""Files that docstrings, comments and docs name exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
NAMED = re.compile(
    r"(?<![\w./<*{-])((?:[\w-]+/)+[\w-]+\.(?:py|js|json|css|sql|d\.ts|md))(?![\w<*{])"
)
"""A path with a folder, such as core/judge.py; without a folder it may be a user's own file."""
ROOTS = (
    "",
    "src",
    "src/nardy",
    "src/nardy/server",
    "src/nardy/web",
    "src/nardy/web/js",
    "docs",
    "tests",
)
OTHER = re.compile(r"lib/python|node_modules|/tmp/|http")
FORMER = {"CHANGELOG.md"}
"""Its older lines tell of files as they were."""


def is_there(name: str, beside: Path) -> bool:
    places = [beside.parent, *beside.parent.parents, *(ROOT / root for root in ROOTS)]
    return any((place / name).is_file() for place in places)


def test_every_file_that_is_named_exists() -> None:
    sources = [*(ROOT / "src").rglob("*.py"), *(ROOT / "src").rglob("*.js")]
    docs = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    missing = {
        f"{path.relative_to(ROOT)}: {name}"
        for path in (*sources, *docs)
        if path.name not in FORMER
        for line in path.read_text(encoding="utf-8").splitlines()
        if not OTHER.search(line)
        for name in NAMED.findall(line)
        if not is_there(name, path)
    }
    assert missing == set()
