"""Position text, read: what is accepted, and what an error says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.effort import each
from tests.moments import HEAD, STD, tried
from tests.strategies import moments

from nardy.core.game import Game
from nardy.core.reading import FIELDS, read_side, read_situation
from nardy.core.text import situation_text
from nardy.errors import NardyError, NotationError
from nardy.games import BACKGAMMON, PLAKOTO, find_game

BACK = f"backgammon w {STD} {STD}"


@each(
    ("text", "canonical"),
    [
        (BACK + " first=w", BACK),
        (BACK + " cube=1", BACK),
        (BACK + " dice=13", BACK + " dice=31"),
        ("backgammon w 6:2,off:13 24:1", "backgammon w 6:2 24:1"),
        ("backgammon w - 24:1,3:14 result=w3", "backgammon w off:15 24:1,3:14 result=w3"),
        (f"gul-bara w {HEAD} {HEAD} turns=9-8", f"gul-bara w {HEAD} {HEAD}"),
        (f"gul-bara w {HEAD} {HEAD} turns=9-1", f"gul-bara w {HEAD} {HEAD} turns=3-1"),
        (f"long-nardy@draw w {HEAD} {HEAD}", f"long-nardy,last_throw=half w {HEAD} {HEAD}"),
        (f"narde w {HEAD} {HEAD}", f"long-nardy w {HEAD} {HEAD}"),
        (f"long-nardy@classic w {HEAD} {HEAD}", f"long-nardy w {HEAD} {HEAD}"),
        (f"long-nardy@draw,koks=3 w {HEAD} {HEAD}", f"long-nardy,koks=3,last_throw=half w {HEAD} {HEAD}"),
        (f"backgammon,jacoby=on w {STD} {STD}", BACK),
        (f"  {BACK}  dice=31 \n", BACK + " dice=31"),
    ],
)  # fmt: skip
def test_what_is_accepted_and_left_out(text: str, canonical: str) -> None:
    assert situation_text(read_situation(text, find_game)) == canonical


@each(
    ("text", "named"),
    [
        ("", "''"),
        ("backgammon w", "backgammon w"),
        (BACK.replace(" w ", " W "), "'W'"),
        (BACK + " dice=311", "dice=311"),
        (BACK + " dice=07", "dice=07"),
        (BACK + " dice=", "dice="),
        (BACK + " opening=1", "opening=1"),
        (BACK + " cube=0", "cube=0"),
        (BACK + " cube=2x", "cube=2x"),
        (BACK + " cube=02", "cube=02"),
        (BACK + " cube=-2", "cube=-2"),
        (BACK + f" cube={2**41}w", f"cube={2**41}w"),
        (BACK + " offer=triple", "offer=triple"),
        (BACK + " match=7", "match=7"),
        (BACK + " match=0:0-0", "match=0:0-0"),
        (BACK + " match=7:3.25-4", "3.25"),
        (BACK + " match=7:-1-4", "-1"),
        (BACK + " first=x", "first=x"),
        (BACK + " result=w", "result=w"),
        (BACK + " result=draw", "result=draw"),
        (BACK + " result=draw:2", "draw:2"),
        (f"gul-bara w {HEAD} {HEAD} turns=1", "turns=1"),
        (f"gul-bara w {HEAD} {HEAD} turns=1--1", "turns=1--1"),
        (f"nuclear w {STD} {STD} bomb=x", "bomb=x"),
        (f"mad-gulbar w {HEAD} {HEAD} left=57", "left=57"),
        ("backgammon w 6:2,off:12 24:1", "off:12"),
        ("backgammon w 24:2,13:5,8:3,6:05 24:1", "6:05"),
        ("backgammon w 24:2,,6:5 24:1", "''"),
        ("backgammon w 0:15 24:1", "0:15"),
        ("backgammon w 25:1 24:1", "25:1"),
        ("backgammon w bar:p 24:1", "bar:p"),
        ("backgammon w 6:２ 24:1", "6:２"),
        ("x" * 3_000, "3,000"),
    ],
)
def test_an_error_names_what_was_expected_and_what_came(text: str, named: str) -> None:
    with pytest.raises(NotationError) as caught:
        read_situation(text, find_game)
    message = str(caught.value)
    assert len(message) > 20
    assert "expected" in message
    assert named in message or named.rsplit("=", maxsplit=1)[-1] in message


@given(moments(), st.data())
def test_a_damaged_text_is_read_or_refused_with_a_sentence(game: Game, data: st.DataObject) -> None:
    text = str(game)
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 6))
    damaged = text[:at] + data.draw(st.text(alphabet="wb0123456789:=,-.p abcdeforst", max_size=6))
    damaged += text[at + cut :]
    situation = tried(lambda: read_situation(damaged, find_game))
    if not isinstance(situation, NardyError):
        canonical = situation_text(situation)
        assert read_situation(canonical, find_game) == situation
        assert situation_text(read_situation(canonical, find_game)) == canonical


@each("field", FIELDS)
def test_no_field_stands_twice(field: str) -> None:
    values = {"dice": "31", "cube": "2", "offer": "double", "match": "7:0-0", "first": "w"}
    value = values.get(field)
    word = f"{field}={value}" if value else field
    with pytest.raises(NardyError):
        read_situation(f"{BACK} {word} {word}", find_game)


def test_one_side() -> None:
    counts, pinned = read_side("24:2,8:p", PLAKOTO, "White")
    assert (counts[24], counts[8], counts[0], pinned) == (2, 1, 12, {8})
    counts, _ = read_side("-", BACKGAMMON, "Black")
    assert counts[0] == 15
    with pytest.raises(NotationError, match="Black"):
        read_side("8:1,24:1", BACKGAMMON, "Black")
