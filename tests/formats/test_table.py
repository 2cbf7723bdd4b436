"""A moment by seats: to a situation and back."""

from dataclasses import replace

import pytest
from hypothesis import given
from tests.formats.code_strategies import situations

from nardy.core.cube import Offer, Owner
from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.errors import NotationError
from nardy.formats.table import SeatedPosition, situation_of, table_of
from nardy.games import BACKGAMMON, LONG_NARDY

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
