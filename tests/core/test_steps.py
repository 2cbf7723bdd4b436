"""One move: the law that forbids it, and what it leads to."""

import pytest
from hypothesis import given
from tests.effort import each
from tests.moments import HEAD, STD, moment
from tests.strategies import rolled_texts

from nardy.core.judge import judge
from nardy.core.legal import begin
from nardy.core.steps import (
    LAWS_OF_A_MOVE,
    Step,
    after,
    broken_law,
    displaced,
    lands_on_opponent,
)
from nardy.core.text import sides_text
from nardy.core.validity import check_position

BACK = f"backgammon w {STD} {STD}"


def law_of(text: str, origin: int, die: int, *dice: int) -> str | None:
    situation = moment(text, *dice)
    mid = begin(situation.rules, situation.position, situation.dice)
    return broken_law(situation.rules, mid, Step(origin, die))


@each(
    ("text", "origin", "die", "law"),
    [
        (BACK, 8, 3, None),
        (BACK, 7, 3, "no-checker"),
        (BACK, 24, 5, "closed-point"),
        (f"backgammon w bar:1,13:5,8:3,6:5 {STD}", 13, 3, "bar-first"),
        (f"backgammon w bar:1,13:5,8:3,6:5 {STD}", 25, 6, "closed-point"),
        (f"backgammon w bar:1,13:5,8:3,6:5 {STD}", 25, 3, None),
        ("plakoto w 24:13,20:1,10:p 24:13,20:1,15:1", 10, 3, "pinned"),
        ("plakoto w 24:13,20:1,10:p 24:13,20:1,15:1", 24, 6, None),
        # One may not land on the point where an own checker lies under an opposing one.
        ("plakoto w 24:13,13:1,10:p 24:13,20:1,15:1", 13, 3, "closed-point"),
        ("backgammon w 7:1,6:14 24:2", 6, 6, "not-home"),
        ("backgammon w 6:2,5:2 24:2", 5, 6, "bear-off"),
        ("backgammon w 5:2,4:2 24:2", 5, 6, None),
        ("backgammon w 5:2,4:2 24:2", 4, 4, None),
        ("plakoto w 6:2,5:p,4:2 20:1,10:14", 4, 6, "bear-off"),
        ("plakoto w 5:p,4:2 20:1,10:14", 4, 6, "bear-off"),
        ("plakoto w 7:p,4:2 18:1,10:14", 4, 4, "not-home"),
        ("plakoto,pinned_bearoff=forbid w 5:p,4:2 20:1,10:14", 4, 4, "not-home"),
        (f"fevga w 24:14,21:1 {HEAD}", 24, 1, "runner"),
        (f"fevga w 24:14,21:1 {HEAD}", 21, 1, None),
        (f"fevga w {HEAD} {HEAD}", 24, 1, None),
        (f"fevga w 24:14,11:1 {HEAD}", 24, 1, None),
        ("fevga w 24:13 24:15", 24, 1, None),
    ],
)
def test_the_law_of_a_move(text: str, origin: int, die: int, law: str | None) -> None:
    assert law_of(text, origin, die, 6, 5) == law


def test_laws_are_tested_in_their_order() -> None:
    assert list(LAWS_OF_A_MOVE) == [
        "no-checker", "pinned", "bar-first", "head", "runner", "not-home", "bear-off",
        "closed-point", "hitter-moved", "hide", "hitter-off",
    ]  # fmt: skip


@given(rolled_texts())
def test_a_legal_move_leaves_a_sound_board(text: str) -> None:
    situation = moment(text)
    rules = situation.rules
    mid = begin(rules, situation.position, situation.dice)
    for die in mid.usable:
        for origin in range(1, 26):
            step = Step(origin, die)
            if broken_law(rules, mid, step) is None:
                there = after(rules, mid, step)
                check_position(rules, there.position)
                assert sorted((*there.dice, die)) == sorted(mid.dice)
                assert sum(there.position.player) == rules.checkers


@pytest.mark.parametrize(
    ("text", "origin", "target", "final"),
    [
        ("backgammon w 8:2 20:1,6:2", 8, 5, "8:1,5:1 bar:1,6:2"),
        ("plakoto w 8:2 20:1,6:2", 8, 5, "8:1,5:1 20:p,6:2"),
        ("plakoto w 8:1,5:1 20:p,6:2", 5, 4, "8:1,4:1 20:1,6:2"),
        ("plakoto w 8:1,5:2 20:p,6:2", 5, 4, "8:1,5:1,4:1 20:p,6:2"),
        ("plakoto w 8:1,5:1 20:p,6:2", 8, 5, "5:2 20:p,6:2"),
        ("plakoto w 5:1 20:p,6:2", 5, 0, "off:15 20:1,6:2"),
    ],
)
def test_hits_pins_and_releases(text: str, origin: int, target: int, final: str) -> None:
    situation = moment(text)
    there = displaced(situation.rules, situation.position, origin, target)
    assert sides_text(there, situation.to_act) == final


def test_only_a_lone_free_checker_is_landed_on() -> None:
    for text, lands in (
        ("backgammon w 8:2 20:1", True),
        ("backgammon w 8:2 20:2", False),
        ("plakoto w 8:2 20:1", True),
        ("plakoto w 8:2,5:1 20:p", False),
        ("long-nardy w 8:2 17:1", False),
    ):
        situation = moment(text)
        assert lands_on_opponent(situation.rules, situation.position, 5) == lands, text
    assert not lands_on_opponent(situation.rules, situation.position, 0)


@pytest.mark.parametrize(
    ("game", "goes_on"),
    [("free", True), ("no_move", False), ("no_hide", False), ("no_hide_no_off", False)],
)
def test_a_hitter_at_home(game: str, goes_on: bool) -> None:
    situation = moment(f"backgammon,home_hit={game} w 8:1,6:10,1:4 22:1,13:14", 5, 2)
    assert judge(situation, "8/3*/1").is_legal == goes_on
    # Covering it with another checker is always allowed; so is moving one that did not hit.
    assert judge(situation, "8/3* 6/4").is_legal
    cover = moment(f"backgammon,home_hit={game} w 8:1,6:9,5:1,1:4 22:1,13:14", 5, 2)
    assert judge(cover, "8/3* 5/3").is_legal


@pytest.mark.parametrize("game", ["no_move", "no_hide", "no_hide_no_off"])
def test_of_several_checkers_one_that_did_not_hit_may_move(game: str) -> None:
    # 8/5* with a three, then 8/5 and 8/5 cover it, and one of those two goes on to 2.
    situation = moment(f"backgammon,home_hit={game} w 8:3,2:12 20:1,13:14", 3, 3)
    assert judge(situation, "8/5*(2) 8/2").is_legal
    # Alone the hitter may not go on, even where it touched down before the others came.
    alone = moment(f"backgammon,home_hit={game} w 8:1,2:14 20:1,13:14", 3, 3)
    assert not judge(alone, "8/5*/2").is_legal
