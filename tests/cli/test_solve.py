"""`nardy solve`: what may be asked, and what is refused."""

from pathlib import Path
from typing import Any

import pytest
from tests.cli.talk import nardy, refused

from nardy.cli import computing, solving
from nardy.cli.solving import Task
from nardy.errors import way_to_install
from nardy.games import HYPERGAMMON


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Task]:
    """What is asked for, and nothing is solved."""
    tasks = list[Task]()
    monkeypatch.setattr(solving, "solve", tasks.append)
    return tasks


def test_what_is_not_said_is_as_the_help_tells(asked: list[Task]) -> None:
    assert nardy("solve").status == 0
    (task,) = asked
    assert (task.rules, task.out) == (HYPERGAMMON, Path("hypergammon.solved.npz"))
    assert (task.judge, task.games, task.seed, task.as_json) == (None, 1000, 1, False)
    assert task.threads >= 1


def test_a_game_may_come_from_a_file(asked: list[Task]) -> None:
    Path("mini.toml").write_text('extends = "fevga"\nid = "mini"\nstart = "24:2"\n', "utf-8")
    assert nardy("solve", "--file", "mini.toml", "--threads", 3).status == 0
    assert (asked[0].rules.id, asked[0].rules.checkers, asked[0].threads) == ("mini", 2, 3)


@pytest.mark.parametrize(
    "wrong", [["--games", 0], ["--threads", 0], ["--seed", -1], ["too", "many"], ["--nothing"]]
)
def test_a_wrong_call_is_told_how_to_call(wrong: list[Any], asked: list[Task]) -> None:
    answer = nardy("solve", *wrong)
    assert answer.status == 2
    assert "Usage: nardy solve" in answer.err
    assert not asked


def test_an_unknown_game_is_refused(asked: list[Task]) -> None:
    assert "hypergammon" in refused("solve", "hypergamon")
    assert not asked


def test_without_numba_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computing, "is_available", lambda: False)
    assert way_to_install("compile") in refused("solve")


def test_help_has_an_example() -> None:
    assert "Example: nardy solve" in nardy("solve", "--help").out
