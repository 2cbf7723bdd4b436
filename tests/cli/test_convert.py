import json
from pathlib import Path

import pytest
from tests.cli.talk import START, nardy, play, refused
from tests.cli.test_bad_input import MAT, XGID
from tests.formats.matches import text_of

GNU = "4HPwATDgc/ABMA:cAkAAAAAAAAA"
HOLES = text_of(*["31: ??? | 42: ???"] * 4, "      Wins 1 point")


@pytest.fixture
def match(tmp_path: Path) -> Path:
    (tmp_path / "match.mat").write_text(MAT, "utf-8")
    return tmp_path / "match.mat"


@pytest.mark.parametrize("source", [f"{START} dice=31", XGID])
@pytest.mark.parametrize("form", ["position", "xgid", "gnubgid"])
def test_a_position_goes_into_every_format_and_back(source: str, form: str) -> None:
    there = nardy("convert", source, "--to", form)
    assert there.status == 0
    back = nardy("convert", "-", "--to", "position", typed=there.out)
    assert back.out.endswith(f"{START.removeprefix('backgammon')} dice=31\n")


def test_a_position_as_json() -> None:
    assert nardy("convert", GNU, "--to", "json").data["position"].startswith(START)


def test_a_match_goes_to_json_and_back(match: Path) -> None:
    told = nardy("convert", match, "--to", "json").out
    Path("match.json").write_text(told, "utf-8")
    assert nardy("convert", "match.json", "--to", "json").out == told
    mat = nardy("convert", "-", "--to", "mat", typed=told).out
    Path("again.mat").write_text(mat, "utf-8")
    assert nardy("convert", "again.mat", "--to", "json").out == told


def test_standard_input_is_a_position_or_a_match_whatever_is_made_of_it(match: Path) -> None:
    for source in (GNU, XGID, START):
        assert nardy("convert", "-", "--to", "json", typed=source).data.keys() == {"position"}
    assert "expected a match" in refused("convert", "-", "--to", "mat", typed=START)
    there = nardy("convert", match, "--to", "xgid")
    assert nardy("convert", "-", "--to", "xgid", typed=match.read_bytes()) == there
    assert "expected a position" in refused("convert", "-", "--to", "xgid", typed="hello")
    assert "expected a .mat file" in refused("convert", "-", "--to", "json", typed="hello")


@pytest.mark.parametrize(
    ("damaged", "told"),
    [(MAT.replace(" Game 1", " Gam 1"), "mat file"), ('{"nardy": "match",', "JSON")],
)
def test_the_error_of_a_damaged_match_is_told_whatever_is_made_of_it(
    damaged: str, told: str
) -> None:
    for form in ("xgid", "mat"):
        assert told in refused("convert", "-", "--to", form, typed=damaged)


def test_a_match_becomes_the_position_at_its_end_and_losses_are_told(match: Path) -> None:
    answer = nardy("convert", match, "--to", "xgid")
    assert answer.status == 0
    assert answer.out.startswith("XGID=")
    assert answer.err.startswith("left out: ")


def test_what_a_mat_file_cannot_hold_is_told(match: Path) -> None:
    told = nardy("convert", match, "--to", "json")
    assert not told.err
    begun = told.data["events"][0]["position"].replace("6:5", "7:1,6:4", 1)
    events = [{"kind": "started", "position": begun}]
    Path("match.json").write_text(json.dumps({**told.data, "events": events}), "utf-8")
    answer = nardy("convert", "match.json", "--to", "mat")
    assert "left out: game 1: the position from which it began is left out" in answer.err


def test_a_saved_game_is_a_match() -> None:
    play("hypergammon", "--white", "random", "--match", "1", "--seed", "1", "--save", "g.jsonl")
    there = nardy("convert", "g.jsonl", "--to", "mat")
    assert there.out.count("\n 1 point match\n")
    assert nardy("convert", "-", "--to", "mat", typed=Path("g.jsonl").read_bytes()) == there


def test_what_cannot_be_converted() -> None:
    assert "expected a match for --to mat, got a position" in refused(
        "convert", START, "--to", "mat"
    )
    assert "No such file" in refused("convert", "nope.mat", "--to", "json")
    assert "directory" in refused("convert", ".", "--to", "json")
    assert nardy("convert", START, "--to", "frog").status == 2
    assert nardy("convert", START).status == 2


def test_a_game_without_that_code_is_refused() -> None:
    assert refused("convert", "fevga w 24:15 24:15", "--to", "xgid")


@pytest.mark.parametrize("form", ["json", "sgf", "xgid"])
def test_a_game_that_cannot_be_followed_to_its_end_is_told(form: str) -> None:
    answer = nardy("convert", "-", "--to", form, typed=HOLES)
    assert answer.status == 1
    assert answer.out
    assert "in line or record 7, " in answer.err
    told = "cannot be known (left out, and 4 more after it); correct it there if the file is a text"
    assert told in answer.err
