"""The bomb, doubles and resignations."""

from dataclasses import replace

import pytest
from tests.moments import STD

from nardy.bots.baseline.acts import (
    answer_double,
    chance_on_roll,
    chance_waiting,
    choose_act,
    doubles,
    explodes,
    may_beaver,
    wins_more,
)
from nardy.core.cube import Cube, Offer, Owner
from nardy.core.situation import Score, Situation
from nardy.formats import position_text

WINNING = position_text.loads("backgammon w 1:2 18:8,17:7")


def test_it_explodes_the_bomb_when_that_costs_the_opponent_more() -> None:
    costly = position_text.loads(f"nuclear w {STD} 23:1,13:5,8:3,6:3,5:1,4:1,3:1")
    assert choose_act(costly) == "bomb"
    assert not explodes(costly.flipped())
    assert not explodes(position_text.loads(f"nuclear w {STD} {STD}"))


def test_it_leaves_the_bomb_that_the_opponent_holds() -> None:
    held = position_text.loads(f"nuclear w {STD} 23:1,13:5,8:3,6:3,5:1,4:1,3:1 bomb=b")
    assert choose_act(held) != "bomb"


def test_it_rolls_where_there_is_nothing_else() -> None:
    assert choose_act(position_text.loads("long-nardy w 24:15 24:15")) == "roll"


@pytest.mark.parametrize(("offer", "answer"), [(Offer.SINGLE, "refuse"), (Offer.GAMMON, "accept")])
def test_it_refuses_less_than_it_is_sure_to_win(offer: Offer, answer: str) -> None:
    assert choose_act(replace(WINNING, offer=offer)) == answer


def test_it_accepts_a_single_where_the_gammon_is_not_sure() -> None:
    close = position_text.loads("backgammon w 6:15 7:1,6:14 offer=single")
    assert not wins_more(close)
    assert choose_act(close) == "accept"


EVEN = "6:5,5:5,4:5"
"""A race of 75 pips; with two more checkers far out it is lost by some rolls."""


def race(mine: str, his: str, fields: str = "", game: str = "backgammon") -> Situation:
    return position_text.loads(f"{game} w {mine} {his} {fields}".strip())


AHEAD = race(EVEN, "8:5,5:5,4:5")
FAR_AHEAD = race(EVEN, "18:7,17:8")
BEHIND = race("9:5,8:5,4:5", EVEN)


def test_who_is_on_roll_has_the_better_chance() -> None:
    even = race(EVEN, EVEN)
    assert chance_on_roll(even) > 0.5 > chance_waiting(even)
    assert chance_on_roll(even) == pytest.approx(1 - chance_waiting(even.flipped()))


def test_it_doubles_ahead_and_not_behind() -> None:
    assert doubles(AHEAD)
    assert not doubles(BEHIND)
    assert not doubles(race(EVEN, EVEN, "cube=2b"))


def test_it_plays_on_for_the_gammon_only_where_gammons_count() -> None:
    assert doubles(FAR_AHEAD)
    assert not doubles(replace(FAR_AHEAD, rules=FAR_AHEAD.rules.replace(jacoby=False)))
    assert not doubles(replace(FAR_AHEAD, cube=Cube(2, Owner.PLAYER)))


def test_a_double_must_be_legal_and_of_use() -> None:
    assert not doubles(replace(AHEAD, score=Score(5, 4, 2, is_crawford=True)))
    assert not doubles(replace(AHEAD, score=Score(5, 4, 4)))
    assert doubles(replace(AHEAD, score=Score(5, 3, 4)))
    assert not doubles(replace(AHEAD, rules=AHEAD.rules.replace(cube_play=False)))
    assert not doubles(replace(AHEAD, cube=Cube(2, Owner.OPPONENT)))


def test_one_chance_in_four_is_a_take() -> None:
    offered = replace(race(EVEN, EVEN), offer=Offer.DOUBLE)
    assert answer_double(offered) == "take"
    hopeless = replace(race("18:7,17:8", EVEN), offer=Offer.DOUBLE)
    assert answer_double(hopeless) == "pass"


def test_a_foolish_double_is_beavered_where_that_is_legal() -> None:
    offered = replace(FAR_AHEAD, offer=Offer.DOUBLE)
    assert answer_double(offered) == "beaver"
    assert answer_double(replace(offered, score=Score(7, 0, 0))) == "take"
    capped = replace(offered, rules=offered.rules.replace(cube_cap=2))
    assert not may_beaver(capped)


def test_a_beaver_is_answered_by_who_rolls_next() -> None:
    beavered = replace(race(EVEN, EVEN, "cube=2b"), offer=Offer.BEAVER)
    assert answer_double(beavered) == "take"
    lost = replace(race("18:7,17:8", EVEN, "cube=2b"), offer=Offer.BEAVER)
    assert answer_double(lost) == "pass"
