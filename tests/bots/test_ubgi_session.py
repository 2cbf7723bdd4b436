"""What an interface tells, command by command, is the moment that it means."""

import pytest
from tests.moments import STD

from nardy.bots.ubgi_session import Session, UbgiError
from nardy.bots.ubgi_text import told
from nardy.core.cube import Cube, Owner
from nardy.core.situation import Score
from nardy.errors import NardyError
from nardy.formats import position_text
from nardy.games import BACKGAMMON

XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
MOMENTS = (
    f"backgammon w {STD} {STD} dice=31",
    f"backgammon b {STD} 24:2,13:4,8:4,6:5 dice=62 cube=2w match=7:3-4",
    f"backgammon b {STD} {STD} dice=62 match=7:6-4 crawford",
    f"backgammon w {STD} {STD} dice=62 match=7:4-6 crawford",
    f"backgammon w {STD} {STD} match=7:6-4",
    f"backgammon w {STD} {STD} dice=62 match=7:6-6",
    f"backgammon,jacoby=off w {STD} {STD}",
    f"backgammon w {STD} {STD} cube=4w",
)


def session(*lines: str) -> Session:
    made = Session(BACKGAMMON)
    for line in lines:
        word, _, rest = line.partition(" ")
        assert made.do(word, rest)
    return made


@pytest.mark.parametrize("text", MOMENTS)
@pytest.mark.parametrize("kinds", [("text",), ("gnubgid",)])
def test_told_in_any_way_it_is_the_same_moment(text: str, kinds: tuple[str, ...]) -> None:
    moment = position_text.loads(text)
    assert session(*told(moment, kinds)).situation("turn") == moment


def test_xgid_tells_everything() -> None:
    found = session(f"position xgid {XGID}").situation("chequer")
    assert str(found.roll) == "31"
    assert session(f"position {XGID}").situation("turn") == found


def test_what_was_told_beside_an_older_position_is_forgotten() -> None:
    beside = ("newsession type match length 5", "setscore 3 1", "setcube value 2 owner p0")
    found = session(*beside, f"position xgid {XGID}").situation("turn")
    assert (found.score, found.cube) == (None, Cube())
    kept = session(*beside, "position gnubgid 4HPwATDgc/ABMA", "dice 2 1").situation("turn")
    assert (kept.score, kept.cube) == (Score(5, 3, 1), Cube(2, Owner.PLAYER))


@pytest.mark.parametrize(
    ("score", "length", "is_crawford"),
    [
        ("2 4", 7, False),
        ("6 4", 7, True),
        ("0 6", 7, True),
        ("6 6", 7, False),
        ("0 0", 1, False),
    ],
)
@pytest.mark.parametrize("turn", ["p0", "p1"])
def test_with_the_crawford_rule_one_score_alone_makes_the_crawford_game(
    score: str, length: int, is_crawford: bool, turn: str
) -> None:
    rule = f"newsession type match length {length} crawford"
    lines = (f"setscore {score}", f"setturn {turn}", "position gnubgid 4HPwATDgc/ABMA")
    assert session(f"{rule} on", *lines).situation("turn").is_crawford == is_crawford
    assert not session(f"{rule} off", *lines).situation("turn").is_crawford


def test_a_game_without_a_cube_has_no_crawford_game() -> None:
    made = Session(BACKGAMMON.replace(cube_play=False, jacoby=False))
    for word, rest in (
        ("newsession", "type match length 3 crawford on"),
        ("setscore", "2 0"),
        ("position", "gnubgid 4HPwATDgc/ABMA"),
    ):
        assert made.do(word, rest)
    assert made.situation("turn").score == Score(3, 2, 0)


@pytest.mark.parametrize("score", ["5 0", "0 5", "9 9"])
def test_a_match_that_is_over_has_no_score(score: str) -> None:
    with pytest.raises(UbgiError, match="expected points below the match's length of 5") as error:
        session("newsession type match length 5", f"setscore {score}")
    assert error.value.code == "bad_value"


def test_a_new_session_has_a_score_of_its_own() -> None:
    lines = ("newsession type match length 7", "setscore 5 4", "newsession type match length 3")
    found = session(*lines, "position gnubgid 4HPwATDgc/ABMA").situation("turn")
    assert found.score == Score(3, 0, 0)


def test_a_new_game_begins_anew() -> None:
    made = session(f"position xgid {XGID}", "newgame")
    with pytest.raises(UbgiError, match="expected a position first"):
        made.situation("turn")


@pytest.mark.parametrize(
    ("lines", "role", "code"),
    [
        ((), "turn", "missing_context"),
        (("position gnubgid 4HPwATDgc/ABMA",), "chequer", "missing_context"),
        ((f"position xgid {XGID}",), "cube", "bad_argument"),
        (("position text backgammon w off:15 24:15 result=w3",), "turn", "bad_argument"),
        ((f"position text backgammon w {STD} {STD} opening",), "turn", "bad_argument"),
    ],
)
def test_a_role_needs_its_moment(lines: tuple[str, ...], role: str, code: str) -> None:
    with pytest.raises(UbgiError) as error:
        session(*lines).situation(role)
    assert error.value.code == code


@pytest.mark.parametrize(
    "line",
    [
        "position xgid nonsense",
        "position",
        "dice 7 1",
        "dice",
        "setscore 1",
        "setscore a b",
        "setcube value 0 owner p0",
        "setcube value 2 owner me",
        "setcube value 99999999 owner p0",
        f"setcube value {'9' * 5_000} owner p0",
        f"setscore {'9' * 5_000} 1",
        f"newsession type match length {'9' * 5_000}",
        "setturn white",
        "newsession type war",
        "newsession type match length many",
    ],
)
def test_what_is_told_wrongly_is_refused(line: str) -> None:
    with pytest.raises(NardyError, match="expected"):
        session(line)


def test_other_words_are_not_its_own() -> None:
    assert not Session(BACKGAMMON).do("quit", "")
