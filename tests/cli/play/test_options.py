from pathlib import Path

import pytest
from tests.cli.talk import nardy, play, saved

from nardy.cli.inputs import GameChoice
from nardy.cli.play.command import setting_of
from nardy.cli.play.options import PlayOptions

PLAIN = PlayOptions(
    white="person",
    black="baseline",
    match=0,
    cube=None,
    seed=None,
    real_dice=False,
    save=None,
    resume=None,
)


def test_what_is_asked_becomes_a_setting() -> None:
    setting = setting_of(GameChoice("narde@draw", None), PLAIN)
    assert setting.games == ("long-nardy,last_throw=half",)
    assert setting_of(GameChoice("Тавли", None), PLAIN).games == ("portes", "plakoto", "fevga")


@pytest.mark.parametrize(
    ("option", "games"), [("--cube", "fevga,cube_play=on"), ("--no-cube", "fevga")]
)
def test_the_cube_is_switched(option: str, games: str) -> None:
    play("fevga", option, "--save", "g.jsonl")
    assert saved(Path("g.jsonl"))[0]["games"] == [games]


def test_every_option_reaches_the_saved_file() -> None:
    options = ["--white", "random", "--black", "person", "--match", "5", "--seed", "x"]
    play("backgammon", *options, "--real-dice", "--save", "g.jsonl")
    assert saved(Path("g.jsonl"))[0] == {
        "nardy": 1,
        "games": ["backgammon"],
        "length": 5,
        "white": "random",
        "black": "person",
        "seed": "x",
        "game_file": None,
        "real_dice": True,
    }


def test_a_seed_of_bytes_that_are_no_text_is_a_seed() -> None:
    assert nardy("play", "--seed", "\udcff").status == 0


@pytest.mark.parametrize(
    ("arguments", "status"),
    [(["--match", "-1"], 2), (["--match", "x"], 2), (["frog"], 1), (["--white", "frog"], 1)],
)
def test_what_cannot_be_is_refused(arguments: list[str], status: int) -> None:
    answer = play(*arguments)
    assert (answer.status, answer.out) == (status, "")
    assert "Traceback" not in answer.err


@pytest.mark.parametrize(
    ("asked", "black"),
    [(["--level", "club"], "nardy:club"), (["--seconds", "0.5"], "nardy:0.5s"), ([], "nardy")],
)
def test_the_opponent_is_the_one_that_is_asked_for(asked: list[str], black: str) -> None:
    answer = nardy("play", "backgammon", *asked, "--save", "g.jsonl")
    assert answer.status == 0, answer.err
    assert saved(Path("g.jsonl"))[0]["black"] == black


def test_two_opponents_are_one_too_many() -> None:
    answer = nardy("play", "--level", "club", "--black", "random")
    assert answer.status == 2
    assert "expected one of --black, --level and --seconds" in answer.err
