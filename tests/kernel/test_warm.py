"""Compiling ahead of time."""

import subprocess
import sys
from pathlib import Path

import pytest

from nardy import kernel
from nardy.kernel import cache, jit, warm

compiles = pytest.mark.skipif(not jit.USES_NUMBA, reason="needs a kernel that Numba compiles")


@compiles
def test_all_that_was_compiled_is_loaded() -> None:
    warm.warm()
    told: list[tuple[int, int]] = []
    assert warm.warm(lambda done, total: told.append((done, total))) == 0
    assert not told
    assert cache.is_complete()


@compiles
def test_every_function_is_compiled_for_one_kind_of_arguments() -> None:
    """Twice would take twice the time, and two processes that compile at once could mix them up."""
    warm.warm()
    assert list(cache.folder().rglob("*.1.nbc"))
    assert not list(cache.folder().rglob("*.2.nbc"))


@compiles
def test_from_the_cache_it_says_nothing() -> None:
    warm.warm()
    answer = subprocess.run(
        [sys.executable, "-m", "nardy.kernel.warm"], capture_output=True, text=True, check=False
    )
    assert (answer.returncode, answer.stdout, answer.stderr) == (0, "", "")


def test_without_a_terminal_it_says_once_that_it_compiles(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(report: warm.Report) -> int:
        for done in range(1, 4):
            report(done, 3)
        return 3

    monkeypatch.setattr(jit, "USES_NUMBA", True)
    monkeypatch.setattr(warm, "warm", slow)
    warm.main()
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.splitlines() == [
        "kernel: compiling 3 functions, once for this version ...",
        "kernel: 3 functions compiled",
    ]


def test_on_a_terminal_it_shows_a_bar(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "USES_NUMBA", True)
    monkeypatch.setattr(warm, "warm", lambda report: report(2, 3) or 2)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    warm.main()
    assert capsys.readouterr().err.endswith("kernel: 2 functions compiled\n")


def test_a_built_kernel_is_not_compiled(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "USES_NUMBA", False)
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    monkeypatch.setattr(warm, "warm", lambda _: pytest.fail("there is nothing to compile"))
    warm.main()
    assert capsys.readouterr().err == ""
    # Importing Numba for nothing would take a second of every command.
    monkeypatch.setattr(warm, "main", lambda: pytest.fail("there is nothing to compile"))
    kernel.compile_missing()


def test_commands_compile_what_is_missing_and_only_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[bool] = []
    monkeypatch.setattr(jit, "USES_NUMBA", True)
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    monkeypatch.setattr(warm, "main", lambda: begun.append(True))
    kernel.compile_missing()
    cache.mark_complete()
    kernel.compile_missing()
    assert begun == [True]


def test_where_nothing_can_compile_the_rule_book_is_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "is_available", lambda: False)
    monkeypatch.setattr(cache, "is_complete", lambda: pytest.fail("there is no compiler"))
    kernel.compile_missing()
