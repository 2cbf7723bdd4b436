"""What rolls can do, on positions where it is easily counted."""

import pytest
from tests.moments import moment

from nardy.coach.roll_facts import of_36, roll_facts
from nardy.search.conversions import table_of
from nardy.search.tables import GameTables


@pytest.mark.parametrize(
    ("text", "fact", "expected"),
    [
        # A blot six pips ahead: eleven rolls with a 6, 5-1, 4-2, 3-3 and 2-2.
        ("backgammon w 12:1,1:14 19:1,1:14", "hits", 17),
        ("backgammon w bar:1,1:14 6:2,5:2,4:2,3:2,2:2,1:5", "dances", 36),
        ("backgammon w bar:1,1:14 8:5,6:2,5:2,4:2,3:2,2:2", "dances", 25),
        # The last checkers are borne off with dice to spare: no die is lost that anybody would miss.
        ("long-nardy w 1:1 1:15", "short", 0),
        ("long-nardy w 1:3 1:15", "short", 0),
        # Of 6-6 two dice are played: twelve pips on is the opponent's head.
        ("long-nardy w 24:15 24:15", "short", 1),
    ],
)
def test_rolls_of_36(text: str, fact: str, expected: int) -> None:
    situation = moment(text)
    game = GameTables.of(situation.rules)
    found = roll_facts(game, table_of(game, situation))
    assert of_36(getattr(found, fact)).tolist() == [pytest.approx(expected)]


def test_only_one_checker_of_the_head_is_movable() -> None:
    situation = moment("long-nardy w 24:15 24:15")
    game = GameTables.of(situation.rules)
    found = roll_facts(game, table_of(game, situation))
    assert found.movable.tolist() == [[1, 1, 1, 1, 1, 1]]


def test_a_digit_onto_a_closed_point_is_dead() -> None:
    # Own 18 is the opponent's 6, six pips before the head.
    situation = moment("long-nardy w 24:15 24:14,6:1")
    game = GameTables.of(situation.rules)
    found = roll_facts(game, table_of(game, situation))
    assert found.movable.tolist() == [[1, 1, 1, 1, 1, 0]]
    assert not found.dances.all()
