"""Training from the command line: reports, interrupts, and initial weights."""

import json
import os
import signal
import subprocess
from pathlib import Path

import numpy as np
import pytest
from tests.cli.talk import NARDY, nardy, refused
from tests.cli.train.runs import ASKED, HYPERGAMMON, forgotten, run, saved, trained

from nardy.cli.train import run as training
from nardy.compute.chunks import LostWorkersError
from nardy.evaluation.network import weights
from nardy.evaluation.network.network import Network
from nardy.games import GAMES
from nardy.train import trainer
from nardy.train.learner import Learner
from nardy.train.trainer import Progress, Trainer

pytestmark = pytest.mark.usefixtures("small", "interruptible")


def test_a_round_is_trained_and_saved() -> None:
    answer = run(1)
    assert answer.status == 0, answer.err
    assert answer.out == "f.npz\n"
    network, manifest = trained()
    assert network.hidden == manifest["hidden"] == 8
    assert {name: manifest[name] for name in ("game", "rounds", "seed", "processes")} == {
        "game": "hypergammon",
        "rounds": 1,
        "seed": 1,
        "processes": 1,
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
    assert finished == "fitting the network to its results and training its move filter ..."
    assert answer.out == "f.npz\n"
    assert trained()[1]["rounds"] == 2


def test_lost_processes_lose_no_finished_round(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost(_: object, progress: Progress) -> None:
        if progress.rounds == 2:
            raise LostWorkersError("expected processes, got none")

    with monkeypatch.context() as patched:
        patched.setattr(training._Session, "report", lost)  # noqa: SLF001
        answer = run(50)
    assert answer.status == 1
    assert answer.err.splitlines()[1:] == [
        "f.npz is saved; the same command continues, also with fewer --processes",
        "nardy: expected processes, got none",
    ]
    assert trained()[1]["rounds"] == 2
    assert run(3).status == 0
    assert trained()[1]["rounds"] == 3


def test_an_interrupt_inside_a_round_loses_that_round_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    learn = Learner.learn

    def interrupted(learner: Learner, *lesson: object) -> float:
        if learner.rounds == 2:
            raise KeyboardInterrupt
        return learn(learner, *lesson)  # type: ignore[arg-type]

    monkeypatch.setattr(Learner, "learn", interrupted)
    assert run(50).status == 0
    assert trained()[1]["rounds"] == 3


def test_returns_are_learned_again_before_the_last_step() -> None:
    answer = run(3, "--returns", 0.5)
    assert answer.err.splitlines()[1:] == [training.AGAIN, training.LAST_STEP]
    again = run(3, "--returns", 0.5)
    # They are not in the checkpoint.
    assert again.err.splitlines()[2:] == [training.LAST_STEP]


def test_the_run_is_saved_before_returns_are_learned_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def crashed(_: object) -> None:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(Trainer, "learn_returns_again", crashed)
        with pytest.raises(MemoryError):
            nardy("train", "hypergammon", "--rounds", 3, *ASKED, "--returns", 0.5)
    assert trained()[1]["rounds"] == 3
    assert trained()[1]["returns rate"] == 0.00024
    assert run(3, "--returns", 0.5).err.splitlines()[1].startswith("continuing after")


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


@pytest.mark.thorough
def test_ctrl_c_ends_all_processes_without_a_traceback() -> None:
    """A terminal sends it to every process."""
    command = [
        *NARDY,
        "train",
        "hypergammon",
        "--minutes",
        "5",
        "--hidden",
        "8",
        "--processes",
        "2",
    ]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as child:
        assert child.stderr is not None
        told = [child.stderr.readline(), child.stderr.readline()]
        os.killpg(child.pid, signal.SIGINT)
        told += child.stderr
    assert child.returncode == 0
    assert "2 processes" in told[0]
    assert "games (" in told[1]
    assert [line.strip() for line in told[2:]] == [
        "stopped; run the same command again to continue",
        training.LAST_STEP,
    ]
    assert Path("hypergammon.npz.checkpoint").exists()


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (("--rounds", 1), "hypergammon: 8 units, seed 1, 1 process, 1 round, into f.npz"),
        (("--rounds", 12_000), "1 process, 12,000 rounds, into f.npz"),
        (("--minutes", 1), "1 process, 1 minute, into f.npz"),
        (("--minutes", 2.5), "1 process, 2.5 minutes, into f.npz"),
        (("--processes", 2, "--seed", 7), "hypergammon: 8 units, seed 7, 2 processes, 10 minutes"),
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
    assert told == "backgammon: 256 units, seed 1, 1 process, 10 minutes, into backgammon.npz"


def test_reports_tell_speed_loss_outcomes_and_gain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "FIRST_REPORT", 0.0)
    monkeypatch.setattr(training, "LONGEST", 0.0)
    _, *lines, last = run(3).err.splitlines()
    assert len(lines) == 3
    assert last == "fitting the network to its results and training its move filter ..."
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

    def clock(self: Trainer, passed: object, report: object, *_: object) -> None:
        for second in range(3_000):
            self.progress.seconds = second
            report(self.progress)  # type: ignore[operator]

    monkeypatch.setattr(Trainer, "run", clock)
    run(1)
    assert told[:6] == [15, 30, 45, 68, 102, 153]
    # At the end as it is, and once more with its move filter.
    assert told[-2:] == [2_999, 2_999]
    assert told[-3] - told[-4] == 600


def test_the_manifest_is_data() -> None:
    run(1)
    manifest = trained()[1]
    assert json.loads(json.dumps(manifest)) == manifest


# --------------------------------------------------------------------------- other beginnings


@pytest.fixture
def unfitted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Networks that hardly differ from those before: the fit to results changes such poor ones much."""
    monkeypatch.setattr(trainer, "RESULT_GAMES", 0)


@pytest.mark.usefixtures("unfitted")
def test_it_begins_with_weights() -> None:
    """As wide as they are; the first round learns nothing yet, and is calibrated by few games."""
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


@pytest.mark.usefixtures("unfitted")
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
