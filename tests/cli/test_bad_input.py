"""Bad input: each kind has its sentence (expected, got, where, a way out), exit status 1, no traceback."""

import json
import time
from pathlib import Path

import pytest
from tests.cli.talk import START, nardy, process, refused
from tests.effort import each, some
from tests.moments import cases

XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
MAT = """\
 3 point match

 Game 1
 Anna : 0                              Boris : 0
  1) 31: 8/5 6/5                       64: 24/14
  2) 52: 13/8 13/11*                   61: bar/24 13/7
  3)  Doubles => 2                      Drops
      Wins 1 point
"""
INVALID = [case for case in cases("text-cases.jsonl") if not case["valid"]]
NOISE = 50_000_000


@each("case", [c for c in INVALID if c["kind"] == "position"])
def test_every_invalid_position(case: dict) -> None:
    sentence = refused("show", case["text"])
    assert len(sentence) > 20
    assert refused("turns", "-", "31", typed=case["text"])


@pytest.mark.parametrize("case", [c for c in INVALID if c["kind"] == "turn"])
def test_every_illegal_turn(case: dict) -> None:
    dice = "".join(map(str, case["dice"]))
    answer = nardy("why", case["position"], dice, case["text"], "--json")
    assert answer.status == 1
    assert json.loads(answer.out)["law"] == case["law"]


@pytest.mark.parametrize("text", ["8/5", "8/5 6/5", "-"])
def test_a_turn_after_the_end(text: str) -> None:
    answer = nardy("why", "backgammon w - 12:15", "31", text)
    assert answer.status == 1
    assert answer.lines[0].startswith("illegal (game-over): The game is over")
    assert "game is over" in refused("turns", f"{START} result=w1", "31")


def test_moves_after_the_end_of_the_game() -> None:
    answer = nardy("why", "backgammon w 1:1 12:15 dice=65", "1/off 6/5", "--json")
    assert answer.status == 1
    assert json.loads(answer.out)["law"] == "game-over"


@pytest.mark.parametrize("length", [10, 25, 31, 32, 40, 49])
def test_an_xgid_cut_short(length: int) -> None:
    sentence = refused("show", XGID[:length])
    assert "expected" in sentence
    assert "XGID" in sentence


@pytest.mark.parametrize(
    ("spoiled", "part"),
    [
        (XGID.replace("E-C", "Z-C"), "got 'Z' at place 6"),
        (XGID.replace(":31:", ":99:"), "field 5 of an XGID, got '99'"),
        (XGID.replace("-b-", "-P-"), "checkers"),
        (XGID + "x", "got '10x'"),
        (XGID.replace("--B-", "--B"), "26"),
    ],
)
def test_a_spoiled_xgid(spoiled: str, part: str) -> None:
    assert part in refused("show", spoiled)


GNU_ID = "4HPwATDgc/ABMA:cAkAAAAAAAAA"


@pytest.mark.parametrize("text", ["4HPwATDgc/AB", "4HPwATDgc/ABM!", "////////////AA:cAkAAAAAAAAA"])
def test_gnu_ids_cut_short_or_spoiled(text: str) -> None:
    assert "expected" in refused("show", text)


@each("length", set(range(1, len(GNU_ID))) - {14})
def test_a_gnu_id_cut_anywhere_but_between_its_ids(length: int) -> None:
    assert "expected" in refused("show", GNU_ID[:length])


@each("place", set(range(len(GNU_ID))) - {14})
@each("sign", "!.é")
def test_a_gnu_id_with_a_foreign_sign(place: int, sign: str) -> None:
    assert "expected" in refused("show", GNU_ID[:place] + sign + GNU_ID[place + 1 :])


def test_an_id_of_another_game() -> None:
    assert "expected" in refused("show", XGID, "--game", "hypergammon")


@pytest.mark.parametrize(
    ("toml", "part"),
    [
        ('id = "a"\ndirection = "parallel"\ncontact = "block"\n', "expected 'start'"),
        (
            'id = "a"\nextends = "backgammon"\nstart = {white = "24:16", black = "24:15"}\n',
            "start: expected as many checkers on both sides, got 16 for White and 15 for Black",
        ),
        ('id = "a"\nextends = "backgammon"\nfrog = 1\n', "expected a field of a game, got 'frog'"),
        ("id = \n", "expected TOML in club.toml"),
        ("", 'expected id = "my-game"'),
    ],
)
def test_a_spoiled_game_file_on_every_command_that_takes_one(
    toml: str, part: str, tmp_path: Path
) -> None:
    file = tmp_path / "club.toml"
    file.write_text(toml, "utf-8")
    for arguments in (
        ["games"],
        ["play"],
        ["show", START],
        ["turns", START, "31"],
        ["why", START, "31", "8/5"],
        ["convert", START, "--to", "xgid"],
        ["replay", "-"],
    ):
        sentence = refused(*arguments, "--file", file, typed=MAT)
        assert part in sentence
        assert "club.toml" in sentence


def replayed(tmp_path: Path, content: bytes) -> dict:
    file = tmp_path / "match.mat"
    file.write_bytes(content)
    return nardy("replay", file, "--json").data


def test_a_match_with_carriage_returns_or_in_latin_1_is_read(tmp_path: Path) -> None:
    plain = replayed(tmp_path, MAT.encode())
    assert replayed(tmp_path, MAT.replace("\n", "\r\n").encode()) == plain
    latin = replayed(tmp_path, MAT.replace("Boris", "André").encode("latin-1"))
    assert latin["players"] == ["Anna", "André"]
    assert latin["games"] == plain["games"]


@pytest.mark.parametrize("cut", range(1, len(MAT), 37))
def test_a_match_cut_in_the_middle_is_read_as_far_as_it_goes(cut: int, tmp_path: Path) -> None:
    file = tmp_path / "match.mat"
    file.write_bytes(MAT[:cut].encode())
    answer = nardy("replay", file)
    assert answer.status in (0, 1)
    assert answer.out or answer.err.startswith("nardy: expected")


def test_an_empty_match(tmp_path: Path) -> None:
    (tmp_path / "empty.mat").touch()
    assert "got an empty file" in refused("replay", tmp_path / "empty.mat")


@pytest.mark.parametrize(
    "seed",
    some([b"\x93\xa1\x00\xff~q\x8e", b"a", b"\n", b"{", b"[", b"  1) 31: 8/5 6/5\n", b"\x00"], 3),
)
def test_fifty_megabytes_of_noise_are_refused_at_once(seed: bytes, tmp_path: Path) -> None:
    file = tmp_path / "noise"
    file.write_bytes((seed * (NOISE // len(seed) + 1))[:NOISE])
    for arguments in (
        ["replay", file],
        ["convert", file, "--to", "json"],
        ["play", "--resume", file],
        ["games", "--file", file],
    ):
        began = time.process_time()
        assert "expected" in refused(*arguments)
        assert time.process_time() - began < 1


def test_fifty_megabytes_on_standard_input_are_refused_at_once() -> None:
    noise = b"frog " * (NOISE // 5)
    for arguments in (["show", "-"], ["turns", "-", "31"], ["convert", "-", "--to", "xgid"]):
        began = time.process_time()
        assert "characters" in refused(*arguments, typed=noise)
        assert time.process_time() - began < 1
    began = time.process_time()
    answer = nardy("turns", "--jsonl", typed=noise)
    assert answer.status == 1
    assert "characters" in json.loads(answer.out)["error"]
    assert time.process_time() - began < 1


def test_a_process_says_one_sentence_and_no_traceback(tmp_path: Path) -> None:
    (tmp_path / "noise").write_bytes(b"\xff\x00" * 1_000)
    answer = process("replay", tmp_path / "noise")
    assert (answer.returncode, answer.stdout) == (1, b"")
    assert answer.stderr.startswith(b"nardy: expected")
    assert answer.stderr.count(b"\n") == 1


def test_a_seed_of_bytes_that_are_no_text_in_a_saved_game(tmp_path: Path) -> None:
    setting = {"nardy": 1, "games": ["backgammon"], "length": 0, "white": "person"}
    setting |= {"black": "random", "seed": "\udcff", "game_file": None, "real_dice": False}
    path = tmp_path / "game.jsonl"
    path.write_text(json.dumps(setting) + "\n", "utf-8")
    assert "expected a seed of valid text" in refused("play", "--resume", path)


@each(
    "arguments",
    [
        ["games", "\udcff"],
        ["show", f"{START} \udcff"],
        ["turns", START, "\udcff"],
        ["why", START, "31", "8/5\udcff"],
        ["replay", "\udcff"],
        ["convert", "\udcff.mat", "--to", "json"],
        ["play", "--black", "\udcff"],
        ["play", "--resume", "\udcff"],
    ],
)
def test_arguments_that_are_no_text(arguments: list[str]) -> None:
    assert "\\udcff" in refused(*arguments)
