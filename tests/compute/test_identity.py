"""The identity of a program: the same in another process, another after any change."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from nardy.compute import identity as module
from nardy.compute.identity import identity
from nardy.kernel import native


def test_another_process_of_the_same_program_has_the_same_identity() -> None:
    asked = "from nardy.compute.identity import identity; print(*identity())"
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert told.stdout.split() == list(identity())


NATIVE = """
import sys
for absent in ("numba", "llvmlite"):
    sys.modules[absent] = None
from nardy.compute.identity import identity
print(identity().processor)
"""
needs_library = pytest.mark.skipif(native.library() is None, reason="needs a built library")


@needs_library
def test_a_built_library_needs_no_compiler_to_be_named() -> None:
    told = subprocess.run(
        [sys.executable, "-c", NATIVE], capture_output=True, text=True, check=True
    )
    assert f"{told.stdout.strip()}.so" in native.names()


@needs_library
def test_what_was_built_elsewhere_or_is_compiled_here_is_another_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    codes = {identity().code}
    monkeypatch.setattr(native, "text_hash", lambda: "another")
    codes.add(identity.__wrapped__().code)
    monkeypatch.setattr(module, "version", lambda _: "0.0")
    codes.add(identity.__wrapped__().code)
    if find_spec("numba"):
        monkeypatch.setattr(native, "library", lambda: None)
        codes.add(identity.__wrapped__().code)
        assert len(codes) == 4
    assert len(codes) >= 3


def test_any_changed_source_or_data_is_another_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_PACKAGE", tmp_path)
    codes = set[str]()
    (tmp_path / "data" / "weights").mkdir(parents=True)
    for place, text in (
        ("a.py", "1"),
        ("a.py", "2"),
        ("b.py", "2"),
        ("data/levels.json", "2"),
        ("data/weights/tapa.npz", "2"),
        ("data/weights/tapa.npz", "3"),
    ):
        (tmp_path / place).write_text(text)
        codes.add(identity.__wrapped__().code)
    assert len(codes) == 6
    for place in ("notes.txt", "data/module.pyc"):
        (tmp_path / place).write_text("2")
        codes.add(identity.__wrapped__().code)
    assert len(codes) == 6
