"""The files of `nardy train`: checkpoints, weights that must not be lost, and refusals."""

import os
from pathlib import Path

import pytest
from tests.cli.talk import refused
from tests.cli.train.runs import ASKED, HYPERGAMMON, run, saved, trained

from nardy.evaluation.network import weights
from nardy.evaluation.network.network import Network
from nardy.games import GAMES
from nardy.train.trainer import Trainer

pytestmark = pytest.mark.usefixtures("small", "interruptible")


# --------------------------------------------------------- what an earlier run was begun with


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("--seed", 2), "expected --seed 1 as at the beginning of f.npz.checkpoint, got --seed 2"),
        (("--begin-with", "hypergammon-8-64.npz"), "expected no --begin-with"),
    ],
    ids=["seed", "weights"],
)
def test_a_run_goes_on_only_as_it_was_begun(asked: tuple[object, ...], told: str) -> None:
    saved("hypergammon", second=64)
    run(1)
    before = Path("f.npz").read_bytes()
    assert told in refused("train", "hypergammon", "--rounds", 2, *ASKED, *asked)
    assert Path("f.npz").read_bytes() == before


def test_the_manifest_tells_what_the_run_was_begun_with() -> None:
    begin = Path(saved("hypergammon"))
    run(1, "--begin-with", begin)
    assert "got no --begin-with" in refused("train", "hypergammon", "--rounds", 2, *ASKED)
    moved = begin.rename("moved.npz")
    assert run(2, "--begin-with", moved).status == 0
    assert trained()[1]["rounds"] == 2
    assert trained()[1]["began with"] == begin.name
    weights.save(Network.random(HYPERGAMMON, 8, 32, 6), {}, moved)
    told = refused("train", "hypergammon", "--rounds", 3, *ASKED, "--begin-with", moved)
    assert "got --begin-with moved.npz (sha256 " in told


def test_a_name_that_is_no_text_is_kept_as_far_as_it_is() -> None:
    begin = Path(saved("hypergammon")).rename(os.fsdecode(b"\xff.npz"))
    assert run(1, "--begin-with", begin).status == 0
    assert trained()[1]["began with"] == "?.npz"


# -------------------------------------------------------------------- what must not be lost

RECORD = b"Game 1, as it was played"


@pytest.mark.parametrize(
    "content",
    [RECORD, weights.dumps(Network.random(GAMES["plakoto"], 8, 32, 1), {})],
    ids=["a match record", "a network of another game"],
)
def test_a_file_that_is_there_is_not_written_over(
    content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    rounds: list[int] = []
    monkeypatch.setattr(Trainer, "run", lambda *_: rounds.append(1))
    Path("f.npz").write_bytes(content)
    told = refused("train", "hypergammon", "--rounds", 1, *ASKED)
    assert "got f.npz, which would be overwritten; give another --out, or remove it" in told
    assert Path("f.npz").read_bytes() == content
    assert not rounds


def test_trained_weights_outlive_their_checkpoint() -> None:
    """Whatever a refusal advises to remove, the weights are not written over in silence."""
    run(1, game="backgammon")
    before = Path("f.npz").read_bytes()
    told = refused("train", "hypergammon", "--rounds", 1, *ASKED)
    assert "got one of backgammon" in told
    assert "remove" not in told
    Path("f.npz.checkpoint").unlink()
    for game in ("backgammon", "hypergammon"):
        assert "overwritten" in refused("train", game, "--rounds", 1, *ASKED)
    assert Path("f.npz").read_bytes() == before


@pytest.mark.parametrize("is_begun", [True, False])
def test_weights_are_not_written_over_by_what_begins_with_them(is_begun: bool) -> None:
    run(1)
    if not is_begun:
        Path("f.npz.checkpoint").unlink()
    before = Path("f.npz").read_bytes()
    for name in ("f.npz", "./f.npz", Path("f.npz").absolute()):
        told = refused("train", "hypergammon", "--rounds", 2, *ASKED, "--begin-with", name)
        assert "got f.npz for both; give another --out" in told
    assert Path("f.npz").read_bytes() == before


# ----------------------------------------------------------------------- what cannot be written


def test_a_file_that_cannot_be_written_is_told_in_a_sentence() -> None:
    asked = ("train", "hypergammon", "--rounds", 1, "--hidden", 8, "--processes", 1, "--out")
    assert "no/where.npz" in refused(*asked, "no/where.npz")
    Path("folder").mkdir()
    assert "folder" in refused(*asked, "folder")


def test_a_file_that_cannot_be_written_is_told_before_the_training(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rounds: list[int] = []
    monkeypatch.setattr(Trainer, "run", lambda *_: rounds.append(1))
    refused("train", "hypergammon", "--rounds", 1, *ASKED[:4], "--out", "no/where.npz")
    assert not rounds


def test_a_file_without_a_name_is_told_in_a_sentence() -> None:
    refused("train", "hypergammon", "--rounds", 1, *ASKED[:4], "--out", ".")


@pytest.mark.parametrize(
    "content",
    [b"", b"no checkpoint", weights.dumps(Network.random(HYPERGAMMON, 8, 32, 1), {})],
    ids=["empty", "text", "weights"],
)
def test_a_spoiled_checkpoint_is_told_in_a_sentence(content: bytes) -> None:
    Path("f.npz.checkpoint").write_bytes(content)
    assert "f.npz.checkpoint" in refused("train", "hypergammon", "--rounds", 1, *ASKED)


def test_a_checkpoint_of_another_size_is_told_in_a_sentence() -> None:
    run(1)
    asked = ("--hidden", 16, "--processes", 1, "--out", "f.npz")
    assert "f.npz" in refused("train", "hypergammon", "--rounds", 2, *asked)


def test_a_checkpoint_of_another_game_is_told_in_a_sentence() -> None:
    """Backgammon and hypergammon have networks of the same size: it would be taken up."""
    run(1, game="backgammon")
    assert "f.npz" in refused("train", "hypergammon", "--rounds", 2, *ASKED)
