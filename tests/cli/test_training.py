"""Training from the command line: files, checkpoints, reports, and what goes wrong."""

import json
from pathlib import Path

import numpy as np
import pytest
from tests.cli.talk import Answer, nardy, refused

from nardy.cli import train, training
from nardy.evaluation import weights
from nardy.evaluation.network import Network
from nardy.games import GAMES
from nardy.train import trainer
from nardy.train.trainer import Progress, Trainer

HYPERGAMMON = GAMES["hypergammon"]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds of a moment, whoever has hidden the kernel."""
    monkeypatch.setattr(train, "is_available", lambda: True)
    monkeypatch.setattr(trainer, "ROUND", 600)
    monkeypatch.setattr(trainer, "TABLES", 16)
    monkeypatch.setattr(trainer, "EXACT_ROUND", 40)
    monkeypatch.setattr(training, "DUEL_PAIRS", 4)


ASKED = ("--hidden", 8, "--threads", 1, "--out", "f.npz")


def run(rounds: int, *more: object, game: str = "hypergammon") -> Answer:
    return nardy("train", game, "--rounds", rounds, *ASKED, *more)


def trained() -> tuple[Network, weights.Manifest]:
    return weights.load(Path("f.npz"), HYPERGAMMON)


def test_a_round_is_trained_and_saved() -> None:
    answer = run(1)
    assert answer.status == 0, answer.err
    assert answer.out == "f.npz\n"
    network, manifest = trained()
    assert network.hidden == manifest["hidden"] == 8
    assert {name: manifest[name] for name in ("game", "rounds", "seed", "threads")} == {
        "game": "hypergammon",
        "rounds": 1,
        "seed": 1,
        "threads": 1,
    }
    assert manifest["games"] > 0
    assert manifest["began with"] == "random weights"
    assert sorted(path.name for path in Path().iterdir()) == ["f.npz", "f.npz.checkpoint"]


def test_the_same_command_gives_the_same_weights() -> None:
    run(3)
    first = trained()[0].flat.tolist()
    Path("f.npz.checkpoint").unlink()
    run(3)
    assert trained()[0].flat.tolist() == first
    Path("f.npz.checkpoint").unlink()
    run(3, "--seed", 2)
    assert trained()[0].flat.tolist() != first


def test_it_goes_on_from_its_checkpoint() -> None:
    run(2)
    games = trained()[1]["games"]
    answer = run(4)
    assert answer.err.startswith(f"going on after {games:,} games\n")
    assert trained()[1]["rounds"] == 4
    assert trained()[1]["games"] > games
    before = Path("f.npz").read_bytes()
    assert run(4).status == 0
    assert trained()[0].flat.tolist() == weights.loads(before, HYPERGAMMON)[0].flat.tolist()


def test_minutes_of_earlier_runs_count() -> None:
    run(1)
    with np.load("f.npz.checkpoint") as content:
        saved = dict(content)
    with Path("f.npz.checkpoint").open("wb") as file:
        np.savez(file, **{**saved, "seconds": np.array(61.0)})
    answer = nardy("train", "hypergammon", "--minutes", 1, *ASKED)
    assert answer.status == 0, answer.err
    assert trained()[1]["rounds"] == 1


def test_somebody_who_interrupts_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_: object, progress: Progress) -> None:
        if progress.rounds == 2:
            raise KeyboardInterrupt

    monkeypatch.setattr(training._Session, "report", interrupt)  # noqa: SLF001 (Ctrl-C)
    answer = run(50)
    assert answer.status == 0
    stopped, finished = answer.err.splitlines()
    assert stopped == "stopped; the same command goes on from here"
    assert finished == "making its sieve ..."
    assert answer.out == "f.npz\n"
    assert trained()[1]["rounds"] == 2


def test_an_interrupt_inside_a_round_loses_that_round_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    learn = trainer.Learner.learn

    def interrupted(learner: trainer.Learner, *lesson: object) -> float:
        if learner.rounds == 2:
            raise KeyboardInterrupt
        return learn(learner, *lesson)  # type: ignore[arg-type]

    monkeypatch.setattr(trainer.Learner, "learn", interrupted)
    assert run(50).status == 0
    assert trained()[1]["rounds"] == 3


def test_reports_tell_speed_loss_outcomes_and_gain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "FIRST_REPORT", 0.0)
    monkeypatch.setattr(training, "LONGEST", 0.0)
    *lines, last = run(3).err.splitlines()
    assert len(lines) == 3
    assert last == "making its sieve ..."
    for line in lines:
        for word in ("games (", "evaluations/s", "loss "):
            assert word in line
    assert "against the last report" not in lines[0]
    assert all("against the last report" in line for line in lines[1:])
    # The last round is for exact targets.
    assert ["outcomes " in line for line in lines] == [True, True, False]
    for line in lines[:2]:
        shares = [float(word.rstrip("%")) for word in line.split() if word.endswith("%")]
        assert len(shares) == 6
        assert sum(shares) == pytest.approx(100, abs=0.5)


def test_a_report_comes_after_half_as_much_time_again(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[float] = []
    monkeypatch.setattr(training, "FIRST_REPORT", 15.0)
    monkeypatch.setattr(training, "LONGEST", 600.0)
    monkeypatch.setattr(training._Session, "_line", lambda _, progress: "")  # noqa: SLF001
    monkeypatch.setattr(
        training._Session,  # noqa: SLF001
        "save",
        lambda session, network=None: told.append(session.trainer.progress.seconds),
    )

    def clock(self: Trainer, until: object, report: object, stage: object) -> None:
        for second in range(3_000):
            self.progress.seconds = second
            report(self.progress)  # type: ignore[operator]

    monkeypatch.setattr(Trainer, "run", clock)
    run(1)
    assert told[:6] == [15, 30, 45, 68, 102, 153]
    # At the end as it is, and once more with its sieve.
    assert told[-2:] == [2_999, 2_999]
    assert told[-3] - told[-4] == 600


# --------------------------------------------------------------------------- other beginnings


def saved(game: str, hidden: int = 8, second: int = 32) -> str:
    path = Path(f"{game}-{hidden}-{second}.npz")
    weights.save(Network.random(GAMES[game], hidden, second, 5), {}, path)
    return str(path)


def test_it_begins_with_weights() -> None:
    """As wide as they are; the first round learns nothing yet, and is held to few games."""
    begin = saved("hypergammon")
    assert run(1, "--begin-with", begin).status == 0
    network, manifest = trained()
    assert manifest["began with"] == begin
    given = weights.load(Path(begin), HYPERGAMMON)[0]
    assert network.flat == pytest.approx(given.flat, abs=1e-2)


def test_it_begins_with_narrower_weights_and_refuses_wider_ones() -> None:
    begin = saved("hypergammon", hidden=4)
    assert run(1, "--begin-with", begin).status == 0
    assert trained()[0].hidden == 8
    Path("f.npz.checkpoint").unlink()
    wide = saved("hypergammon", hidden=16)
    told = refused("train", "hypergammon", "--rounds", 1, *ASKED, "--begin-with", wide)
    assert "got 8; give --hidden 16" in told


def test_it_begins_with_the_weights_of_a_relative() -> None:
    assert run(1, "--begin-with", saved("backgammon")).status == 0
    given = weights.load(Path("backgammon-8-32.npz"), GAMES["backgammon"])[0]
    assert trained()[0].flat == pytest.approx(given.flat, abs=1e-2)


def test_weights_that_are_none_are_refused() -> None:
    Path("spoiled.npz").write_text("no weights", "utf-8")
    for name, told in (
        ("none.npz", "No such file"),
        ("spoiled.npz", "made by 'nardy train'"),
        (".", "directory"),
    ):
        sentence = refused("train", "hypergammon", "--rounds", 1, *ASKED, "--begin-with", name)
        assert told in sentence
    assert not Path("f.npz").exists()


def test_weights_of_a_game_that_nobody_knows_are_refused() -> None:
    club = HYPERGAMMON.replace(id="club", name="club")
    weights.save(Network.random(club, 8, 32, 1), {}, Path("club.npz"))
    told = refused("train", "hypergammon", "--rounds", 1, *ASKED, "--begin-with", "club.npz")
    assert "expected weights for a game that is known" in told


def test_a_game_from_a_file_begins_with_its_own_weights() -> None:
    Path("club.toml").write_text('extends = "hypergammon"\nid = "club"\nname = "club"\n', "utf-8")
    asked = ("train", "--file", "club.toml", "--rounds", 1, *ASKED[:4], "--out")
    assert nardy(*asked, "one.npz").status == 0
    answer = nardy(*asked, "two.npz", "--begin-with", "one.npz")
    assert answer.status == 0, answer.err


def test_weights_of_another_width_are_taken_or_refused() -> None:
    answer = run(1, "--begin-with", saved("hypergammon", second=8))
    assert answer.status in (0, 1)


# ----------------------------------------------------------------------- what cannot be written


def test_a_file_that_cannot_be_written_is_told_in_a_sentence() -> None:
    asked = ("train", "hypergammon", "--rounds", 1, "--hidden", 8, "--threads", 1, "--out")
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
    asked = ("--hidden", 16, "--threads", 1, "--out", "f.npz")
    assert "f.npz" in refused("train", "hypergammon", "--rounds", 2, *asked)


def test_a_checkpoint_of_another_game_is_told_in_a_sentence() -> None:
    """Backgammon and hypergammon have networks of the same size: it would be taken up."""
    run(1, game="backgammon")
    assert "f.npz" in refused("train", "hypergammon", "--rounds", 2, *ASKED)


def test_the_manifest_is_data() -> None:
    run(1)
    manifest = trained()[1]
    assert json.loads(json.dumps(manifest)) == manifest
