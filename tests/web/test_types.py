"""The page's JavaScript by its own tools: types by TypeScript, format and lint by Biome, both from package-lock.json."""

import json
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = ROOT / "src" / "nardy" / "web" / "js"
COMMENT = re.compile(r"/\*\*.*?\*/", re.DOTALL)
TYPE = re.compile(r"(?:@\w+ |/\*\* @type )\{(.*?)\}+(?=[ \n*])", re.DOTALL)


def said_by(tool: str, *arguments: str) -> str:
    """What a tool of node_modules has against the page; '' if nothing."""
    program = ROOT / "node_modules" / ".bin" / tool
    if not program.exists():
        pytest.fail(f"{program} is missing; ./check installs it, and so does npm ci")
    answer = subprocess.run(
        [program, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return "" if answer.returncode == 0 else answer.stdout + answer.stderr


def test_the_types_in_the_comments_hold() -> None:
    assert said_by("tsc", "--project", ".") == ""


def test_scripts_are_formatted_and_have_nothing_against_the_linter() -> None:
    assert said_by("biome", "check", "--error-on-warnings", "--colors=off") == ""


def test_no_type_in_a_comment_is_any() -> None:
    found = [
        (file.name, kind)
        for file in SCRIPTS.rglob("*.js")
        for comment in COMMENT.findall(file.read_text("utf-8"))
        for kind in TYPE.findall(comment)
        if re.search(r"\bany\b|\*|\bFunction\b", kind)
    ]
    assert found == []


def test_the_lock_of_the_tools_is_hashed_and_names_no_registry() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))
    installed = [package for name, package in lock["packages"].items() if name]
    assert installed
    assert all(package["integrity"].startswith("sha512-") for package in installed)
    assert not any("resolved" in package for package in installed)
