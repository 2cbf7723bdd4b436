"""Words of the interface."""

import pytest
from tests.effort import each
from tests.moments import STD

from nardy.bots.ubgi.text import (
    act_of,
    act_text,
    is_backgammon,
    moment_commands,
    turn_text,
    unsupported,
)
from nardy.core.situation import Situation
from nardy.core.words import read_words
from nardy.errors import NotationError
from nardy.formats import position_text
from nardy.games import GAMES, find_game

LIKE_IT = {"backgammon", "nackgammon", "longgammon"}


def test_acts_have_their_own_words() -> None:
    for act in ("roll", "double", "take", "pass", "beaver", "raccoon", "accept", "refuse", "bomb"):
        assert act_of(act_text(act)) == act
    # 'pass' is what a player does who cannot move.
    assert act_text("pass") == "drop"


def test_position_text_tells_all_at_once() -> None:
    text = f"plakoto,mother=off w {STD} {STD} dice=31 match=5:1-2"
    assert list(moment_commands(position_text.loads(text), ("text", "xgid"))) == [
        f"position text {text}"
    ]


def test_a_money_game_is_told_with_jacoby() -> None:
    lines = list(moment_commands(position_text.loads(f"backgammon,jacoby=off b {STD} {STD}"), ()))
    assert lines[0] == "newsession type money jacoby off"
    assert "setturn p1" in lines
    assert not [line for line in lines if line.startswith("dice")]


@pytest.mark.parametrize("game", ["backgammon,cube_play=off", "nackgammon,cube_play=off"])
def test_without_a_cube_there_is_no_jacoby(game: str) -> None:
    rules = find_game(game)
    for jacoby in (True, False):
        moment = Situation(rules=rules.replace(jacoby=jacoby), position=rules.start)
        assert next(moment_commands(moment, ())) == "newsession type money jacoby off"


def test_only_beside_an_offer_the_match_id_is_told() -> None:
    """Many engines read 14 characters and refuse more."""
    before = list(moment_commands(position_text.loads(f"backgammon w {STD} {STD} cube=2w"), ()))
    assert before[-1] == "position gnubgid 4HPwATDgc/ABMA"
    lines = list(
        moment_commands(position_text.loads(f"backgammon b {STD} {STD} cube=2w offer=double"), ())
    )
    assert lines[-1] == "position gnubgid 4HPwATDgc/ABMA:UREAAAAAAAAA"


KNOWN = {"backgammon", "nackgammon", "longgammon"}


@each("game", GAMES)
def test_what_gnu_ids_cannot_tell_is_refused(game: str) -> None:
    rules = GAMES[game]
    start = Situation(rules=rules, position=rules.start)
    assert unsupported(rules, ("text",)) is None
    assert (unsupported(rules, ()) is None) == (game in KNOWN)
    if game in KNOWN:
        assert list(moment_commands(start, ()))
        return
    with pytest.raises(NotationError, match=f"only as GNU ids, got {game}; play backgammon"):
        list(moment_commands(start, ("xgid",)))


@each(
    ("answer", "text"),
    [
        ("8/5 6/5", "8/5 6/5"),
        ("8-5 6-5", "8/5 6/5"),
        ("8-5, 6-5", "8/5, 6/5"),
        ("8-5,6-5", "8/5,6/5"),
        ("8 5 6 5", "8/5 6/5"),
        ("8 5, 6 5", "8/5 6/5"),
        ("24-18-13", "24/18/13"),
        ("13-7*-5 8-5*", "13/7*/5 8/5*"),
        ("bar-20 6-off", "bar/20 6/off"),
        ("BAR-20 6-OFF", "BAR/20 6/OFF"),
        ("25-20 6-0", "25/20 6/0"),
        ("bar 20 6 off", "bar/20 6/off"),
        ("3-1: 8/5 6/5", "3-1: 8/5 6/5"),
        ("3-1: 8-5 6-5", "3-1: 8/5 6/5"),
        ("31: 8 5 6 5", "31:8/5 6/5"),
        ("6/1, -", "6/1, -"),
        ("-", "-"),
        ("(no move)", "(no move)"),
        ("8 5 6", "8 5 6"),
        ("double", "double"),
        ("8/5 double", "8/5 double"),
    ],
)
def test_the_first_draft_has_other_signs_between_points(answer: str, text: str) -> None:
    assert turn_text(answer) == text


def test_moves_with_any_sign_are_the_same_words() -> None:
    assert read_words(turn_text("13-8 6-5")) == read_words(turn_text("13 8 6 5"))


@each("game", GAMES)
def test_the_games_are_told_apart_by_their_laws(game: str) -> None:
    assert is_backgammon(GAMES[game]) == (game in LIKE_IT)


@pytest.mark.parametrize("options", ["cube_play=off", "cube_cap=8,jacoby=off", "raccoons=on"])
def test_the_cube_does_not_matter(options: str) -> None:
    assert is_backgammon(find_game(f"backgammon,{options}"))


@pytest.mark.parametrize("options", ["bomb=on", "cascade_count=4", "last_throw=half"])
def test_other_laws_do(options: str) -> None:
    assert not is_backgammon(find_game(f"backgammon,{options}"))
