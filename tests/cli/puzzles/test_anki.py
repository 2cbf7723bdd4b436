"""Text for Anki: columns that a reader of such files finds, pictures inside, and nothing of markup lost."""

import csv
import io

from tests.render.parsing import parsed

from nardy.cli.puzzles.anki import HEADERS, anki_text
from nardy.labels.puzzles import find_puzzles

FEW = find_puzzles("long-nardy").puzzles[:3]


def rows(language: str = "en") -> list[list[str]]:
    lines = anki_text(FEW, language).splitlines(keepends=True)
    assert [line.strip("#\n") for line in lines[: len(HEADERS)]] == [*HEADERS]
    return [*csv.reader(io.StringIO("".join(lines[len(HEADERS) :])), delimiter="\t")]


def test_each_puzzle_is_a_note_with_its_id_and_its_tags() -> None:
    found = rows()
    assert [row[0] for row in found] == [one.id for one in FEW]
    for row, puzzle in zip(found, FEW, strict=True):
        assert len(row) == 4
        assert row[3].split()[:2] == ["nardy", "long-nardy"]
        assert puzzle.plan.replace(" ", "-") in row[3].split()


def test_the_front_is_a_picture_and_the_back_has_the_turn() -> None:
    for row, puzzle in zip(rows(), FEW, strict=True):
        picture = row[1].partition("</svg>")[0] + "</svg>"
        assert parsed(picture).tag.endswith("svg")
        assert puzzle.best not in row[1]
        assert f"<b>{puzzle.best}</b>" in row[2]
        assert "by rollout" in row[2]


def test_the_words_are_of_the_language() -> None:
    for row in rows("ru"):
        assert "Найдите единственный хороший ход." in row[1]
        assert "План: " in row[2]
