"""The page's JavaScript by its own tools: types by TypeScript, format and lint by Biome, both from package-lock.json."""

import json
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WEB = ROOT / "src" / "nardy" / "web"
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


def loose(text: str) -> list[str]:
    """Types in comments that are, or hold, any."""
    kinds = [kind for comment in COMMENT.findall(text) for kind in TYPE.findall(comment)]
    return [kind for kind in kinds if re.search(r"\bany\b|\*|\bFunction\b", kind)]


def test_no_type_in_a_comment_is_any() -> None:
    found = {file.name: loose(file.read_text("utf-8")) for file in WEB.rglob("*.js")}
    assert {name: kinds for name, kinds in found.items() if kinds} == {}


@pytest.mark.parametrize("kind", ["any", "*", "Function", "Record<string, any>", "{a: any[]}"])
def test_any_is_found_in_a_type(kind: str) -> None:
    assert loose(f"/** What any one needs. @param {{{kind}}} it Any of them. */")
    assert loose(f"/**\n * @typedef {{object}} It\n * @property {{{kind}}} part\n */")


def test_the_lock_of_the_tools_is_hashed_and_names_no_registry() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text("utf-8"))
    installed = [package for name, package in lock["packages"].items() if name]
    assert installed
    assert all(package["integrity"].startswith("sha512-") for package in installed)
    assert not any("resolved" in package for package in installed)
