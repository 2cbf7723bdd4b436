"""The types that the page's comments tell hold, by TypeScript, where it is installed."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "src" / "nardy" / "web" / "js"
STRICT = ("--noEmit", "--allowJs", "--checkJs", "--strict", "--target", "es2022")
WEB = ("--module", "es2022", "--moduleResolution", "bundler", "--lib", "es2023,dom,dom.iterable")


@pytest.mark.thorough
def test_the_types_in_the_comments_hold() -> None:
    checker = shutil.which("tsc")
    if checker is None:
        pytest.skip("no tsc (npm install -g typescript)")
    files = sorted(str(file) for file in ROOT.rglob("*.js"))
    told = subprocess.run(
        [checker, *STRICT, *WEB, *files], capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stdout
