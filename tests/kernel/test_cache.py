"""Compiled code is found again, and never when it is stale."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from nardy.kernel import cache, native


def test_the_users_own_folder_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "own"))
    assert cache.home() == tmp_path / "own" / "nardy"
    assert cache.folder().name == cache.fingerprint()


def test_then_the_cache_folder_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache.home() == tmp_path / "xdg" / "nardy" / "kernel"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert cache.home() == tmp_path / ".cache" / "nardy" / "kernel"


def test_then_a_temporary_folder_of_his_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    (tmp_path / "a file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "a file"))
    monkeypatch.setattr(cache.tempfile, "gettempdir", lambda: str(tmp_path))
    place = cache.home()
    assert tmp_path in place.parents
    assert place.is_dir()
    if os.name == "posix":
        assert place.stat().st_mode & 0o077 == 0


def test_the_name_tells_sources_versions_and_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(native.SOURCES, tmp_path / "kernel", ignore=shutil.ignore_patterns("lib"))
    for module in (cache, native):
        monkeypatch.setattr(module, "SOURCES", tmp_path / "kernel")
    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
    names = [cache.fingerprint()]
    for changed in ("laws.py", "jit.py", "llvm/rows.py"):
        with (tmp_path / "kernel" / changed).open("a") as file:
            file.write("# changed\n")
        names.append(cache.fingerprint())
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    names.append(cache.fingerprint())
    monkeypatch.setattr(cache, "version", lambda name: "0.0")
    names.append(cache.fingerprint())
    assert len(set(names)) == 6


def test_only_the_latest_folders_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for age in range(6):
        place = cache.home() / f"old{age}"
        place.mkdir(parents=True)
        os.utime(place, (1_000_000 - age, 1_000_000 - age))
    cache.folder().mkdir()
    cache.prune(keep=2)
    kept = sorted(place.name for place in cache.home().iterdir())
    assert kept == sorted(["old0", "old1", cache.fingerprint()])


INNER = '''"""A function that others call."""

from nardy.kernel.jit import jit


@jit
def inner(number: int) -> int:
    return number + 1
'''
OUTER = '''"""A function that calls one in another file."""

from nardy.kernel.jit import jit
from nardy.kernel.inner import inner


@jit
def outer(number: int) -> int:
    return inner(number) * 10
'''


@pytest.mark.thorough
def test_an_edit_of_another_file_is_seen(tmp_path: Path) -> None:
    """Numba alone would keep the old code of `inner` inside `outer`."""
    kernel = tmp_path / "src" / "nardy" / "kernel"
    kernel.mkdir(parents=True)
    for name in ("__init__.py", "cache.py", "jit.py", "native.py"):
        shutil.copy(cache.SOURCES / name, kernel)
    shutil.copy(cache.SOURCES.parent / "errors.py", kernel.parent)
    (kernel.parent / "__init__.py").touch()
    (kernel / "inner.py").write_text(INNER, "utf-8")
    (kernel / "outer.py").write_text(OUTER, "utf-8")
    environment = {
        **os.environ,
        "PYTHONPATH": str(tmp_path / "src"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "PYTHONDONTWRITEBYTECODE": "1",
        native.CHOICE: "numba",
    }
    environment.pop("NUMBA_CACHE_DIR", None)

    def answer() -> int:
        program = "from nardy.kernel.outer import outer; print(outer(1))"
        run = subprocess.run(
            [sys.executable, "-c", program],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return int(run.stdout)

    assert answer() == 20
    folders = list((tmp_path / "cache" / "nardy" / "kernel").iterdir())
    assert len(folders) == 1
    assert list(folders[0].rglob("*.nbi"))
    assert answer() == 20
    (kernel / "inner.py").write_text(INNER.replace("+ 1", "+ 2"), "utf-8")
    assert answer() == 30
