"""Solving from the command line: files, going on after an interruption, judging."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.cli.talk import NARDY, Answer, nardy, refused

from nardy.cli import solving
from nardy.evaluation.network import weights
from nardy.evaluation.network.network import Network
from nardy.exact.solved import load, save, solved_by
from nardy.exact.solver import Solver
from nardy.games.game_file import load_game

MINI = 'extends = "hypergammon"\nid = "mini"\nstart = "24:1,23:1"\n'


@pytest.fixture(autouse=True)
def mini(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of two checkers that nearly everybody would call solved."""
    Path("mini.toml").write_text(MINI, "utf-8")
    monkeypatch.setattr(solving, "TOLERANCE", 0.3)


def run(*more: object) -> Answer:
    return nardy("solve", "--file", "mini.toml", "--threads", 1, *more)


def test_it_is_solved_and_told() -> None:
    told = run("--json").data
    assert told["game"] == "mini"
    assert told["positions"] == 106_552
    assert 0 < told["change"] <= 0.3
    assert 0 < told["first_players_edge"] < 1
    assert load(Path(told["file"]), load_game(Path("mini.toml"))).manifest["sweeps"] > 3
    assert sorted(path.name for path in Path().iterdir()) == ["mini.solved.npz", "mini.toml"]


def test_what_is_solved_is_not_solved_again() -> None:
    first = run("--json").data
    at = Path("mini.solved.npz").stat().st_mtime_ns
    answer = run()
    assert answer.lines[0].startswith("mini: 106,552 positions, solved in")
    assert answer.lines[1].startswith(f"  the first player wins {first['first_players_edge']:+.5f}")
    assert answer.lines[-1] == "mini.solved.npz"
    assert Path("mini.solved.npz").stat().st_mtime_ns == at


def test_an_unfinished_solution_is_taken_up() -> None:
    whole = run("--json").data
    Path("mini.solved.npz").unlink()
    solver = Solver(load_game(Path("mini.toml")))
    for _ in range(3):
        solver.sweep()
    save(solved_by(solver), Path("mini.solved.npz.part"), is_finished=False)
    answer = run("--json")
    assert "continuing after 3 sweeps" in answer.err
    # Two ways to nearly the same end.
    assert answer.data["change"] <= 0.3
    assert answer.data["first_players_edge"] == pytest.approx(whole["first_players_edge"], abs=0.3)
    assert not Path("mini.solved.npz.part").exists()


@pytest.mark.parametrize("when", ["solving", "judging"])
def test_ctrl_c_says_that_the_same_command_goes_on(
    when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)
        raise AssertionError

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with monkeypatch.context() as patch:
            if when == "solving":
                patch.setattr(Solver, "sweep", interrupted)
            else:
                patch.setattr(solving, "first_players_edge", interrupted)
            answer = run()
            # A second one comes too late to be a traceback.
            os.kill(os.getpid(), signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before)
    assert (answer.status, answer.out) == (130, "")
    assert answer.err.splitlines()[-1] == "stopped; run the same command again to continue"
    assert Path("mini.solved.npz.part").exists() == (when == "solving")
    answer = run()
    assert answer.status == 0
    follows = "continuing after 0 sweeps" if when == "solving" else "already solved"
    assert follows in answer.err


def test_what_is_solved_is_told_at_once() -> None:
    assert run().err.splitlines()[0] == "mini: 1 thread, into mini.solved.npz"
    assert run().err.splitlines() == ["mini: already solved, in mini.solved.npz"]
    network = Network.random(load_game(Path("mini.toml")), 8, 8, 1)
    weights.save(network, {}, Path("my.npz"))
    told = run("--judge", "nardy:0:my.npz", "--games", 2, "--seed", 3).err.splitlines()[0]
    assert told.endswith("mini.solved.npz; nardy:0:my.npz is judged by 2 games, seed 3")


def test_a_spoiled_unfinished_file_is_begun_anew() -> None:
    Path("mini.solved.npz.part").write_bytes(b"spoiled")
    answer = run()
    assert answer.status == 0
    assert "starting over" in answer.err


def test_a_solution_of_another_game_is_not_overwritten() -> None:
    run()
    Path("mini.toml").write_text(MINI.replace("24:1,23:1", "24:1"), "utf-8")
    assert "other laws" in refused("solve", "--file", "mini.toml")


def test_what_cannot_be_done_is_told_before_the_work() -> None:
    assert "checkers" in refused("solve", "backgammon")
    assert "No such file" in refused("solve", "--file", "mini.toml", "--out", "no/where.npz")
    for spec in ("baseline", "nardy:beginner", "nardy:rollout", "nardy:1s"):
        sentence = refused("solve", "--file", "mini.toml", "--judge", spec)
        assert f"plays by a network alone, nardy:PLIES or nardy:FILE, got '{spec}'" in sentence
    assert not list(Path().glob("*.npz*"))


def test_a_network_is_judged() -> None:
    network = Network.random(load_game(Path("mini.toml")), 8, 8, 1)
    weights.save(network, {}, Path("my.npz"))
    asked: tuple[Any, ...] = ("--judge", "nardy:0:my.npz", "--games", 20)
    judged = run(*asked, "--json").data["judged"]
    assert judged["games"] == 20
    assert judged["decisions"] > 20
    assert 0.01 < judged["loss"] < 1
    assert run(*asked).lines[2].startswith(f"  nardy:0:my.npz loses {judged['loss']:.5f}")


def test_one_game_tells_nothing_of_the_error() -> None:
    network = Network.random(load_game(Path("mini.toml")), 8, 8, 1)
    weights.save(network, {}, Path("my.npz"))
    asked = ("--judge", "nardy:0:my.npz", "--games", 1)
    assert run(*asked, "--json").data["judged"]["error"] is None
    assert "±" not in run(*asked).lines[2]


def test_a_solution_that_was_saved_from_python_is_told_without_its_time() -> None:
    solver = Solver(load_game(Path("mini.toml")))
    assert list(solver.sweeps(solving.TOLERANCE))
    save(solved_by(solver), Path("mini.solved.npz"))
    answer = run()
    assert answer.status == 0, answer.err
    assert answer.lines[0] == f"mini: 106,552 positions, solved in {solver.done.count} sweeps"


@pytest.mark.thorough
def test_after_kill_9_the_same_command_goes_on() -> None:
    Path("three.toml").write_text('extends = "hypergammon"\nid = "three"\n', "utf-8")
    command = [*NARDY, "solve", "--file", "three.toml", "--threads", "1"]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as child:
        part = Path("three.solved.npz.part")
        deadline = time.monotonic() + 200
        while time.monotonic() < deadline:
            time.sleep(2)
            if part.exists() and _sweeps(part) > 0:
                break
        child.send_signal(signal.SIGKILL)
    assert _sweeps(part) > 0
    solver = Solver(load_game(Path("three.toml")))
    assert solving._resume(solver, part)[0] > 0  # noqa: SLF001
    assert solver.sweep().change < 3
    assert sys.executable in command


def _sweeps(part: Path) -> int:
    return int(load(part, load_game(Path("three.toml"))).manifest["sweeps"])
