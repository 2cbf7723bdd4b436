"""The bomb and resignations."""

from dataclasses import replace

import pytest
from tests.moments import STD

from nardy.bots.baseline.acts import choose_act, explodes, wins_more
from nardy.core.cube import Offer
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
