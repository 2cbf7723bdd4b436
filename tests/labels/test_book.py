"""The moments of an opening book."""

from dataclasses import replace
from pathlib import Path

import pytest
from tests.labels.test_exam import label
from tests.labels.test_label_file import HEADER

from nardy.core.dice import ROLLS, Roll
from nardy.core.player import Player
from nardy.games import find_game
from nardy.labels.book import first_rolls, is_finished, missing_replies, size_of
from nardy.labels.drawing import Sample
from nardy.labels.label_file import LabelFile


@pytest.mark.parametrize(
    ("game", "rolls"), [("backgammon", 15), ("long-nardy", 21), ("plakoto", 21)]
)
def test_first_rolls_are_those_that_the_game_has(game: str, rolls: int) -> None:
    rules = find_game(game)
    found = first_rolls(rules)
    assert len({each.kind for each in found}) == len(found) == rolls
    for kind, situation in found:
        assert situation.position == rules.start
        assert situation.roll == Roll.of(*map(int, kind))
        assert situation.to_act is Player.WHITE


def test_replies_follow_the_best_turn(tmp_path: Path) -> None:
    drawn = first_rolls(find_game("backgammon"))
    file = LabelFile.create(tmp_path / "book.jsonl", HEADER, Sample({}, tuple(drawn[:1])))
    assert drawn[0].kind == "21"
    file.append([label(0, [("13/11 6/5", 0.0, 0.0), ("24/23 13/11", 0.01, 0.002)])])
    assert not is_finished(file)
    file.extend(missing_replies(file))
    assert missing_replies(file) == []
    assert [moment.number for moment in file.moments] == list(range(22))
    assert len(file.missing) == 21
    again = LabelFile.read(file.path)
    assert again.moments == file.moments
    first = again.moments[1]
    assert first.kind == "21-11"
    assert first.situation.position.opponent[11] == 1
    assert first.situation.position.opponent[5] == 1
    assert first.situation.to_act is Player.BLACK


def test_replies_that_were_not_written_are_added(tmp_path: Path) -> None:
    drawn = first_rolls(find_game("backgammon"))
    file = LabelFile.create(tmp_path / "book.jsonl", HEADER, Sample({}, tuple(drawn[:1])))
    file.append([label(0, [("13/11 6/5", 0.0, 0.0), ("24/23 13/11", 0.01, 0.002)])])
    file.extend(missing_replies(file))
    whole = file.path.read_text("utf-8")
    cut = whole.index('"21-53"')
    file.path.write_text(whole[:cut], "utf-8")
    file = LabelFile.resume(file.path, HEADER)
    file.append([label(one.number, [("24/23", 0.0, 0.0)]) for one in file.missing])
    assert not is_finished(file)
    file.extend(missing_replies(file))
    assert {one.kind for one in file.moments} == {
        "21",
        *(f"21-{roll.high}{roll.low}" for roll in ROLLS),
    }
    assert len(file.missing) == sum(one.kind >= "21-53" for one in file.moments)


def test_the_size_of_a_book_counts_its_replies_from_the_beginning(tmp_path: Path) -> None:
    drawn, header = first_rolls(find_game("backgammon")), replace(HEADER, moments="book")
    file = LabelFile.create(tmp_path / "book.jsonl", header, Sample({}, tuple(drawn[:2])))
    assert size_of(file) == 44
    best = [("13/11 6/5", 0.0, 0.0), ("24/23 13/11", 0.01, 0.002)]
    file.append([label(0, best)])
    assert size_of(file) == 44
    file.extend(missing_replies(file))
    assert (len(file.moments), size_of(file)) == (23, 44)
    other = LabelFile.create(tmp_path / "other.jsonl", HEADER, Sample({}, tuple(drawn[:2])))
    assert size_of(other) == 2
