"""A moment by seats: to a situation and back."""

from dataclasses import replace

import pytest
from hypothesis import given
from tests.formats.code_strategies import situations

from nardy.core.cube import Offer, Owner
from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.errors import NotationError
from nardy.formats import position_text
from nardy.formats.seated_position import (
    SeatedPosition,
    losses_between,
    named_game,
    situation_of,
    table_of,
)
from nardy.games import BACKGAMMON, LONG_NARDY, PORTES, find_game

SIDE = BACKGAMMON.start.player


@given(situations())
def test_a_situation_comes_back_from_its_table(situation: Situation) -> None:
    assert situation_of(situation.rules, table_of(situation, "a code", 15)) == situation


@given(situations())
def test_sides_stay_where_they_sit(situation: Situation) -> None:
    table = table_of(situation, "a code", 15)
    other = table_of(situation.flipped(), "a code", 15)
    assert (table.white, table.black) == (other.white, other.black)
    assert table.score == other.score
    assert table.owner == other.owner


@pytest.mark.parametrize(
    ("offer", "to_act"),
    [
        (None, Player.WHITE),
        (Offer.DOUBLE, Player.BLACK),
        (Offer.BEAVER, Player.WHITE),
        (Offer.RACCOON, Player.BLACK),
        (Offer.GAMMON, Player.BLACK),
    ],
)
def test_a_beaver_alone_is_answered_by_the_player_on_roll(offer, to_act) -> None:
    assert (
        SeatedPosition(white=SIDE, black=SIDE, on_roll=Player.WHITE, offer=offer).to_act is to_act
    )


def test_the_cube_is_seen_by_who_must_act() -> None:
    table = SeatedPosition(white=SIDE, black=SIDE, on_roll=Player.BLACK, cube=4, owner=Player.BLACK)
    assert situation_of(BACKGAMMON, table).cube.owner is Owner.PLAYER
    offered = situation_of(BACKGAMMON, replace(table, offer=Offer.DOUBLE))
    assert offered.cube.owner is Owner.OPPONENT


def test_the_crawford_flag_says_nothing_at_one_point_away_each() -> None:
    table = SeatedPosition(white=SIDE, black=SIDE, on_roll=Player.WHITE, length=1, is_crawford=True)
    assert not situation_of(BACKGAMMON, table).is_crawford
    assert situation_of(BACKGAMMON, replace(table, length=2, score=(1, 0))).is_crawford


def test_a_game_that_a_table_cannot_tell_is_refused_with_a_way_out() -> None:
    with pytest.raises(NotationError) as error:
        table_of(Situation(rules=LONG_NARDY, position=LONG_NARDY.start), "XGID", 16)
    assert str(error.value) == (
        "XGID holds games in which players move against each other and hit, got long-nardy "
        "(position text holds it: nardy convert --to position)"
    )


@given(situations())
def test_nothing_is_lost_where_nothing_differs(situation: Situation) -> None:
    assert losses_between(situation, situation, "a code") == []


def test_every_difference_has_its_sentence() -> None:
    situation = position_text.loads(
        "nuclear,cascade_count=2,leftover=opponent,opening=reroll "
        "b 6:15 6:15 left=566 cube=2 first=b bomb=w"
    )
    back = replace(situation, rules=find_game("nuclear"), left=(), bomb=situation.flipped().bomb)
    assert losses_between(situation, back, "A code") == [
        "A code does not name the game: read it back with --game nuclear",
        "A code has no place here for the option cascade_count=2",
        "A code has no place here for the option leftover=opponent",
        "A code has no place here for the option opening=reroll",
        "A code has no place for the dice left over, 566",
        "A code has no place for the owner of the bomb",
    ]


def test_turns_are_named() -> None:
    situation = position_text.loads("gul-bara w 24:15 24:15 turns=1-0")
    said = losses_between(situation, situation, "A code")
    assert said[-1] == "A code has no place for the turns taken, 1 and 0"


def test_the_game_to_name_has_the_cube_on_or_off() -> None:
    assert named_game(find_game("backgammon,jacoby=off")) == BACKGAMMON
    assert named_game(PORTES) == PORTES
    assert named_game(find_game("portes,cube_play=on,jacoby=on")).cube_play
