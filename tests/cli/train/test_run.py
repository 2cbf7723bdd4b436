"""Training from the command line: files, checkpoints, reports, and what goes wrong."""

import json
import os
import signal
import subprocess
from collections.abc import Generator
from pathlib import Path

import numpy as np
import pytest
from tests.cli.talk import NARDY, Answer, nardy, refused

from nardy.cli import computing
from nardy.cli.train import run as training
from nardy.evaluation.network import weights
from nardy.evaluation.network.network import Network
from nardy.games import GAMES
from nardy.train import trainer
from nardy.train.trainer import Progress, Trainer

HYPERGAMMON = GAMES["hypergammon"]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds of a moment, whoever has hidden the kernel."""
    monkeypatch.setattr(computing, "is_available", lambda: True)
    monkeypatch.setattr(trainer, "ROUND", 600)
    monkeypatch.setattr(trainer, "TABLES", 16)
    monkeypatch.setattr(trainer, "EXACT_ROUND", 40)
    monkeypatch.setattr(training, "DUEL_PAIRS", 4)


@pytest.fixture(autouse=True)
def interruptible() -> Generator[None, None, None]:
    """Ctrl-C is heard as in a terminal, and again after a command that has stopped hearing it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


ASKED = ("--hidden", 8, "--threads", 1, "--out", "f.npz")


def run(rounds: int, *more: object, game: str = "hypergammon") -> Answer:
    return nardy("train", game, "--rounds", rounds, *ASKED, *more)


def trained() -> tuple[Network, weights.Manifest]:
    return weights.load(Path("f.npz"), HYPERGAMMON)


def forgotten() -> None:
    """Nothing of an earlier run lies there."""
    Path("f.npz").unlink()
    Path("f.npz.checkpoint").unlink()


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
    forgotten()
    run(3)
    assert trained()[0].flat.tolist() == first
    forgotten()
    run(3, "--seed", 2)
    assert trained()[0].flat.tolist() != first


def test_it_goes_on_from_its_checkpoint() -> None:
    run(2)
    games = trained()[1]["games"]
    answer = run(4)
    assert answer.err.splitlines()[1] == f"continuing after {games:,} games"
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
    _, stopped, finished = answer.err.splitlines()
    assert stopped == "stopped; run the same command again to continue"
    assert finished == "calibrating the network and training its move filter ..."
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


def test_an_interrupt_of_the_last_step_leaves_a_network_and_says_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    save = training._Session.save  # noqa: SLF001 (Ctrl-C)

    def interrupted(_: object) -> Network:
        os.kill(os.getpid(), signal.SIGINT)
        raise AssertionError

    def pressed_again(session: training._Session, network: Network | None = None) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        save(session, network)

    with monkeypatch.context() as patch:
        patch.setattr(Trainer, "trained", interrupted)
        patch.setattr(training._Session, "save", pressed_again)  # noqa: SLF001
        answer = run(2)
        os.kill(os.getpid(), signal.SIGINT)
    assert (answer.status, answer.out) == (130, "")
    assert answer.err.splitlines()[2:] == [
        "f.npz is saved without the last step; run the same command again to do it"
    ]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    network, manifest = trained()
    assert (network.move_filter, manifest["rounds"]) == (None, 2)
    assert run(2).status == 0
    network, manifest = trained()
    assert network.move_filter is not None
    assert manifest["rounds"] == 2


@pytest.mark.thorough
def test_ctrl_c_twice_in_the_last_step_is_no_traceback() -> None:
    asked = ("train", "hypergammon", "--minutes", 0.3, *ASKED)
    command = [*NARDY, *map(str, asked)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as child:
        assert child.stderr is not None
        told = list[str]()
        for line in child.stderr:
            told.append(line)
            if line.strip() == training.LAST_STEP:
                child.send_signal(signal.SIGINT)
                child.send_signal(signal.SIGINT)
    assert child.returncode == 130
    assert told[-1].startswith("f.npz is saved without the last step")
    assert "Traceback" not in "".join(told)
    assert trained()[0].hidden == 8


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("--rounds", 1), "hypergammon: 8 units, seed 1, 1 thread, 1 round, into f.npz"),
        (("--rounds", 12_000), "1 thread, 12,000 rounds, into f.npz"),
        (("--minutes", 1), "1 thread, 1 minute, into f.npz"),
        (("--minutes", 2.5), "1 thread, 2.5 minutes, into f.npz"),
        (("--threads", 2, "--seed", 7), "hypergammon: 8 units, seed 7, 2 threads, 10 minutes"),
        (("--begin-with", "hypergammon-8-64.npz"), "8 units, beginning with hypergammon-8-64.npz"),
    ],
    ids=str,
)
def test_what_is_trained_is_told_at_once(
    asked: tuple[object, ...], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    saved("hypergammon", second=64)
    monkeypatch.setattr(Trainer, "run", stopped)
    monkeypatch.setattr(Trainer, "trained", stopped)
    answer = nardy("train", "hypergammon", *ASKED, *asked)
    assert told in answer.err.splitlines()[0]


def test_a_game_that_nobody_named_is_told_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Trainer, "run", stopped)
    monkeypatch.setattr(Trainer, "trained", stopped)
    told = nardy("train", "--threads", 1).err.splitlines()[0]
    assert told == "backgammon: 256 units, seed 1, 1 thread, 10 minutes, into backgammon.npz"


def test_reports_tell_speed_loss_outcomes_and_gain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "FIRST_REPORT", 0.0)
    monkeypatch.setattr(training, "LONGEST", 0.0)
    _, *lines, last = run(3).err.splitlines()
    assert len(lines) == 3
    assert last == "calibrating the network and training its move filter ..."
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
    # At the end as it is, and once more with its move filter.
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
    forgotten()
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
    assert "expected weights for a known game" in told


def test_a_game_from_a_file_begins_with_its_own_weights() -> None:
    Path("club.toml").write_text('extends = "hypergammon"\nid = "club"\nname = "club"\n', "utf-8")
    asked = ("train", "--file", "club.toml", "--rounds", 1, *ASKED[:4], "--out")
    assert nardy(*asked, "one.npz").status == 0
    answer = nardy(*asked, "two.npz", "--begin-with", "one.npz")
    assert answer.status == 0, answer.err


def test_weights_of_another_width_are_taken_or_refused() -> None:
    answer = run(1, "--begin-with", saved("hypergammon", second=8))
    assert answer.status in (0, 1)


# --------------------------------------------------------- what an earlier run was begun with


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("--seed", 2), "expected --seed 1 as at the beginning of f.npz.checkpoint, got --seed 2"),
        (("--threads", 2), "expected --threads 1"),
        (("--begin-with", "hypergammon-8-64.npz"), "expected no --begin-with"),
    ],
    ids=["seed", "threads", "weights"],
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
