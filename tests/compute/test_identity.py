"""The identity of a program: the same in another process, another after any change."""

import subprocess
import sys
from pathlib import Path

import pytest

from nardy.compute import identity as module
from nardy.compute.identity import identity


def test_another_process_of_the_same_program_has_the_same_identity() -> None:
    asked = "from nardy.compute.identity import identity; print(*identity())"
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert told.stdout.split() == list(identity())


def test_any_changed_source_is_another_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_PACKAGE", tmp_path)
    codes = set[str]()
    for place, text in (("a.py", "1"), ("a.py", "2"), ("b.py", "2"), ("data.txt", "2")):
        (tmp_path / place).write_text(text)
        codes.add(identity.__wrapped__().code)
    assert len(codes) == 3
