"""Lists of any dice, layer by layer."""

from random import Random

import pytest
from tests.effort import some, tries
from tests.kernel.samples import samples

from nardy.core.dice import DiceList, Roll
from nardy.core.legal import begin, sequences
from nardy.core.position import Position
from nardy.games import GAMES, find_game
from nardy.kernel.arrays import begin_rows, kernel_turns, make_finals, rules_array
from nardy.kernel.equal_dice import CROWDED
from nardy.kernel.frame import read_row
from nardy.kernel.layered import layered
from nardy.kernel.states import make_pool
from nardy.kernel.work import make_work


@pytest.mark.parametrize("game", some(GAMES, 9))
def test_lists_of_different_dice(game: str) -> None:
    rng = Random(game)
    for rules, position, _ in samples(game, tries(6, 30, 30), seed=8):
        dice = DiceList(tuple(rng.choices(range(1, 7), k=rng.randint(2, 4))), in_order=True)
        assert set(kernel_turns(rules, position, dice)) == set(
            sequences(rules, begin(rules, position, dice))
        )


def test_dice_behind_one_that_cannot_be_played_are_lost() -> None:
    rules = find_game("mad-gulbar")
    position = Position.of({24: 1, 0: 14}, {24: 15})
    finals = kernel_turns(rules, position, DiceList((6, 6, 5), in_order=True))
    assert list(finals.values()) == [((24, 18, False),)]


@pytest.mark.parametrize("room", [2, 10, 100])
def test_a_pool_that_is_too_small_is_never_overrun(room: int) -> None:
    rules = find_game("mad-gulbar")
    dice = rules.dice_list(Roll(1, 1))
    rows = begin_rows(rules, [Position.of({24: 5, 20: 5, 15: 5}, {24: 15})], [dice])
    work = make_work(make_finals(1, 10, 12).moves, 12)
    read_row(rules_array(rules), rows, 0, work.frame, work.own)
    assert layered(rows, 0, work, make_pool(room), 0) == CROWDED
