"""Words of the interface."""

import pytest
from tests.moments import STD

from nardy.bots.ubgi_text import act_of, act_text, told
from nardy.errors import NotationError
from nardy.formats import position_text


def test_acts_have_their_own_words() -> None:
    for act in ("roll", "double", "take", "pass", "beaver", "raccoon", "accept", "refuse", "bomb"):
        assert act_of(act_text(act)) == act
    # 'pass' is what a player does who cannot move.
    assert act_text("pass") == "drop"


def test_position_text_tells_all_at_once() -> None:
    text = f"plakoto,mother=off w {STD} {STD} dice=31 match=5:1-2"
    assert list(told(position_text.loads(text), ("text", "xgid"))) == [f"position text {text}"]


def test_a_money_game_is_told_with_jacoby() -> None:
    lines = list(told(position_text.loads(f"backgammon,jacoby=off b {STD} {STD}"), ()))
    assert lines[0] == "newsession type money jacoby off"
    assert "setturn p1" in lines
    assert not [line for line in lines if line.startswith("dice")]


def test_what_gnu_ids_cannot_tell_is_refused() -> None:
    with pytest.raises(NotationError):
        list(told(position_text.loads("long-nardy w 24:15 24:15"), ("xgid",)))
