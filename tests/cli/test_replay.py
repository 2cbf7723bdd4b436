import json
from pathlib import Path

import pytest
from tests.cli.play.test_prompt import TURN, at
from tests.cli.talk import nardy
from tests.cli.test_bad_input import MAT

from nardy.core.laws import LAWS


def test_a_match_is_told_game_by_game() -> None:
    Path("match.mat").write_text(MAT, "utf-8")
    lines = nardy("replay", "match.mat", "--turns").lines
    assert lines[0] == "Anna - Boris, backgammon, match to 3"
    assert lines[1] == "game 1: 4 turns, w1 x 1"
    assert lines[2] == "  white 8/5 6/5"
    assert lines[-1] == "score 1 - 0; 0 illegal turns"
    assert nardy("replay", "-", typed=MAT).lines[-1] == lines[-1]


def test_json_keys() -> None:
    wrong = MAT.replace("61: bar/24 13/7", "61: bar/24 13/8")
    data = nardy("replay", "-", "--json", typed=wrong).data
    assert list(data) == ["players", "length", "score", "games"]
    (game,) = data["games"]
    assert set(game) >= {"turns", "unlawful", "result"}
    (turn,) = game["unlawful"]
    assert turn["accepted"] is True
    assert {key: turn[key] for key in ("turn", "line", "law")} == {
        "turn": "61: bar/24 13/8",
        "line": 6,
        "law": "wrong-die",
    }


@pytest.mark.parametrize(
    "command", [("replay",), ("replay", "--json"), ("convert", "--to", "json")]
)
def test_what_a_broken_file_holds_is_told_and_the_line_named(command: tuple[str, ...]) -> None:
    broken = MAT.replace("61: bar/24 13/7", "77: bar/24 13/7")
    name, *options = command
    answer = nardy(name, "-", *options, typed=broken)
    assert answer.status == 1
    assert (
        "nardy: in line or record 6, '77: bar/24 13/7': expected two dice from 1 to 6" in answer.err
    )
    assert "Anna" in answer.out


def test_a_faulty_turn_that_was_accepted_is_named_with_its_line_and_law() -> None:
    at(TURN, "13/8", "accept", real_dice=True)
    answer = nardy("replay", "at.jsonl")
    assert "  line 3: 13/8: illegal (wrong-die), accepted by the opponent: " in answer.out
    assert answer.lines[-1] == "score 0 - 0; 1 illegal turn"
    Path("match.json").write_text(nardy("convert", "at.jsonl", "--to", "json").out, "utf-8")
    (game,) = nardy("replay", "match.json", "--json").data["games"]
    (turn,) = game["unlawful"]
    assert (turn["line"], turn["law"], turn["accepted"]) == (3, "wrong-die", True)
    assert json.loads(Path("match.json").read_text("utf-8").splitlines()[2])["accepted"]


def test_the_points_before_the_first_game_count() -> None:
    begun = MAT.replace(" 3 point match", " 7 point match").replace("Game 1", "Game 4")
    for name in ("Anna : 0", "Boris : 0"):
        assert name in begun
    begun = begun.replace("Anna : 0", "Anna : 4").replace("Boris : 0", "Boris : 5")
    assert nardy("replay", "-", typed=begun).lines[-1] == "score 5 - 5; 0 illegal turns"
    told = nardy("convert", "-", "--to", "json", typed=begun).out
    again = nardy("replay", "-", typed=told)
    assert again.lines[1].startswith("game 4: ")
    assert again.lines[-1] == "score 5 - 5; 0 illegal turns"
    data = nardy("replay", "-", "--json", typed=begun).data
    assert (data["score"], data["games"][0]["number"]) == ([5, 5], 4)


def test_in_russian() -> None:
    lines = nardy("replay", "-", "--turns", "--language", "ru", typed=MAT).lines
    assert lines[0] == "Anna - Boris, backgammon, матч до 3"
    assert lines[1] == "партия 1: 4 хода, w1 x 1"
    assert lines[2] == "  белые 8/5 6/5"
    assert lines[-1] == "счёт 1 - 0; 0 ходов не по правилам"
    wrong = MAT.replace("61: bar/24 13/7", "61: bar/24 13/8")
    told = nardy("replay", "-", "--language", "ru", typed=wrong).out
    law = LAWS["wrong-die"].says("ru")
    assert (
        f"строка 6: 61: bar/24 13/8: не по правилам (wrong-die), принят соперником: {law}" in told
    )
    english = nardy("replay", "-", "--json", typed=wrong).out
    assert nardy("replay", "-", "--json", "--language", "ru", typed=wrong).out == english


def test_in_russian_a_law_comes_with_what_is_left_out() -> None:
    broken = MAT.replace("64: 24/14", "77: 24/14")
    told = nardy("replay", "-", "--language", "ru", typed=broken).out
    law = LAWS["not-rolled"].says("ru")
    assert f"не по правилам (not-rolled): {law} (пропущено: 5 ходов или действий)\n" in told
