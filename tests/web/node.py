"""The page's modules in node: as the club sends them, with the files of the engine beside them."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from nardy.server.web.bundles import needed, sent_files
from nardy.server.web.engine_files import engine_files
from nardy.server.web.static_files import web_files

HERE = Path(__file__).parent
OLDEST = (20, 12)
"""It unpacks what has no header ("deflate-raw"), as browsers do."""


def node() -> str:
    """Node of this machine, or no test where there is none."""
    found = shutil.which("node")
    if found:
        told = subprocess.run([found, "--version"], capture_output=True, text=True, check=True)
        if tuple(map(int, told.stdout.strip("v\n").split(".")[:2])) >= OLDEST:
            return found
    # Where the checks are the gate it must be there: .ci/run installs it.
    assert not os.environ.get("CI"), "the tests of the browser's engine need node 20.12"
    pytest.skip("no node 20.12 or newer, which runs the browser's engine")


def lay_out(folder: Path) -> Path:
    """The modules of the worker and the files of the engine, in a folder."""
    node()
    for name in needed(["/js/offline/worker.js"]):
        _put(folder, name, sent_files()[name].content)
    assert engine_files(), "python -m nardy.kernel.build"
    for name, file in engine_files().items():
        _put(folder, name, file.content)
    _put(folder, "/package.json", b'{"type": "module"}')
    return folder


def written_page(folder: Path) -> Path:
    """The page's modules and words as they are written, in a folder."""
    for name, file in web_files().items():
        if name.endswith((".js", ".json")):
            _put(folder, name, file.content)
    _put(folder, "/package.json", b'{"type": "module"}')
    return folder


def _put(folder: Path, name: str, content: bytes) -> None:
    path = folder / name.removeprefix("/")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def told_by(script: str, laid_out: Path, work: Path, asked: object) -> Any:
    """What a script beside this file answers; larger arrays are files in the folder *work*."""
    (work / "asked.json").write_text(json.dumps(asked), "utf-8")
    command = [node(), str(HERE / script), str(laid_out), str(work)]
    answer = subprocess.run(command, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    return json.loads((work / "told.json").read_text("utf-8"))
