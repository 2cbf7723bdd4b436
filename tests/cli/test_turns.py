import io
import json

import pytest
from tests.cli.talk import START, moment, nardy, refused
from tests.effort import each
from tests.moments import cases

from nardy.cli import turns as turns_command
from nardy.cli.turns import MOST_CHARACTERS, answer_line, answer_lines, read_line
from nardy.core.legal import MOST_TURNS
from nardy.errors import NardyError
from nardy.games import find_game


def test_one_turn_a_line_and_the_count_aside() -> None:
    answer = nardy("turns", START, "31")
    assert len(answer.lines) == 16
    assert "8/5 6/5" in answer.lines
    assert answer.err == "16 legal turns\n"


def test_json_has_the_position_after_each() -> None:
    turns = nardy("turns", "mad-gulbar w 24:1 8:1 dice=44", "--json").data["turns"]
    assert turns == [{"turn": "(no move)", "position": "mad-gulbar b 24:1 8:1 left=445566"}]


def test_too_many_turns_are_a_sentence() -> None:
    sentence = refused("turns", "mad-gulbar w 24:5,20:4,17:3,14:3 24:15 dice=11")
    assert "expected at most 20,000 legal turns" in sentence


def test_dice_must_be_there_once() -> None:
    assert "rolled" in refused("turns", START)
    assert "expected dice once" in refused("turns", f"{START} dice=31", "31")
    assert "answer" in refused("turns", f"{START} offer=gammon", "31")


def test_in_russian() -> None:
    answer = nardy("turns", START, "31", "--language", "ru")
    assert answer.err == "16 возможных ходов\n"
    assert answer.out == nardy("turns", START, "31").out


def answered(*lines: object) -> tuple[bool, list[dict]]:
    out = io.StringIO()
    texts = [line if isinstance(line, str) else json.dumps(line) for line in lines]
    good = answer_lines(texts, out, find_game)
    return good, [json.loads(line) for line in out.getvalue().splitlines()]


def test_dice_stand_beside_the_position_or_in_it() -> None:
    good, (beside, inside) = answered(
        {"position": START, "dice": [1, 3]}, {"position": f"{START} dice=31"}
    )
    assert good
    assert beside == inside
    assert len(beside["turns"]) == 16
    assert {
        "turn": "8/5 6/5",
        "position": "backgammon b 24:2,13:5,8:2,6:4,5:2 24:2,13:5,8:3,6:5",
    } in beside["turns"]


@each(
    ("line", "part"),
    [
        ("", "expected a line of JSON"),
        ("frog", "expected a line of JSON, got 'frog'"),
        ("[1, 2]", "expected a JSON object"),
        ("[" * 90_000, "expected a line of JSON"),
        ('"' + "a" * MOST_CHARACTERS + '"', "100,002 characters"),
        ({}, 'expected "position"'),
        ({"position": 5, "dice": [3, 1]}, 'expected "position": "...", got 5'),
        ({"position": START}, "roll"),
        ({"position": START, "dice": [3, 1], "die": 1}, "got 'die' too"),
        ({"position": f"{START} dice=31", "dice": [3, 1]}, "dice"),
        ({"position": "mad-gulbar w 24:15 24:15 left=66", "dice": [3, 1]}, "dice"),
        ({"position": START, "dice": [3]}, "expected dice such as [3, 1], got [3]"),
        ({"position": START, "dice": [3, 1, 1]}, "expected dice such as [3, 1]"),
        ({"position": START, "dice": [7, 1]}, "expected two dice from 1 to 6, got 7 and 1"),
        ({"position": START, "dice": [True, 1]}, "expected dice such as [3, 1]"),
        ({"position": START, "dice": [1.0, 1]}, "expected dice such as [3, 1]"),
        ({"position": START, "dice": "31"}, "expected dice such as [3, 1], got '31'"),
        ({"position": START, "dice": None}, "expected dice such as [3, 1], got None"),
        ({"position": f"{START} opening", "dice": [3, 1]}, "opening"),
        ({"position": f"{START} result=w1", "dice": [3, 1]}, "over"),
        ({"position": f"{START} cube=2 offer=gammon", "dice": [3, 1]}, "offer"),
        ({"position": "nosuch w 24:15 24:15", "dice": [3, 1]}, "expected a game, got 'nosuch'"),
    ],
)
def test_a_bad_line_is_answered_and_the_rest_go_on(line: object, part: str) -> None:
    text = line if isinstance(line, str) else json.dumps(line)
    with pytest.raises(NardyError):
        answer_line(read_line(text, find_game))
    if not text:
        return
    after = {"position": START, "dice": [3, 1]}
    good, answers = answered(text, after)
    assert not good
    assert set(answers[0]) == {"error"}
    assert part in answers[0]["error"]
    assert len(answers[1]["turns"]) == 16


@each("case", [c for c in cases("text-cases.jsonl") if not c["valid"]])
def test_every_invalid_text_is_a_bad_line(case: dict) -> None:
    if case["kind"] == "position":
        _, (answer,) = answered({"position": case["text"], "dice": [3, 1]})
        assert len(answer["error"]) > 20


@pytest.mark.parametrize("most", [300, pytest.param(MOST_TURNS, marks=pytest.mark.thorough)])
def test_a_cascade_with_too_many_turns_is_truncated(
    most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns_command, "MOST_TURNS", most)
    answer = answer_line(moment("mad-gulbar w 24:5,20:4,17:3,14:3 24:15 dice=11"))
    assert answer["truncated"] is True
    assert len(answer["turns"]) == most
    assert len({turn["position"] for turn in answer["turns"]}) == most


@pytest.mark.parametrize(
    ("position", "dice", "field"),
    [
        ("mad-gulbar w 24:1 8:1", [4, 4], " left=445566"),
        ("gul-bara w 24:15 24:15 turns=1-0", [3, 1], " turns=2-0"),
        ("nuclear w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 bomb=w", [3, 1], " bomb=w"),
        ("backgammon w 1:1 12:1 cube=4b", [2, 1], " cube=4b result=w1"),
        ("backgammon w 1:1 12:15 match=7:3-4", [2, 1], " match=7:3-4 result=w2"),
        ("long-nardy,last_throw=half w 1:1 12:1", [2, 1], " last"),
        ("backgammon b 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 cube=2w", [3, 1], " cube=2w"),
    ],
)
def test_the_next_player_is_told_everything(position: str, dice: list[int], field: str) -> None:
    _, (answer,) = answered({"position": position, "dice": dice})
    assert all(turn["position"].endswith(field) for turn in answer["turns"])


def test_after_leftovers_the_same_player_acts() -> None:
    _, (answer,) = answered({"position": "mad-gulbar w 20:15 24:15 left=6"})
    assert [turn["position"] for turn in answer["turns"]] == ["mad-gulbar w 20:14,14:1 24:15"]


def test_the_command_exits_with_1_after_any_bad_line() -> None:
    line = json.dumps({"position": START, "dice": [3, 1]})
    assert nardy("turns", "--jsonl", typed=f"{line}\n\n{line}\n").status == 0
    answer = nardy("turns", "--jsonl", typed=f"\n{line}\nfrog\n{line}\r\n".encode() + b"\xff\xfe\n")
    assert answer.status == 1
    assert ["turns" in json.loads(told) for told in answer.lines] == [True, False, True, False]


def test_the_command_knows_a_game_of_ones_own(tmp_path) -> None:
    file = tmp_path / "club.toml"
    file.write_text('id = "club"\nextends = "long-nardy"\nstart = "24:4"\n', "utf-8")
    line = json.dumps({"position": "club,head=0 w 24:4 24:4", "dice": [3, 1]})
    (answer,) = nardy("turns", "--jsonl", "--file", file, typed=line + "\n").lines
    texts = [turn["position"] for turn in json.loads(answer)["turns"]]
    assert "club,head=0 b 24:3,20:1 24:4" in texts


def test_a_position_beside_jsonl_is_wrong_usage() -> None:
    assert nardy("turns", START, "--jsonl").status == 2
