"""What was solved is remembered on disk, and a damaged file is not overwritten."""

import fcntl
import os
import subprocess
import sys
from pathlib import Path
from threading import Thread

import pytest

from nardy.cli.puzzles.progress import PuzzleProgress, progress_file
from nardy.errors import EventsError

DAY = 24 * 3600
NOW = 20_000 * DAY


def test_what_is_noted_is_read_again(tmp_path: Path) -> None:
    first = PuzzleProgress.read(tmp_path / "some" / "puzzles.json")
    assert first.known == {}
    first.note("a", NOW, is_right=False)
    first.note("b", NOW, is_right=True)
    again = PuzzleProgress.read(first.path)
    assert again.known == first.known
    assert again.known["a"]["tried"] == 1
    assert [*tmp_path.rglob("*.part")] == []


def test_two_sittings_keep_what_the_other_has_noted(tmp_path: Path) -> None:
    first, second = (PuzzleProgress.read(tmp_path / "puzzles.json") for _ in range(2))
    first.note("a", NOW, is_right=False)
    second.note("b", NOW, is_right=True)
    first.note("c", NOW, is_right=True)
    # The other sitting has missed it: it comes again.
    second.note("a", NOW + DAY, is_right=True)
    found = PuzzleProgress.read(first.path).known
    assert [*found] == ["a", "b", "c"]
    assert (found["a"]["tried"], found["a"]["solved"]) == (2, 1)
    assert found["a"]["due"] > NOW + DAY
    assert second.known == found


def test_a_sitting_waits_until_the_other_has_written(tmp_path: Path) -> None:
    progress, other = (PuzzleProgress.read(tmp_path / "puzzles.json") for _ in range(2))
    progress.note("a", NOW, is_right=True)
    with Path(f"{progress.path}.lock").open("ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        waiting = Thread(target=lambda: progress.note("b", NOW, is_right=True))
        waiting.start()
        waiting.join(0.3)
        assert waiting.is_alive()
        assert [*PuzzleProgress.read(progress.path).known] == ["a"]
    waiting.join()
    other.note("c", NOW, is_right=True)
    assert [*PuzzleProgress.read(progress.path).known] == ["a", "b", "c"]


def test_without_locks_answers_are_kept_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(fcntl, "flock", refuse)
    progress = PuzzleProgress.read(tmp_path / "puzzles.json")
    progress.note("a", NOW, is_right=True)
    assert [*PuzzleProgress.read(progress.path).known] == ["a"]


def test_each_process_writes_a_part_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts, replace = list[str](), Path.replace

    def noted(part: Path, target: Path) -> Path:
        parts.append(part.name)
        return replace(part, target)

    monkeypatch.setattr(Path, "replace", noted)
    progress = PuzzleProgress.read(tmp_path / "puzzles.json")
    for process in (7, 8):
        monkeypatch.setattr(os, "getpid", lambda process=process: process)
        progress.note("a", NOW, is_right=True)
    assert parts == ["puzzles.json.7.part", "puzzles.json.8.part"]


DIES = """
import os, pathlib, sys
from nardy.cli.puzzles.progress import PuzzleProgress
pathlib.Path.replace = lambda *_: os._exit(9)
PuzzleProgress.read(pathlib.Path(sys.argv[1])).note("b", 0, is_right=False)
"""


def test_a_process_that_dies_while_it_writes_costs_nothing(tmp_path: Path) -> None:
    progress = PuzzleProgress.read(tmp_path / "puzzles.json")
    progress.note("a", NOW, is_right=False)
    before = progress.path.read_bytes()
    died = subprocess.run([sys.executable, "-c", DIES, str(progress.path)], check=False)
    assert died.returncode == 9
    assert progress.path.read_bytes() == before
    # Its lock died with it.
    progress.note("c", NOW, is_right=True)
    assert [*PuzzleProgress.read(progress.path).known] == ["a", "c"]


def test_a_write_that_fails_leaves_the_file_before_and_no_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    progress = PuzzleProgress.read(tmp_path / "puzzles.json")
    progress.note("a", NOW, is_right=True)
    before = progress.path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        progress.note("b", NOW, is_right=True)
    assert progress.path.read_bytes() == before
    assert [*tmp_path.rglob("*.part")] == []


def test_missed_puzzles_come_again_until_they_are_known(tmp_path: Path) -> None:
    progress = PuzzleProgress.read(tmp_path / "puzzles.json")
    progress.note("right", NOW, is_right=True)
    progress.note("wrong", NOW, is_right=False)
    assert progress.due(NOW) == []
    assert progress.due(NOW + DAY) == ["wrong"]
    waits, at = list[int](), NOW
    for _ in range(4):
        at = progress.known["wrong"]["due"]
        progress.note("wrong", at, is_right=True)
        waits.append(progress.known["wrong"]["due"] - at)
    assert waits == sorted(waits)
    assert waits[-1] > 5 * DAY
    assert progress.known["wrong"]["solved"] == 4


@pytest.mark.parametrize("is_right", [False, True])
def test_an_answer_before_its_time_moves_nothing(tmp_path: Path, is_right: bool) -> None:
    progress = PuzzleProgress.read(tmp_path / "puzzles.json")
    progress.note("missed", NOW, is_right=False)
    first = dict(progress.known["missed"])
    for seconds in (0, 5, 10, first["due"] - NOW - 1):
        progress.note("missed", NOW + seconds, is_right=is_right)
    assert PuzzleProgress.read(progress.path).known == {"missed": first}
    progress.note("missed", first["due"], is_right=True)
    assert progress.known["missed"]["due"] > first["due"]
    assert progress.known["missed"]["tried"] == 2


def test_a_puzzle_that_was_right_at_once_comes_again_when_it_is_missed_later(
    tmp_path: Path,
) -> None:
    progress = PuzzleProgress.read(tmp_path / "puzzles.json")
    progress.note("a", NOW, is_right=True)
    assert progress.known["a"]["due"] is None
    progress.note("a", NOW + 1, is_right=False)
    assert progress.due(NOW + DAY) == ["a"]


def test_of_two_answers_at_once_the_later_moves_nothing(tmp_path: Path) -> None:
    first, second = (PuzzleProgress.read(tmp_path / "puzzles.json") for _ in range(2))
    first.note("a", NOW, is_right=False)
    at = first.known["a"]["due"]
    first.note("a", at, is_right=True)
    second.note("a", at, is_right=True)
    assert second.known["a"]["tried"] == 2


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"nardy puzzles tried, version 99": {}}'])
def test_a_damaged_file_is_refused_and_kept(tmp_path: Path, text: str) -> None:
    file = tmp_path / "puzzles.json"
    file.write_text(text, "utf-8")
    with pytest.raises(EventsError, match="expected what was solved before"):
        PuzzleProgress.read(file)
    with pytest.raises(EventsError, match="expected what was solved before"):
        PuzzleProgress(file).note("a", NOW, is_right=True)
    assert file.read_text("utf-8") == text


def test_the_file_is_beside_the_saved_games(own_folder: Path) -> None:
    assert progress_file() == own_folder / "data" / "nardy" / "puzzles.json"
