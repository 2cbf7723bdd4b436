"""What was solved is remembered on disk, and a damaged file is not overwritten."""

from pathlib import Path

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


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"nardy puzzles tried, version 99": {}}'])
def test_a_damaged_file_is_refused_and_kept(tmp_path: Path, text: str) -> None:
    file = tmp_path / "puzzles.json"
    file.write_text(text, "utf-8")
    with pytest.raises(EventsError, match="expected what was solved before"):
        PuzzleProgress.read(file)
    assert file.read_text("utf-8") == text


def test_the_file_is_beside_the_saved_games(own_folder: Path) -> None:
    assert progress_file() == own_folder / "data" / "nardy" / "puzzles.json"
