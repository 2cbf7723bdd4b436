"""Equal dice from the highest origin down, beside the search in every order."""

import pytest
from tests.effort import each, some
from tests.kernel.samples import samples

from nardy.core.dice import DiceList
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.games import BACKGAMMON, CAUCASIAN, FEVGA, GAMES, LONG_NARDY, PORTES, SUDDEN_DEATH
from nardy.kernel.arrays import begin_rows, make_finals, rules_array
from nardy.kernel.equal_dice import CROWDED, SEARCH, equal_dice
from nardy.kernel.states import layered, make_pool
from nardy.kernel.work import make_work, read_row


def both_ways(rules, position: Position, dice: DiceList, room: int = 50_000) -> tuple[int, int]:
    """How many turns either search finds."""
    rows = begin_rows(rules, [position], [dice])
    left = len(dice.numbers)
    work = make_work(make_finals(1, room, left).moves, left)
    read_row(rules_array(rules), rows, 0, work)
    ordered = equal_dice(work, dice.numbers[0], left, room, 0)
    read_row(rules_array(rules), rows, 0, work)
    return ordered, layered(rows, 0, work, make_pool(room), 0)


@each("game", some(GAMES, 6))
def test_both_searches_find_as_many_turns(game: str) -> None:
    ordered = 0
    for rules, position, dice in samples(game, 150, seed=7):
        if len(set(dice.numbers)) == 1 and len(dice.numbers) <= 4:
            one, other = both_ways(rules, position, dice)
            assert one in (SEARCH, other)
            ordered += one != SEARCH
    assert ordered > 10


def double(number: int) -> DiceList:
    return DiceList((number,) * 4, in_order=True, double=number)


@pytest.mark.parametrize(
    ("rules", "position", "number"),
    [
        (FEVGA, FEVGA.start, 4),
        (CAUCASIAN, Position.of({6: 2, 4: 13}, {20: 1, 1: 14}), 1),
        (SUDDEN_DEATH, Position.of({19: 2, 18: 13}, {10: 1, 1: 14}), 4),
        (LONG_NARDY, Position.of({24: 9, 22: 1, **dict.fromkeys(range(13, 18), 1)}, {24: 15}), 4),
    ],
    ids=["runner", "hitter hides", "first hit", "prime"],
)
def test_laws_that_make_the_order_matter_ask_for_a_search(
    rules: Rules, position: Position, number: int
) -> None:
    assert both_ways(rules, position, double(number))[0] == SEARCH


def test_a_hitter_that_may_not_move_asks_for_none() -> None:
    ordered, every = both_ways(PORTES, Position.of({6: 2, 4: 13}, {20: 1, 1: 14}), double(1))
    assert ordered == every > 1


def test_more_turns_than_room_are_not_listed() -> None:
    assert both_ways(BACKGAMMON, BACKGAMMON.start, double(1), room=20)[0] == CROWDED
