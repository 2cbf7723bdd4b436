"""Doubling and its answers, as functions of a situation."""

from dataclasses import replace

import pytest
from tests.effort import each
from tests.moments import STD, moment

from nardy.core.cube import HIGHEST, Cube, Offer, Owner
from nardy.core.cube_acts import (
    beaver,
    cube_law,
    exceeds_cap,
    offer_double,
    pass_double,
    raccoon,
    take,
)
from nardy.core.player import Player
from nardy.core.text import situation_text
from nardy.errors import IllegalActError
from nardy.games import GAMES

BACK = f"backgammon w {STD} {STD}"
RACCOONS = f"backgammon,raccoons=on w {STD} {STD}"


@each("name", GAMES)
def test_the_cube_is_on_where_the_rules_say_so(name: str) -> None:
    on = {"backgammon", "nackgammon", "hypergammon", "longgammon", "sudden-death", "nuclear"}
    assert GAMES[name].cube_play == (name in on)
    assert GAMES[name].jacoby == (name in on - {"sudden-death", "nuclear"})
    assert GAMES[name].beavers or name not in on
    assert not GAMES[name].raccoons


@each(
    ("text", "law"),
    [
        (BACK, None),
        (BACK + " cube=2", None),
        (BACK + " cube=2w", None),
        (BACK + " cube=2b", "cube-access"),
        (f"portes w {STD} {STD}", "cube-off"),
        (f"portes,cube_play=on w {STD} {STD}", None),
        (f"backgammon,cube_cap=4 w {STD} {STD} cube=4w", "cube-cap"),
        (f"backgammon,cube_cap=4 w {STD} {STD} cube=2w", None),
        (BACK + " match=5:4-3 crawford", "crawford"),
        (BACK + " match=5:4-3", None),
        (f"backgammon,holland=on w {STD} {STD} match=5:4-3 turns=2-1", "holland"),
        (f"backgammon,holland=on w {STD} {STD} match=5:4-3 turns=2-2", None),
        (f"backgammon,holland=on w {STD} {STD} match=5:4-3 crawford", "crawford"),
    ],
)
def test_what_forbids_a_double(text: str, law: str | None) -> None:
    assert cube_law(moment(text)) == law


def test_a_double_is_taken_or_passed() -> None:
    doubled = offer_double(moment(BACK + " cube=2w"))
    assert (doubled.to_act, doubled.offer) == (Player.BLACK, Offer.DOUBLE)
    assert doubled.cube == Cube(2, Owner.OPPONENT)
    taken = take(doubled)
    assert (taken.to_act, taken.offer, taken.cube) == (Player.WHITE, None, Cube(4, Owner.OPPONENT))
    passed = pass_double(doubled)
    assert str(passed.result) == "w1"
    assert passed.cube.value == 2


def test_beavers_and_raccoons_keep_the_beaverers_cube() -> None:
    beavered = beaver(offer_double(moment(RACCOONS)))
    assert (beavered.to_act, beavered.cube) == (Player.WHITE, Cube(2, Owner.OPPONENT))
    assert take(beavered).cube == Cube(4, Owner.OPPONENT)
    assert str(pass_double(beavered).result) == "b1"
    raccooned = raccoon(beavered)
    assert (raccooned.to_act, raccooned.cube) == (Player.BLACK, Cube(4, Owner.PLAYER))
    taken = take(raccooned)
    assert (taken.to_act, taken.cube) == (Player.WHITE, Cube(8, Owner.OPPONENT))
    assert str(pass_double(raccooned).result) == "w1"


@each("act", [take, pass_double, beaver, raccoon])
@each("text", [BACK, BACK + " dice=31", BACK + " offer=single"])
def test_there_must_be_a_double_to_answer(act: object, text: str) -> None:
    with pytest.raises(IllegalActError) as caught:
        act(moment(text))
    assert caught.value.law == "no-offer"


def test_the_cap_counts_what_would_be_played_for() -> None:
    assert exceeds_cap(moment(f"backgammon,cube_cap=4 w {STD} {STD}"), 8)
    assert not exceeds_cap(moment(f"backgammon,cube_cap=4 w {STD} {STD}"), 4)
    assert not exceeds_cap(moment(BACK), 2**20)
    capped = offer_double(moment(f"backgammon,cube_cap=2 w {STD} {STD}"))
    assert take(capped).cube.value == 2
    with pytest.raises(IllegalActError) as caught:
        beaver(capped)
    assert caught.value.law == "cube-cap"


def test_the_cube_goes_up_as_far_as_position_text_holds_it() -> None:
    situation = moment(BACK)
    for power in range(1, 41):
        situation = take(offer_double(situation)).flipped()
        assert situation.cube.value == 2**power
        assert moment(situation_text(situation)) == situation
    assert cube_law(replace(situation, cube=Cube(HIGHEST))) == "cube-cap"
