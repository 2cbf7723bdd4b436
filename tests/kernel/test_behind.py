"""Compiling in another process while the rule book answers."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from nardy.bots.turns import final_positions
from nardy.core.dice import DiceList, Roll
from nardy.games import BACKGAMMON
from nardy.kernel import behind, cache


class Compiler:
    """A process that ends when it is told to."""

    def __init__(self) -> None:
        self.code: int | None = None

    def poll(self) -> int | None:
        return self.code


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Compiler]:
    """An empty cache, and the compiler that is started for it."""
    started = Compiler()
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    monkeypatch.setattr(subprocess, "Popen", lambda *_, **__: started)
    yield started
    started.code = 0
    behind.is_ready()


def test_the_kernel_is_ready_where_nobody_compiles(compiler: Compiler) -> None:
    assert behind.is_ready()


@pytest.mark.parametrize("code", [0, 1])
def test_it_is_not_ready_until_the_compiler_ends(compiler: Compiler, code: int) -> None:
    assert behind.warm_behind()
    assert not behind.is_ready()
    compiler.code = code
    assert behind.is_ready()


def test_one_compiler_is_enough(compiler: Compiler) -> None:
    assert behind.warm_behind()
    assert not behind.warm_behind()


def test_nothing_is_started_where_all_is_compiled(compiler: Compiler, tmp_path: Path) -> None:
    cache.mark_complete()
    assert not behind.warm_behind()


def test_the_rule_book_answers_while_it_compiles(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    import nardy.kernel.arrays  # noqa: PLC0415 (Numba is in an extra)

    monkeypatch.delattr(nardy.kernel.arrays, "kernel_turns")
    behind.warm_behind()
    turns = final_positions(BACKGAMMON, BACKGAMMON.start, DiceList.of(Roll(3, 1)))
    assert len(turns) == 16


def test_commands_that_need_it_compile_at_once_and_only_once(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    import nardy.kernel.warm  # noqa: PLC0415 (Numba is in an extra)

    begun: list[bool] = []
    monkeypatch.setattr(nardy.kernel.warm, "main", lambda: begun.append(True))
    behind.warm_now()
    cache.mark_complete()
    behind.warm_now()
    assert begun == [True]
