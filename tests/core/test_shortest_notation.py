"""The fewest words where different dice are played in their order."""

from random import Random

import pytest
from tests.effort import each
from tests.moments import moment, random_cases, random_moves

from nardy.core.draft import Draft
from nardy.core.legal import begin, legal_moves
from nardy.core.shortest_notation import (
    FEW_MOVES,
    climbs,
    joinings,
    order_is_free,
    order_is_given,
    shortest_plays,
)
from nardy.core.situation import Situation
from nardy.core.steps import MidTurn
from nardy.core.turn import Move
from nardy.games import BACKGAMMON, CAUCASIAN, GUL_BARA, LONG_NARDY


def drafts(name: str, seed: int, count: int, left: str = "") -> list[Draft]:
    """Whole turns at random with dice in their order."""
    found = []
    for text, roll in random_cases(name, seed, count):
        plain = text.split(" turns=")[0]
        situation = moment(f"{plain} left={left}") if left else moment(plain, roll.high, roll.high)
        draft = Draft(situation)
        random_moves(draft, Random(seed))
        if draft.moves and order_is_given(situation.dice.numbers, in_order=True):
            found.append(draft)
    return found


def begun(situation: Situation) -> MidTurn:
    assert situation.dice is not None
    return begin(situation.rules, situation.position, situation.dice)


@pytest.mark.parametrize("name", ["gul-bara", "mad-gulbar", "backgammon,cascade_count=2"])
def test_plays_are_legal_and_lead_there(name: str) -> None:
    for draft in drafts(name, 21, 20):
        rules, start = draft.situation.rules, begun(draft.situation)
        plays = shortest_plays(rules, start, draft.position, len(draft.moves))
        assert plays
        for moves in plays:
            mid = start
            for move in moves:
                mid = legal_moves(rules, mid)[move]
            assert mid.position == draft.position
            assert not legal_moves(rules, mid)


@each("name", ["mad-gulbar", "plakoto,cascade_count=2", "portes,cascade_count=1"])
@each("left", ["566", "1122", "56"])
def test_no_way_to_play_has_fewer_words(name: str, left: str) -> None:
    name = f"{name},leftover=opponent" if "cascade" in name else name
    for draft in drafts(name, 22, 6, left):
        rules, start = draft.situation.rules, begun(draft.situation)
        plays = shortest_plays(rules, start, draft.position, len(draft.moves))
        fewest = {len(words) for moves in plays for words in joinings(moves)}
        assert len(fewest) == 1
        assert min(fewest) <= min(len(words) for words in joinings(draft.moves))


def test_a_checker_goes_on_where_another_arrived() -> None:
    moves = (Move(24, 19), Move(19, 13), Move(19, 13))
    assert [[word.places for word in words] for words in joinings(moves)] == [
        [(19, 13), (24, 19, 13)]
    ]


def test_of_two_that_arrived_either_goes_on() -> None:
    moves = (Move(20, 18), Move(19, 18), Move(18, 15))
    ways = [[word.places for word in words] for words in joinings(moves)]
    assert ways == [[(19, 18, 15), (20, 18)], [(19, 18), (20, 18, 15)]]


def test_many_moves_are_joined_in_one_way() -> None:
    moves = (*[Move(24, 23)] * (FEW_MOVES + 1), Move(23, 21))
    (words,) = joinings(moves)
    assert len(words) == FEW_MOVES + 1


def test_checkers_climb_over_closed_points_only_with_large_dice() -> None:
    position = moment("gul-bara w 24:15 24:14,11:1").position
    is_open, rows = climbs(GUL_BARA, position, (1, 2))
    assert not is_open[23]
    assert [rows[number][22] >> 24 & 1 for number in range(3)] == [0, 0, 1]
    assert rows[1][23] == 1 << 23


def test_which_laws_look_at_the_order() -> None:
    assert order_is_free(BACKGAMMON)
    assert not order_is_free(LONG_NARDY)
    assert not order_is_free(CAUCASIAN)
    assert order_is_given((5, 5, 6, 6), in_order=True)
    assert not order_is_given((5, 5), in_order=True)
    assert not order_is_given((6, 5), in_order=False)
