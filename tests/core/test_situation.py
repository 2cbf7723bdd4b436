"""A moment between acts."""

from dataclasses import replace

import pytest
from hypothesis import given
from tests.effort import each
from tests.moments import HEAD, STD, moment
from tests.strategies import moments

from nardy.core.cube import Offer
from nardy.core.dice import Roll
from nardy.core.game import Game
from nardy.core.player import Player
from nardy.core.situation import Ending, Phase, Result, Score, Situation
from nardy.formats import position_text
from nardy.games import BACKGAMMON

BACK = f"backgammon w {STD} {STD}"


@each(
    ("text", "phase"),
    [
        (BACK + " opening", Phase.OPENING),
        (BACK, Phase.ROLL),
        (BACK + " dice=31", Phase.TURN),
        (f"mad-gulbar w {HEAD} {HEAD} left=566", Phase.TURN),
        (BACK + " offer=double", Phase.ANSWER),
        (BACK + " dice=31 offer=gammon", Phase.ANSWER),
        ("backgammon w off:15 24:1,3:14 result=w3", Phase.OVER),
        ("backgammon w off:15 24:1,3:14", Phase.OVER),
        ("long-nardy,last_throw=half b off:15 2:1,1:1 last", Phase.ROLL),
        ("long-nardy,last_throw=half b off:15 2:1,1:1 dice=31 last", Phase.TURN),
    ],
)
def test_what_is_awaited(text: str, phase: Phase) -> None:
    assert position_text.loads(text).phase is phase


@given(moments())
def test_flipping_twice_changes_nothing(game: Game) -> None:
    situation = game.situation
    if not situation.last:
        assert situation.flipped().flipped() == situation
        assert situation.flipped().to_act is situation.to_act.opponent


def test_flipping_gives_each_the_others_side() -> None:
    text = f"gul-bara,cube_play=on w {HEAD} {HEAD} cube=4w match=7:3-4 turns=2-1"
    there = position_text.loads(text).flipped()
    assert position_text.dumps(there) == text.replace(" w ", " b ")
    assert (there.score.player, there.score.opponent) == (4, 3)
    assert there.turns == (1, 2)


def test_dice_are_what_may_be_played() -> None:
    assert moment(BACK).dice is None
    assert moment(BACK, 3, 3).dice.numbers == (3,) * 4
    assert moment(f"mad-gulbar w {HEAD} {HEAD} left=566").dice.numbers == (5, 6, 6)
    assert moment(f"gul-bara b {HEAD} {HEAD} turns=3-2", 5, 5).dice.numbers == (5,) * 4
    assert moment(f"gul-bara w {HEAD} {HEAD} turns=3-2", 5, 5).dice.numbers == (5,) * 4 + (6,) * 4


def test_turn_counts_stop_where_no_law_asks_any_more() -> None:
    start = Situation(rules=BACKGAMMON, position=BACKGAMMON.start, turns=(0, 0))
    assert start.turns is None
    counted = moment(f"gul-bara w {HEAD} {HEAD} turns=2-7")
    assert counted.turns == (2, 3)
    assert replace(counted, turns=(3, 9)).turns is None


def test_the_last_throw_is_the_second_players() -> None:
    situation = moment("long-nardy,last_throw=half w 2:1,1:1 off:15 last")
    assert situation.first is Player.BLACK


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (Result(Ending.WON, 2, Player.WHITE), "w2"),
        (Result(Ending.WON, 3, Player.BLACK), "b3"),
        (Result(Ending.DRAW, 0.5), "draw:0.5"),
        (Result(Ending.DRAW, 1), "draw:1"),
        (Result(Ending.VOID), "void"),
    ],
)
def test_results_have_a_text(result: Result, text: str) -> None:
    assert str(result) == text


@pytest.mark.parametrize(
    ("score", "one_away"),
    [((7, 3, 4), False), ((7, 6, 0), True), ((7, 0, 6), True), ((7, 5.5, 0), False), ((1, 0, 0), True)],
)  # fmt: skip
def test_scores(score: tuple, one_away: bool) -> None:
    assert Score(*score).somebody_is_one_away == one_away
    assert Score(*score).flipped().flipped() == Score(*score)


def test_money_games_have_no_score() -> None:
    assert moment(BACK).is_money
    assert not moment(BACK + " match=7:3-4").is_money
    assert moment(BACK + " match=5:4-3 crawford").is_crawford
    assert moment(BACK + " offer=double").offer is Offer.DOUBLE
    assert moment(BACK + " dice=31").roll == Roll(3, 1)
