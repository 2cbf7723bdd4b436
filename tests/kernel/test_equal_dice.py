"""Equal dice from the highest origin down, beside the search in every order."""

import pytest
from tests.kernel.samples import samples

from nardy.core.dice import DiceList
from nardy.core.position import Position
from nardy.games import BACKGAMMON, FEVGA, GAMES, LONG_NARDY, PORTES, SUDDEN_DEATH
from nardy.kernel.arrays import begin_rows, make_finals, rules_array
from nardy.kernel.equal_dice import CROWDED, SEARCH, equal_dice
from nardy.kernel.frame import read_row
from nardy.kernel.layered import layered
from nardy.kernel.states import make_pool
from nardy.kernel.work import make_work


def both_ways(rules, position: Position, dice: DiceList, room: int = 50_000) -> tuple[int, int]:
    """How many turns either search finds."""
    rows = begin_rows(rules, [position], [dice])
    left = len(dice.numbers)
    work = make_work(make_finals(1, room, left).moves, left)
    read_row(rules_array(rules), rows, 0, work.frame, work.own)
    ordered = equal_dice(work, dice.numbers[0], left, room, 0)
    read_row(rules_array(rules), rows, 0, work.frame, work.own)
    return ordered, layered(rows, 0, work, make_pool(room), 0)


@pytest.mark.parametrize("game", GAMES)
def test_both_searches_find_as_many_turns(game: str) -> None:
    ordered = 0
    for rules, position, dice in samples(game, 150, seed=7):
        if len(set(dice.numbers)) == 1 and len(dice.numbers) <= 4:
            one, other = both_ways(rules, position, dice)
            assert one in (SEARCH, other)
            ordered += one != SEARCH
    assert ordered > 10


FOURS = DiceList((4,) * 4, in_order=True, double=4)


@pytest.mark.parametrize(
    ("rules", "position"),
    [
        (FEVGA, FEVGA.start),
        (PORTES, Position.of({9: 2, 8: 13}, {20: 1, 1: 14})),
        (SUDDEN_DEATH, Position.of({19: 2, 18: 13}, {10: 1, 1: 14})),
        (LONG_NARDY, Position.of({24: 9, 22: 1, 17: 1, 16: 1, 15: 1, 14: 1, 13: 1}, {24: 15})),
    ],
    ids=["runner", "hitter at home", "first hit", "prime"],
)
def test_laws_that_make_the_order_matter_ask_for_a_search(rules, position: Position) -> None:
    assert both_ways(rules, position, FOURS)[0] == SEARCH


def test_more_turns_than_room_are_not_listed() -> None:
    assert both_ways(BACKGAMMON, BACKGAMMON.start, FOURS, room=20)[0] == CROWDED
