"""When a game is over, and what it is worth."""

import pytest
from hypothesis import given
from tests.moments import moment
from tests.oracle import parse, stake
from tests.strategies import texts

from nardy.core.outcome import (
    ended_as,
    is_stuck,
    is_void,
    loss,
    mother_is_pinned,
    points_lost,
    possible_sizes,
    result_after_turn,
    result_borne_off,
    size_points,
    sizes,
    won,
)
from nardy.core.position import Position
from nardy.core.situation import Situation
from nardy.formats import position_text
from nardy.games import BACKGAMMON, GAMES, find_game

HOME = "6:2,5:2,4:2,3:2,2:2,1:2"


@given(texts())
def test_losses_are_the_oracles(text: str) -> None:
    game, letter, white, black, _ = parse(text)
    game["stakes"] = str(game["stakes"])
    loser = white if letter == "w" else black
    rules = find_game(text.split(" ", maxsplit=1)[0])
    counts = position_text.loads(text).position.player
    assert loss(rules, counts)[1] == stake(game, loser)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("backgammon", ("single", "gammon", "backgammon")),
        ("portes", ("single", "gammon")),
        ("sudden-death", ("single",)),
        ("long-nardy", ("single", "gammon")),
        ("long-nardy,koks=3", ("single", "gammon", "backgammon")),
    ],
)
def test_the_sizes_that_a_game_has(name: str, expected: tuple[str, ...]) -> None:
    rules = find_game(name)
    assert sizes(rules) == expected
    assert [size_points(rules, size) for size in expected] == [1, 2, 3][: len(expected)]


@pytest.mark.parametrize(
    ("name", "loser", "expected"),
    [
        ("backgammon", "24:2,13:5,8:3,6:5", ("single", "gammon", "backgammon")),
        ("backgammon", "6:15", ("single", "gammon", "backgammon")),
        ("backgammon", "6:14", ("single",)),
        ("long-nardy@amateur", "24:15", ("single", "gammon", "backgammon", "home_mars")),
        ("long-nardy@amateur", "18:1,6:14", ("single", "gammon", "home_mars")),
        ("long-nardy@amateur", "6:14", ("single",)),
        ("sudden-death", "24:2,13:5,8:3,6:5", ("single",)),
    ],
)
def test_what_can_still_be_lost(name: str, loser: str, expected: tuple[str, ...]) -> None:
    situation = moment(f"{name} w {loser} 2:1")
    assert possible_sizes(situation.rules, situation.position.player) == expected


def test_a_loss_costs_what_the_cube_and_jacoby_leave_of_it() -> None:
    start = "w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"
    for text, points in ((f"backgammon {start}", 1), (f"backgammon {start} cube=4w", 8)):
        assert points_lost(moment(text), "gammon") == points
    assert points_lost(moment(f"backgammon@single {start}"), "backgammon") == 3
    amateur = moment("long-nardy@amateur w 24:15 24:15")
    assert points_lost(amateur, "home_mars") == 4


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("long-nardy@amateur b - 5:15 result=w4", "home_mars"),
        ("plakoto w 24:p,10:13,1:1 24:p,5:13,1:1 result=void", "mothers"),
        ("plakoto w 24:1,10:14 24:2,5:13 result=void", "void"),
        ("long-nardy,last_throw=half b - - result=draw:0.5", "draw"),
        ("backgammon w 24:15 - result=b1", "single"),
        ("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5", ""),
    ],
)
def test_how_a_game_ended(text: str, name: str) -> None:
    assert ended_as(position_text.loads(text)) == name


def test_each_game_pays_by_its_stakes() -> None:
    bar = Position.of({25: 1, 5: 14}).player
    paid = {name: loss(rules, bar)[1] for name, rules in GAMES.items() if rules.contact == "hit"}
    assert paid == {
        **dict.fromkeys(("backgammon", "nackgammon", "longgammon", "nuclear"), 3),
        "hypergammon": 3,
        **dict.fromkeys(("caucasian", "portes", "tavla"), 2),
        "sudden-death": 1,
    }


@pytest.mark.parametrize(
    ("white", "black", "stuck"),
    [(f"bar:3,{HOME}", f"bar:3,{HOME}", True), (f"bar:2,8:1,{HOME}", "bar:3,6:12", False)],
)
def test_void_is_when_neither_can_ever_move(white: str, black: str, stuck: bool) -> None:
    situation = moment(f"backgammon w {white} {black}")
    assert is_void(situation) == stuck
    assert is_stuck(BACKGAMMON, situation.position) == stuck


@pytest.mark.parametrize(
    ("text", "pinned"),
    [
        ("plakoto w 24:p,10:14 5:14,1:1", True),
        ("plakoto w 24:1,10:14 5:15", False),
        ("plakoto w 24:2,10:13 5:15", False),
    ],
)
def test_the_mother_is_the_last_checker_on_own_24(text: str, pinned: bool) -> None:
    assert mother_is_pinned(moment(text).position) == pinned


@pytest.mark.parametrize(
    ("mover", "other", "expected"),
    [
        ("10:14,1:1", "24:p,5:14", "w2"),
        ("24:1,10:13,1:1", "24:p,5:14", None),
        ("24:p,10:13,1:1", "24:p,5:13,1:1", "void"),
        ("24:p,10:14", "5:14,1:1", "b2"),
        ("24:p,10:14", "24:1,5:13,1:1", None),
    ],
)
def test_mothers_are_judged_after_the_turn(mover: str, other: str, expected: str | None) -> None:
    before = moment("plakoto w 10:15 5:15", 2, 1)
    final = moment(f"plakoto w {mover} {other}").position
    result = result_after_turn(before, final)
    assert (str(result) if result else None) == expected
    without = moment("tapa@clubs w 10:15 5:15", 2, 1)
    assert result_after_turn(without, final) is None


@pytest.mark.parametrize("name", ["backgammon", "hypergammon", "nackgammon", "longgammon"])
def test_without_a_cube_there_is_no_jacoby(name: str) -> None:
    """Nobody could ever take a double: every gammon would be a single."""
    for option, points in (("", 1), (",cube_play=off", 2), (",jacoby=off", 2)):
        rules = find_game(f"{name}{option}")
        before = Situation(rules=rules, position=rules.start)
        assert won(before, before.to_act, 2).points == points


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("backgammon,jacoby=off w off:15 24:1,3:14", "w3"),
        ("backgammon,jacoby=off b off:15 24:1,3:14", "w3"),
        ("backgammon w off:15 24:1,3:14", "w1"),
        ("backgammon w off:15 24:1,3:14 cube=2b", "w3"),
        ("long-nardy,last_throw=one w off:15 off:15", "draw:1"),
        ("backgammon w off:15 off:15", "b1"),
    ],
)
def test_a_board_alone_tells_its_result(text: str, result: str) -> None:
    assert str(result_borne_off(moment(text))) == result
