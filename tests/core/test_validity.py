"""What can stand on a board."""

import pytest
from hypothesis import given
from tests.effort import each
from tests.strategies import texts

from nardy.core.player import Player
from nardy.core.position import Position
from nardy.core.validity import check_position, check_rules
from nardy.errors import PositionError, RulesError
from nardy.formats import position_text
from nardy.games import BACKGAMMON, LONG_NARDY, PLAKOTO

FULL = {6: 15}


@given(texts())
def test_the_oracles_positions_can_stand(text: str) -> None:
    situation = position_text.loads(text)
    check_position(situation.rules, situation.position, situation.to_act)


def bad(mine: dict, theirs: dict, under: set | None = None, over: set | None = None) -> Position:
    position = Position.of(mine, theirs)
    return Position(
        position.player, position.opponent, frozenset(under or ()), frozenset(over or ())
    )


@each(
    ("rules", "position", "named"),
    [
        (BACKGAMMON, bad({6: 16}, FULL), "White has 16"),
        (BACKGAMMON, bad({6: 14}, FULL), "White has 14"),
        (BACKGAMMON, bad(FULL, {6: 16}), "Black has 16"),
        (BACKGAMMON, bad({24: 1, 6: 14}, {1: 15}), "White's 24"),
        (LONG_NARDY, bad({24: 14, 12: 1}, {24: 15}), "White's 12"),
        (LONG_NARDY, bad({25: 1, 24: 14}, {24: 15}), "bar"),
        (PLAKOTO, bad({25: 1, 24: 14}, {24: 15}), "bar"),
        (PLAKOTO, bad({24: 14, 10: 1}, {24: 15}, under={10}), "White's checker on 10"),
        (PLAKOTO, bad({24: 13, 10: 2}, {24: 14, 15: 1}, under={10}), "White's checker on 10"),
        (PLAKOTO, bad({24: 14, 10: 1}, {24: 14, 15: 1}, under={10}, over={15}), "pinned"),
        (PLAKOTO, bad({24: 13, 10: 2}, {24: 13, 15: 2}), ":p"),
        (BACKGAMMON, bad({24: 14, 10: 1}, {24: 14, 15: 1}, under={10}), "pin"),
    ],
)
def test_what_cannot_is_refused_by_owner_and_place(rules, position, named: str) -> None:
    with pytest.raises(PositionError) as caught:
        check_position(rules, position)
    assert named in str(caught.value)
    assert len(str(caught.value)) > 20


def test_the_owner_is_who_sees_the_position() -> None:
    with pytest.raises(PositionError, match="Black has 16"):
        check_position(BACKGAMMON, bad({6: 16}, FULL), Player.BLACK)


def test_a_name_is_no_rules() -> None:
    check_rules(BACKGAMMON)
    with pytest.raises(RulesError, match=r"got 'backgammon'; write find_game\('backgammon'\)"):
        check_rules("backgammon")
    with pytest.raises(RulesError, match="expected Rules, got 7; take one of GAMES"):
        check_rules(7)
