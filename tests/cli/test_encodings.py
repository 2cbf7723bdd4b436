"""Pipes that lack signs: what they get is plain, whole and never an escape."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.talk import START, nardy
from tests.cli.test_bad_input import MAT

from nardy.cli.encodings import PLAIN, can_draw, can_encode, is_unicode, json_line, plain

NARROW = ["cp437", "cp1251", "cp866", "latin-1"]


def piped(encoding: str, *arguments: str, typed: str = "") -> str:
    """What a command writes into a pipe of this encoding, errors of coding being fatal."""
    done = subprocess.run(
        [sys.executable, "-m", "nardy", *arguments],
        input=typed.encode(encoding),
        capture_output=True,
        check=False,
        env={"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0", "PATH": ""},
    )
    assert b"Traceback" not in done.stderr
    return done.stdout.decode(encoding)


def test_signs_and_letters_have_their_nearest() -> None:
    assert plain("Нарды — «ход» 3×2 ±0.5 … № 5") == 'Nardy - "khod" 3x2 +-0.5 ... No. 5'
    assert plain("Щука, Жаба, объём") == "Shchuka, Zhaba, obem"
    assert plain("Φεύγα nərd gülbahar kısa") == "Feuga nerd gulbahar kisa"
    assert plain("ნარდი 31") == "????? 31"
    assert plain("name-\udce9.mat") == "name-\\udce9.mat"


@pytest.mark.parametrize("encoding", NARROW)
def test_no_narrow_encoding_can_draw_and_any_takes_what_is_plain(encoding: str) -> None:
    assert not can_draw(encoding)
    text = "╭─●○×◂ Ход “24/23” – плакото πλακωτό"
    assert "\\" not in text.encode(encoding, errors=PLAIN).decode(encoding)
    assert not can_encode("x", "no-such-encoding")
    assert can_draw("utf-8")


@pytest.mark.parametrize("encoding", NARROW)
def test_json_is_escaped_where_something_would_be_lost(
    encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding=encoding))
    assert json_line({"name": "хачапури ×"}).isascii()
    assert json.loads(json_line({"name": "хачапури ×"})) == {"name": "хачапури ×"}
    assert not is_unicode()


@pytest.mark.parametrize("encoding", ["cp437", "cp1251"])
def test_a_board_in_a_narrow_pipe_is_drawn_in_ascii(encoding: str) -> None:
    drawn = piped(encoding, "show", START)
    assert drawn.splitlines()[2].startswith("+------------------+-----+")
    assert drawn.isascii()
    assert "\\u" not in drawn


def test_a_catalog_in_a_narrow_pipe_has_no_escapes() -> None:
    told = piped("cp437", "games", "portes", "--language", "ru")
    assert "\\u" not in told
    assert "??" not in told
    assert told.startswith("Portes - portes\n")
    assert "короткие нарды" in piped("cp1251", "games")


def test_a_picture_in_a_narrow_pipe_is_good_in_any_encoding() -> None:
    drawn = piped("cp437", "show", START, "--format", "svg", "--language", "ru")
    assert drawn.isascii()
    assert "&#10" in drawn


def test_a_match_goes_through_a_narrow_pipe_whole(tmp_path: Path) -> None:
    file = tmp_path / "match.mat"
    file.write_text(MAT.replace("Anna", "Нана"), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "nardy", "convert", str(file), "--to", "mat"],
        capture_output=True,
        check=True,
        env={"PYTHONIOENCODING": "cp437", "PYTHONUTF8": "0", "PATH": ""},
    )
    assert "Нана" in done.stdout.decode("utf-8")
    assert "Нана" in nardy("replay", file).out


def test_a_game_is_played_in_a_narrow_pipe(tmp_path: Path) -> None:
    told = piped(
        "cp1251",
        *("play", "backgammon", "--white", "person", "--black", "person", "--seed", "1"),
        *("--language", "ru", "--save", str(tmp_path / "game.jsonl")),
        typed="выход\nquit\n",
    )
    assert "+------------------+-----+" in told
    assert "\\u" not in told
