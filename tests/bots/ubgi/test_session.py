"""What an interface tells, command by command, is the moment that it means."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.effort import each
from tests.formats.code_strategies import match_situations, situations
from tests.moments import STD

from nardy.bots.ubgi.session import UbgiError, UbgiSession
from nardy.bots.ubgi.text import moment_commands
from nardy.core.cube import Cube, Offer, Owner
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.core.situation import Score, Situation
from nardy.errors import NardyError
from nardy.formats import gnubg, position_text, xgid
from nardy.games import BACKGAMMON, find_game

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
    "backgammon b 6:5,5:3,4:2,2:3,1:2 22:2,18:3,13:2,8:3,6:5 cube=2w offer=double",
    f"backgammon w {STD} 24:2,13:4,8:4,6:5 offer=double",
    f"backgammon b {STD} 24:2,13:4,8:4,6:5 offer=double match=7:3-4",
    f"backgammon,jacoby=off b {STD} 24:2,13:4,8:4,6:5 cube=4 offer=double",
    f"backgammon w {STD} 24:2,13:4,8:4,6:5 cube=2b offer=beaver",
    f"backgammon,raccoons=on b {STD} 24:2,13:4,8:4,6:5 cube=4b offer=raccoon",
    f"backgammon b {STD} 24:2,13:4,8:4,6:5 offer=single",
    f"backgammon w {STD} 24:2,13:4,8:4,6:5 dice=31 cube=2w offer=gammon match=9:2-0",
    f"backgammon w {STD} 24:2,13:4,8:4,6:5 offer=backgammon match=7:4-6 crawford",
)
CUBELESS = (
    "backgammon,cube_play=off b 6:5,5:3 24:2,23:3,13:2,8:3,6:5 dice=31",
    "nackgammon,cube_play=off w 6:5,5:3 24:2,23:3,13:2,8:3,6:5",
    "longgammon,cube_play=off b 6:5,5:3 24:2,23:3,13:2,8:3,6:5 dice=64 offer=gammon",
    "backgammon,cube_play=off b 6:5,5:3 24:2,23:3,13:2,8:3,6:5 match=5:4-2",
)


def session(*lines: str, rules: Rules = BACKGAMMON) -> UbgiSession:
    made = UbgiSession(rules)
    for line in lines:
        word, _, rest = line.partition(" ")
        assert made.do(word, rest)
    return made


@each("text", MOMENTS)
@each("kinds", [("text",), ("gnubgid",)])
def test_told_in_any_way_it_is_the_same_moment(text: str, kinds: tuple[str, ...]) -> None:
    moment = position_text.loads(text)
    assert session(*moment_commands(moment, kinds)).situation("turn") == moment


@given(situations(), st.sampled_from([("text",), ()]))
def test_any_moment_of_backgammon_comes_back(moment: Situation, kinds: tuple[str, ...]) -> None:
    assert session(*moment_commands(moment, kinds)).situation("turn") == moment


@given(match_situations(), st.sampled_from([Offer.SINGLE, Offer.GAMMON, Offer.BACKGAMMON]))
def test_any_resignation_comes_back(moment: Situation, offer: Offer) -> None:
    moment = replace(moment, offer=offer)
    found = session(*moment_commands(moment, ())).situation("cube")
    assert found == moment
    assert found.on_roll is moment.to_act.opponent


@pytest.mark.parametrize("text", CUBELESS)
def test_a_game_without_a_cube_comes_back_where_it_is_known(text: str) -> None:
    moment = position_text.loads(text)
    assert session(*moment_commands(moment, ()), rules=moment.rules).situation("turn") == moment


def test_one_moment_after_another_comes_back_in_one_session() -> None:
    made = UbgiSession(BACKGAMMON)
    for text in (*MOMENTS, *reversed(MOMENTS)):
        moment = position_text.loads(text)
        for line in moment_commands(moment, ()):
            word, _, rest = line.partition(" ")
            made.do(word, rest)
        found = made.situation("turn")
        # A match says nothing of Jacoby's rule, and no id of raccoons: they stay as they were.
        assert replace(found, rules=moment.rules) == moment


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


def test_a_score_told_after_a_position_with_a_match_is_of_that_match() -> None:
    # White has 2 of 7 points and Black 4.
    match = "position xgid -b----E-C---eE---c-e----B-:0:0:1:31:2:4:0:7:10"
    for turn, expected in (("p0", Score(7, 5, 3)), ("p1", Score(7, 3, 5))):
        assert session(match, "setscore 5 3", f"setturn {turn}").situation("turn").score == expected
    with pytest.raises(UbgiError, match="below the match's length of 7"):
        session(match, "setscore 7 0")
    crawford = "position xgid -b----E-C---eE---c-e----B-:0:0:1:00:6:4:1:7:10"
    assert session(crawford, "setscore 6 3").situation("turn").is_crawford
    assert not session(crawford, "setscore 5 3").situation("turn").is_crawford


@each(
    ("score", "length", "is_crawford"),
    [
        ("2 4", 7, False),
        ("6 4", 7, True),
        ("0 6", 7, True),
        ("6 6", 7, False),
        ("0 0", 1, False),
    ],
)
@each("turn", ["p0", "p1"])
def test_with_the_crawford_rule_one_score_alone_makes_the_crawford_game(
    score: str, length: int, is_crawford: bool, turn: str
) -> None:
    rule = f"newsession type match length {length} crawford"
    lines = (f"setscore {score}", f"setturn {turn}", "position gnubgid 4HPwATDgc/ABMA")
    assert session(f"{rule} on", *lines).situation("turn").is_crawford == is_crawford
    assert not session(f"{rule} off", *lines).situation("turn").is_crawford


def test_a_game_without_a_cube_has_no_crawford_game() -> None:
    made = UbgiSession(BACKGAMMON.replace(cube_play=False, jacoby=False))
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


WHITES = "XGID=-bA---E-C---dE---c-e----A-:1:1:1:34:3:4:0:7:10"


@pytest.mark.parametrize("kind", ["xgid", "text", "gnubgid"])
def test_after_a_whole_position_only_who_must_act_is_turned_over(kind: str) -> None:
    white = xgid.loads(WHITES)
    texts = {
        "xgid": WHITES,
        "text": position_text.dumps(white),
        "gnubgid": gnubg.dumps(white),
    }
    position = f"position {kind} {texts[kind]}"
    found = session(position, "setturn p1", "dice 3 1").situation("turn")
    assert (found.to_act, str(found.roll)) == (Player.BLACK, "31")
    # Black has Black's checkers, points and cube.
    assert found.flipped().position == white.position
    assert found.score == Score(7, 4, 3)
    assert found.cube == Cube(2, Owner.OPPONENT)
    assert session(position, "setturn p1", "setturn p0").situation("turn") == white


@each("before", [True, False])
@each("word", ["gnubgid ", "gnubgid Position ID: ", "", "text "])
def test_a_bare_position_is_his_whose_turn_is_told(word: str, before: bool) -> None:
    bare = f"position {word}{gnubg.dumps(xgid.loads(WHITES)).partition(':')[0]}"
    lines = ("setturn p1", bare) if before else (bare, "setturn p1")
    found = session(*lines, "dice 3 1").situation("turn")
    assert (found.to_act, found.position) == (Player.BLACK, xgid.loads(WHITES).position)


@pytest.mark.parametrize(
    "text",
    [
        f"backgammon b {STD} {STD} offer=double",
        f"backgammon w {STD} {STD} cube=2b offer=beaver",
        "mad-gulbar w 24:15 24:15 left=55",
    ],
)
def test_what_waits_for_one_player_waits_for_nobody_else(text: str) -> None:
    to_act = position_text.loads(text).to_act
    his, other = ("p0", "p1") if to_act is Player.WHITE else ("p1", "p0")
    assert session(f"position text {text}", f"setturn {his}").situation("turn").to_act is to_act
    made = session(f"position text {text}", f"setturn {other}")
    with pytest.raises(UbgiError, match=f"expected 'setturn {his}'") as error:
        made.situation("turn")
    assert error.value.code == "bad_value"


@pytest.mark.parametrize(
    ("cube", "sentence"),
    [
        ("value 3 owner p0", "expected a power of two for the cube, got 3"),
        ("value 6", "expected a power of two for the cube, got 6"),
        ("value 1 owner p1", "expected a cube of 1 to be nobody's"),
    ],
)
def test_a_cube_that_is_none_is_a_bad_value(cube: str, sentence: str) -> None:
    made = session(f"position text backgammon w {STD} {STD}")
    with pytest.raises(UbgiError, match=sentence) as error:
        made.do("setcube", cube)
    assert error.value.code == "bad_value"
    assert made.situation("turn").cube == Cube()


@pytest.mark.parametrize(
    ("game", "most"), [("backgammon,cube_cap=4", 4), ("portes", 1), ("backgammon,cube_play=off", 1)]
)
@pytest.mark.parametrize("is_named", [True, False])
def test_a_cube_beyond_what_the_game_has_is_a_bad_value(
    game: str, most: int, is_named: bool
) -> None:
    """Which game it is may be told after the cube, and by the position alone."""
    named = (f"position text {game} w {STD} {STD}", f"setcube value {most * 2}")
    bare = (f"setcube value {most * 2}", "position gnubgid 4HPwATDgc/ABMA")
    made = session(*named) if is_named else session(*bare, rules=find_game(game))
    with pytest.raises(UbgiError, match=f"expected a cube of at most {most} in {game}") as error:
        made.situation("turn")
    assert error.value.code == "bad_value"
    made.do("setcube", f"value {most} owner center")
    assert made.situation("turn").cube == Cube(most)


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


@each(
    "line",
    [
        "position xgid nonsense",
        "position",
        "dice 7 1",
        "dice",
        "setscore 1",
        "setscore a b",
        "setcube value 0 owner p0",
        "setcube owner p0",
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
    assert not UbgiSession(BACKGAMMON).do("quit", "")
