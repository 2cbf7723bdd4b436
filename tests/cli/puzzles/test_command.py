"""`nardy puzzles`: which puzzles are asked, and what other programs get."""

import json
import time
from pathlib import Path

import pytest
from tests.cli.talk import nardy, refused

from nardy.labels.puzzles import find_puzzles

GAME = "long-nardy"
PUZZLES = find_puzzles(GAME)
TODAY = 20_000


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "time", lambda: TODAY * 86_400.0)


def ids(*arguments: str) -> list[str]:
    told = nardy("puzzles", GAME, *arguments, "--json").data
    assert told["license"] == "CC0-1.0"
    return [one["id"] for one in told["puzzles"]]


def test_all_puzzles_are_told_as_json() -> None:
    told = nardy("puzzles", GAME, "--json").data
    assert told["made"] == PUZZLES.made
    assert [one["id"] for one in told["puzzles"]] == [one.id for one in PUZZLES.puzzles]
    first = told["puzzles"][0]
    assert first == json.loads(json.dumps(PUZZLES.puzzles[0].as_json()))


def test_the_puzzle_of_the_day_comes_alone_or_first() -> None:
    daily = PUZZLES.daily(TODAY).id
    assert ids("--daily") == [daily]
    assert f"Puzzle {daily}, rating" in nardy("puzzles", GAME, typed="quit\n").out


def test_one_puzzle_can_be_named() -> None:
    some = PUZZLES.puzzles[3].id
    assert ids("--id", some) == [some]
    assert "expected the id of a puzzle" in refused("puzzles", GAME, "--id", "nothing")


def test_a_missed_puzzle_is_due_a_little_later(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = PUZZLES.daily(TODAY)
    assert nardy("puzzles", GAME, "--due").status == 1
    answer = nardy("puzzles", GAME, "--daily", typed=f"{puzzle.turns[1].turn}\n")
    assert "Solved 0 of 1." in answer.out
    assert nardy("puzzles", GAME, "--due").out == (
        "Nothing to solve now; without --due or --daily there is always more.\n"
    )
    monkeypatch.setattr(time, "time", lambda: TODAY * 86_400.0 + 3600)
    assert ids("--due") == [puzzle.id]
    # What was tried before is not offered as new.
    assert f"Puzzle {puzzle.id}" in nardy("puzzles", GAME, typed="quit\n").out


@pytest.mark.parametrize("asked", [("--daily",), ("--id", PUZZLES.daily(TODAY).id)])
def test_a_missed_puzzle_is_not_learned_by_typing_its_answer_again(
    asked: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = PUZZLES.daily(TODAY)
    nardy("puzzles", GAME, *asked, typed=f"{puzzle.turns[1].turn}\n")
    for _ in range(3):
        again = nardy("puzzles", GAME, *asked, typed=f"{puzzle.best}\n")
        assert "Solved 1 of 1." in again.out
    monkeypatch.setattr(time, "time", lambda: TODAY * 86_400.0 + 3600)
    assert ids("--due") == [puzzle.id]


def test_easy_ones_come_first() -> None:
    daily = PUZZLES.daily(TODAY).id
    out = nardy("puzzles", GAME, "--most", 4, typed="skip\n" * 4).out
    asked = [line.split()[1].rstrip(",") for line in out.splitlines() if "Puzzle " in line]
    asked = [one for one in asked if one in PUZZLES.by_id]
    ratings = [PUZZLES.by_id[one].first_rating for one in asked[1:]]
    assert asked[0] == daily
    assert ratings == sorted(ratings) == [1200] * 3


def test_as_many_as_are_asked_for_are_told_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    every = [one.id for one in PUZZLES.puzzles]
    assert ids("--most", "3") == every[:3]
    assert ids("--most", "1") == every[:1]
    assert ids("--most", str(len(every) + 1)) == every
    missed = PUZZLES.puzzles[:2]
    for puzzle in missed:
        nardy("puzzles", GAME, "--id", puzzle.id, typed=f"{puzzle.turns[1].turn}\n")
    monkeypatch.setattr(time, "time", lambda: TODAY * 86_400.0 + 3600)
    due = ids("--due")
    assert sorted(due) == every[:2]
    assert ids("--due", "--most", "1") == due[:1]


def test_ten_are_asked_unless_somebody_says_how_many() -> None:
    for asked, count in ((), 10), (("--most", 12), 12):
        out = nardy("puzzles", GAME, *asked, typed="skip\n" * 20).out
        assert out.count("Puzzle ") == count


def test_as_many_as_are_asked_for_are_written_for_anki(tmp_path: Path) -> None:
    file = tmp_path / "cards.txt"
    out = nardy("puzzles", GAME, "--anki", file, "--most", 2).out
    assert out == f"2 puzzles in {file}\n"
    notes = [line for line in file.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert [line.split("\t")[0].strip('"') for line in notes] == [
        one.id for one in PUZZLES.puzzles[:2]
    ]
    assert nardy("puzzles", GAME, "--anki", file, "--most", 1).out == f"1 puzzle in {file}\n"


def test_what_is_asked_for_is_written_for_anki(tmp_path: Path) -> None:
    file = tmp_path / "cards.txt"
    for asked, puzzle in (
        (["--daily"], PUZZLES.daily(TODAY)),
        (["--id", PUZZLES.puzzles[3].id], PUZZLES.puzzles[3]),
    ):
        assert nardy("puzzles", GAME, "--anki", file, *asked).out == f"1 puzzle in {file}\n"
        assert f'"{puzzle.id}"' in file.read_text("utf-8")
    refused_both = nardy("puzzles", GAME, "--anki", file, "--json")
    assert refused_both.status == 2
    assert "--json" in refused_both.err


def test_a_file_for_anki_is_written(tmp_path: Path) -> None:
    file = tmp_path / "cards.txt"
    assert (
        nardy("puzzles", GAME, "--anki", file).out == f"{len(PUZZLES.puzzles)} puzzles in {file}\n"
    )
    assert file.read_text("utf-8").startswith("#separator:tab\n")


def test_a_game_without_puzzles_is_told_which_have_some() -> None:
    assert "games with puzzles are" in refused("puzzles", "tapa")
