"""scripts/labels and scripts/books: what is left to be made, and that the books are those of the labels."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[1]


def told(*command: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*map(str, command)], capture_output=True, text=True, check=False, cwd=ROOT
    )


def test_labels_are_made_in_order_and_finished_files_are_left() -> None:
    lines = told(ROOT / "scripts" / "labels", "--list", "--", "--threads", "1").stdout.splitlines()
    commands = [line[15:].split() for line in lines]
    assert [command[2] for command in commands[:4]] == [
        "long-nardy",
        "backgammon",
        "plakoto",
        "fevga",
    ]
    assert {command[1] for command in commands} == {"label"}
    assert all(command[-2:] == ["--threads", "1"] for command in commands)
    kinds = [command[command.index("--out") + 1].split("/")[1] for command in commands]
    first = [kinds.index(kind) for kind in ("long-nardy.jsonl", "books", "cubes", "puzzles")]
    assert first == sorted(first)
    state = {
        command[command.index("--out") + 1]: line[:15].strip()
        for command, line in zip(commands, lines, strict=True)
    }
    assert state["labels/books/long-nardy.jsonl"] == "finished"
    assert state["labels/cubes/backgammon.jsonl"] == "finished"
    assert "labels/cubes/long-nardy.jsonl" not in state
    assert kinds.count("puzzles") == 52


def test_an_unknown_kind_is_refused_in_a_sentence() -> None:
    answer = told(ROOT / "scripts" / "labels", "openings")
    assert answer.returncode == 2
    assert answer.stderr == "expected decisions, books, cubes, puzzles or --list, got openings\n"


def test_the_books_are_made_of_the_labels() -> None:
    answer = told(ROOT / "scripts" / "books", "--check")
    assert (answer.returncode, answer.stdout) == (0, "")


def test_a_book_that_is_not_finished_is_left_out(tmp_path: Path) -> None:
    for part in ("scripts/books", "labels/books/long-nardy.jsonl"):
        (tmp_path / part).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / part, tmp_path / part)
    for part in ("src", ".venv"):
        (tmp_path / part).symlink_to(ROOT / part)
    labels = tmp_path / "labels" / "books" / "long-nardy.jsonl"
    lines = labels.read_text("utf-8").splitlines(keepends=True)
    labels.write_text("".join(lines[:-1]), "utf-8")
    answer = told(tmp_path / "scripts" / "books", "--check")
    assert answer.returncode == 0
    assert answer.stderr == "left out: labels/books/long-nardy.jsonl is not finished\n"


def test_the_puzzles_are_made_of_the_labels() -> None:
    answer = told(ROOT / "scripts" / "puzzles", "--check")
    assert (answer.returncode, answer.stdout) == (0, "")
