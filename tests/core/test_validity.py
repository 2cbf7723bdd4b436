"""What can stand on a board."""

from dataclasses import replace

import pytest
from hypothesis import given
from tests.effort import each
from tests.moments import rebuilt
from tests.strategies import texts

from nardy.core.cube import HIGHEST, Cube, Owner
from nardy.core.dice import Roll
from nardy.core.game import Game
from nardy.core.player import Player
from nardy.core.position import Position
from nardy.core.situation import Score, Situation
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


@each(
    ("changes", "named"),
    [
        ({"roll": Roll(9, 7)}, r"expected two dice from 1 to 6, .* got Roll\(high=9"),
        ({"roll": Roll(1, 3)}, r"the larger one first, .*; write roll=Roll\.of\(3, 1\)"),
        ({"roll": Roll(3.0, 1)}, "expected two dice from 1 to 6"),  # type: ignore[arg-type]
        ({"roll": (3, 1)}, "expected two dice from 1 to 6"),
        ({"left": (7,)}, r"expected at most 40 dice from 1 to 6 to be left, got \(7,\)"),
        ({"left": (6,) * 41}, "expected at most 40 dice"),
        ({"cube": Cube(3, Owner.PLAYER)}, r"a power of two .* got Cube\(value=3"),
        ({"cube": Cube(0)}, "expected a cube"),
        ({"cube": Cube(1, Owner.PLAYER)}, "nobody's at 1"),
        ({"cube": Cube(2 * HIGHEST)}, r"up to 1,099,511,627,776"),
        ({"score": Score(7, 7, 0)}, r"that is not over, .* got Score\(length=7"),
        ({"score": Score(7, -1, 0)}, "expected a match"),
        ({"score": Score(7, 0.25, 0)}, "with scores in halves"),
        ({"score": Score(10_000, 0, 0)}, "expected a match of 1 to 9,999 points"),
        ({"score": Score(0, 0, 0)}, "expected a match of 1"),
    ],
)
def test_a_game_starts_from_no_moment_that_its_log_cannot_hold(changes: dict, named: str) -> None:
    situation = replace(Situation(rules=BACKGAMMON, position=BACKGAMMON.start), **changes)
    with pytest.raises(PositionError, match=named):
        Game(BACKGAMMON, situation=situation)


@each(
    "changes",
    [
        {"roll": Roll(6, 6)},
        {"cube": Cube(HIGHEST, Owner.OPPONENT)},
        {"cube": Cube(2)},
        {"score": Score(7, 6.5, 0)},
        {"score": Score(9_999, 9_998, 0.0)},
    ],
)
def test_a_game_starts_from_any_moment_that_its_log_can_hold(changes: dict) -> None:
    situation = replace(Situation(rules=BACKGAMMON, position=BACKGAMMON.start), **changes)
    game = Game(BACKGAMMON, situation=situation)
    assert rebuilt(game).situation == game.situation == situation
