"""Solutions as files: what is written is read, and what is spoiled is refused."""

import json
from pathlib import Path

import numpy as np
import pytest
from tests.exact.small_games import anywhere, positions_of, small

from nardy.errors import RulesError
from nardy.exact import solved
from nardy.exact.solved import SolutionError, Solved, go_on, load, save, solved_by
from nardy.exact.solver import Solver
from nardy.games import BACKGAMMON

RULES = small("hypergammon", 1)


@pytest.fixture
def solution(tmp_path: Path) -> tuple[Solved, Path]:
    """A game with one checker, and its file."""
    solver = Solver(RULES)
    assert list(solver.sweeps(1e-6))
    found = solved_by(solver)
    save(found, tmp_path / "one.npz")
    return found, tmp_path / "one.npz"


def test_what_is_written_is_read(solution: tuple[Solved, Path]) -> None:
    found, path = solution
    read = load(path, RULES)
    assert read.values.tolist() == found.values.tolist()
    assert read.manifest == found.manifest
    assert read.manifest["positions"] == int(Solver(RULES).is_position.sum())


def test_the_equity_is_found_by_the_position(solution: tuple[Solved, Path]) -> None:
    found, _ = solution
    solver = Solver(RULES)
    mine, theirs = anywhere(solver, 100)
    asked = positions_of(solver, mine, theirs)
    assert found.equity(asked).tolist() == found.values[mine, theirs].tolist()
    assert found.value(asked)[0].shape == (100, 0)


def test_an_unfinished_solution_goes_on_to_the_same_values(
    solution: tuple[Solved, Path], tmp_path: Path
) -> None:
    found, _ = solution
    solver, later = Solver(RULES), Solver(RULES)
    for _ in range(5):
        solver.sweep()
    save(solved_by(solver), tmp_path / "part", is_finished=False)
    go_on(later, tmp_path / "part")
    assert later.done == solver.done
    assert later.values.tolist() == solver.values.tolist()
    assert list(later.sweeps(1e-6))
    assert later.values == pytest.approx(found.values, abs=1e-5)


def test_a_solution_of_other_laws_is_refused(solution: tuple[Solved, Path]) -> None:
    _, path = solution
    for other in (small("hypergammon", 2), RULES.replace(stakes=(1, 2)), small("fevga", 1)):
        with pytest.raises(SolutionError, match="other laws"):
            load(path, other)
    with pytest.raises(RulesError, match="checkers"):
        load(path, BACKGAMMON)


def test_spoiled_files_are_refused_with_a_sentence(
    solution: tuple[Solved, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    found, path = solution
    data = path.read_bytes()
    for spoiled in (b"", b"nothing", data[:-100], data[:200]):
        path.write_bytes(spoiled)
        with pytest.raises(SolutionError, match="made by 'nardy solve'"):
            load(path, RULES)
    np.savez(path, values=found.values)
    with pytest.raises(SolutionError, match="made by 'nardy solve'"):
        load(path, RULES)
    with pytest.raises(SolutionError, match="No such file"):
        load(path.with_name("no"), RULES)
    changed = Solved(RULES, found.values + 1, found.manifest)
    save(changed, path)
    with pytest.raises(SolutionError, match="a changed one"):
        load(path, RULES)
    save(Solved(RULES, found.values, {**found.manifest, "format": 7}), path)
    with pytest.raises(SolutionError, match="version 1, got 7"):
        load(path, RULES)
    path.write_bytes(data)
    monkeypatch.setattr(solved, "MOST_BYTES", 10)
    with pytest.raises(SolutionError, match="made by 'nardy solve'"):
        load(path, RULES)


def test_a_full_disk_leaves_what_was_there(
    solution: tuple[Solved, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    found, path = solution
    before = path.read_bytes()

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(np, "savez_compressed", full)
    with pytest.raises(SolutionError, match="No space left"):
        save(found, path)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == ["one.npz"]


def test_the_manifest_is_json(solution: tuple[Solved, Path]) -> None:
    found, path = solution
    with np.load(path) as content:
        assert json.loads(bytes(content["manifest"])) == found.manifest
    # Before the first sweep the last change is infinite, which JSON cannot say.
    assert "Infinity" not in json.dumps(solved_by(Solver(RULES)).manifest)
