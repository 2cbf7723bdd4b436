"""`nardy train`: what may be asked, and what is refused."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.cli.talk import nardy, refused

from nardy.cli import computing
from nardy.cli.train import run
from nardy.cli.train.run import TrainOptions
from nardy.errors import way_to_install
from nardy.games import GAMES


@pytest.fixture
def ordered(monkeypatch: pytest.MonkeyPatch) -> list[TrainOptions]:
    """The orders that are given, and nothing is trained."""
    orders = list[TrainOptions]()
    monkeypatch.setattr(run, "train", orders.append)
    return orders


def test_what_is_not_said_is_as_the_help_tells(ordered: list[TrainOptions]) -> None:
    assert nardy("train", "fevga").status == 0
    (order,) = ordered
    assert order.rules == GAMES["fevga"]
    assert order.out == Path("fevga.npz")
    assert (order.seconds, order.rounds) == (600, None)
    assert (order.hidden, order.seed, order.exact, order.returns) == (256, 1, 0.5, 0)
    assert order.processes == os.cpu_count()
    assert order.begin_with is None
    assert order.device == "cpu"


def test_rounds_are_trained_instead_of_minutes(ordered: list[TrainOptions]) -> None:
    nardy("train", "fevga", "--rounds", 3, "--minutes", 2)
    nardy("train", "fevga", "--minutes", 2.5, "--out", "my.npz", "--begin-with", "b.npz")
    assert [(order.rounds, order.seconds) for order in ordered] == [(3, None), (None, 150)]
    assert ordered[1].out == Path("my.npz")
    assert ordered[1].begin_with == Path("b.npz")


@pytest.mark.parametrize("option", ["--processes", "--threads"])
def test_processes_may_be_called_threads(option: str, ordered: list[TrainOptions]) -> None:
    nardy("train", "fevga", option, 3)
    assert ordered[0].processes == 3


def test_a_game_may_have_options_or_come_from_a_file(ordered: list[TrainOptions]) -> None:
    Path("club.toml").write_text(
        'extends = "long-nardy"\nid = "club"\nname = "club"\nhead = 0\n', "utf-8"
    )
    assert nardy("train", "long-nardy@draw").status == 0
    assert nardy("train", "--file", "club.toml").status == 0
    assert ordered[0].rules.last_throw == "half"
    assert (ordered[1].rules.id, ordered[1].out) == ("club", Path("club.npz"))


@pytest.mark.parametrize(
    "wrong",
    [
        ["--minutes", 0],
        ["--minutes", "soon"],
        ["--rounds", 0],
        ["--hidden", 7],
        ["--hidden", 4096],
        ["--exact", 1.5],
        ["--exact", -1],
        ["--processes", 0],
        ["--seed", -1],
        ["--device", "gpu"],
        ["--no-such-option"],
        ["too", "many"],
    ],
)
def test_a_wrong_call_is_told_how_to_call(wrong: list[Any], ordered: list[TrainOptions]) -> None:
    answer = nardy("train", "hypergammon", *wrong)
    assert answer.status == 2
    assert "Usage: nardy train" in answer.err
    assert not ordered


def test_an_unknown_game_is_refused(ordered: list[TrainOptions]) -> None:
    assert "hypergammon" in refused("train", "hypergamon")
    assert "No such file" in refused("train", "--file", "none.toml")
    assert not ordered


def test_without_numba_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computing, "is_available", lambda: False)
    assert way_to_install("compile") in refused("train", "hypergammon")


def test_without_pytorch_a_gpu_is_refused_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    told = refused("train", "hypergammon", "--device", "cuda")
    assert told == f"expected PyTorch for --device, got none; do {way_to_install('gpu')}"


def test_help_has_an_example() -> None:
    assert "Example: nardy train" in nardy("train", "--help").out


@pytest.mark.parametrize("option", ["--minutes", "--exact", "--returns"])
def test_nan_is_no_number(option: str, ordered: list[TrainOptions]) -> None:
    """Training for as long as that would never end."""
    answer = nardy("train", "fevga", option, "nan")
    assert answer.status == 2
    assert "expected a number, got 'nan'" in answer.err
    assert not ordered
