"""Position text against the text cases, and its four verbs."""

import io

import pytest
from hypothesis import given
from tests.effort import each
from tests.moments import HEAD, STD, cases
from tests.strategies import moments

from nardy.core.game import Game
from nardy.core.rules import Rules
from nardy.errors import NardyError, PositionError, RulesError, UnknownGameError
from nardy.formats import position_text
from nardy.games import GAMES, LONG_NARDY, find_game

CASES = [case for case in cases("text-cases.jsonl") if case["kind"] == "position"]
VALID = [case for case in CASES if case["valid"]]
INVALID = [case for case in CASES if not case["valid"]]

# What a message about each kind of fault must name.
NAMED = {
    "side": "'x'",
    "black's checkers missing": "Black",
    "game": "nosuch",
    "option not of this game": "prime",
    "value": "sideways",
    "sixteen checkers": "16",
    "order": "24:2",
    "a place twice": "24:2",
    "zero": "24:0",
    "no such point": "26:2",
    "both on one point": "one point",
    "pinned by nobody": "10",
    "two of each on one point": "10",
    "die": "dice=70",
    "field twice": "dice=31",
    "not a power of two": "cube=3",
    "match is already over": "5:5-0",
    "crawford without a match": "Crawford",
    "no bomb in this game": "bomb",
    "no cascade in this game": "left",
    "no bar in a block game": "bar",
    "empty": "''",
    "unknown field": "colour=red",
    "nothing is left over in this game": "left",
    "no law counts turns here": "turns",
    "opening beside a result": "opening",
    "dice beside left": "left",
    "no cube in this game": "cube",
    "nobody is one away": "3-4",
    "fields out of order": "offer=beaver",
    "a beaver in a match": "beaver",
    "options out of order": "jacoby=off,beavers=off",
    "a cube of 1 is nobody's": "cube=1w",
}


@each("case", VALID)
def test_a_valid_text_has_its_canonical_form(case: dict) -> None:
    situation = position_text.loads(case["text"])
    assert position_text.dumps(situation) == case["canonical"]
    assert position_text.loads(case["canonical"]) == situation


@each("case", INVALID)
def test_an_invalid_text_is_refused_by_what_is_wrong_with_it(case: dict) -> None:
    with pytest.raises(NardyError) as caught:
        position_text.loads(case["text"])
    message = str(caught.value)
    assert len(message) > 20
    # This one has its places in a wrong order too, and that is read first.
    named = "1:2,13:5" if " 1:2,13:5" in case["text"] else NAMED[case["why"]]
    assert named in message


@each("case", INVALID)
def test_the_message_says_what_was_expected(case: dict) -> None:
    with pytest.raises(NardyError) as caught:
        position_text.loads(case["text"])
    words = (
        "expected",
        "but",
        "stand",
        "is already",
        "nothing is",
        "belongs",
        "pinned",
        "Crawford",
    )
    assert any(word in str(caught.value) for word in words)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (f"nosuch w {STD} {STD}", UnknownGameError),
        (f"six-one w {HEAD} {HEAD}", UnknownGameError),
        (f"backgammon@blitz w {STD} {STD}", RulesError),
        (f"backgammon,prime=ahead w {STD} {STD}", RulesError),
        ("backgammon w 24:1,6:14 1:15", PositionError),
    ],
)
def test_each_kind_of_cause_has_its_class(text: str, kind: type[NardyError]) -> None:
    with pytest.raises(kind):
        position_text.loads(text)


@given(moments())
def test_files_hold_a_line(game: Game) -> None:
    file = io.StringIO()
    position_text.dump(game.situation, file)
    assert file.getvalue() == str(game) + "\n"
    file.seek(0)
    assert position_text.load(file) == game.situation


@each("name", GAMES)
def test_the_start_of_every_game(name: str) -> None:
    game = Game(GAMES[name])
    assert position_text.loads(str(game)) == game.situation
    assert " opening" in str(game)


def test_another_finder_knows_other_games() -> None:
    club = LONG_NARDY.replace(id="club", head=0)

    def find(text: str) -> Rules:
        return club if text == "club" else find_game(text)

    situation = position_text.loads(f"club w {HEAD} {HEAD}", find)
    assert situation.rules == club
    assert position_text.dumps(situation) == f"club w {HEAD} {HEAD}"
    with pytest.raises(UnknownGameError):
        position_text.loads(f"club w {HEAD} {HEAD}")
