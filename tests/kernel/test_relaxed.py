"""A bound on the dice of a list: the best of all checkers by themselves, and never too low."""

from functools import cache
from random import Random

import numpy as np
import pytest
from tests.effort import tries
from tests.kernel.samples import samples

from nardy.core.dice import DiceList
from nardy.core.legal import begin, legal_moves, longest_play
from nardy.core.position import OFF, PLACES, Position
from nardy.core.rules import Rules
from nardy.games import GUL_BARA, find_game
from nardy.kernel import layout as at
from nardy.kernel.arrays import begin_rows, rules_array
from nardy.kernel.bits import number
from nardy.kernel.jit import entry
from nardy.kernel.layout import Choices, Ints, Rows
from nardy.kernel.moves import (
    MOST_MOVES,
    first_moves_batch,
    first_of_list,
    keep_longest,
    try_long,
)
from nardy.kernel.relaxed import AT_MOST, BASE, HOME_END, SETS_SHAPE, STAGES, most_dice
from nardy.kernel.states import Pool, make_pool
from nardy.kernel.work import Work, make_work, read_row

# As plain Python, where the kernel is built: whole numbers wrap round as in compiled code, and NumPy warns.
pytestmark = pytest.mark.filterwarnings("ignore:overflow encountered:RuntimeWarning")


@entry
def asked(rules: Ints, rows: Rows, row: int, work: Work, room: Ints) -> int:
    read_row(rules, rows, row, work)
    return most_dice(rows, row, work, room, number(0))


def bound(rules: Rules, rows: Rows, row: int = 0) -> int:
    work = make_work(np.zeros((MOST_MOVES, 1, at.MOVE_SIZE), np.int8), rows.dice.shape[1])
    return asked(rules_array(rules), rows, row, work, np.full(SETS_SHAPE, 7, np.int64))


def side(points: dict[int, int], checkers: int = 15) -> tuple[int, ...]:
    counts = [points.get(place, 0) for place in range(PLACES)]
    counts[OFF] += checkers - sum(counts)
    return tuple(counts)


def listed(rules: Rules, position: Position, dice: tuple[int, ...]) -> Rows:
    return begin_rows(rules, [position], [DiceList(dice, in_order=True, double=dice[0])])


def by_hand(points: dict[int, int], closed: set[int], dice: tuple[int, ...]) -> int:
    """The most dice by trying every order of checkers."""

    @cache
    def best(places: tuple[int, ...], played: int) -> int:
        if played == len(dice) or not any(places):
            return len(dice)  # the move that ends the game counts as playing all
        found = played
        for i, place in enumerate(places):
            target = max(place - dice[played], 0)
            if place and target not in closed and (target or max(places) <= HOME_END):
                found = max(found, best((*places[:i], target, *places[i + 1 :]), played + 1))
        return found

    return best(tuple(place for place, count in points.items() for _ in range(count)), 0)


def test_it_is_the_best_that_checkers_can_do_alone() -> None:
    random = Random(7)
    bounds = []
    stay = 0
    for _ in range(90):
        mine = dict.fromkeys(random.sample(range(1, 25), random.choice((1, 2, 3))), 1)
        free = sorted(set(range(1, 25)) - set(mine))
        closed = set(random.sample(free, random.randint(8, 14)))
        # The opponent's numbers run the same way, half the board apart.
        theirs = {(place + 11) % 24 + 1: 1 for place in closed}
        values = sorted(random.sample(range(1, 7), random.randint(1, 3)))
        dice = tuple(die for die in values for _ in range(2))
        found = bound(GUL_BARA, listed(GUL_BARA, Position(side(mine), side(theirs)), dice))
        best = by_hand(mine, closed, dice)
        assert found >= best, (mine, closed, dice)
        bounds.append(best / len(dice))
        if sum(max(0, place - HOME_END) for place in mine) > sum(dice):
            assert found == best, (mine, closed, dice)
            stay += 1
    assert stay > 20
    assert 0 in bounds
    assert 1 in bounds
    assert any(0 < share < 1 for share in bounds)


@pytest.mark.parametrize(
    "text", ["gul-bara", "mad-gulbar", "backgammon,cascade_count=4", "plakoto"]
)
def test_no_play_of_the_rule_book_is_longer(text: str) -> None:
    for sample in samples(text, tries(40, 80, 300), seed=9):
        mid = begin(*sample)
        if sample.dice.in_order:
            rows = begin_rows(sample.rules, [sample.position], [sample.dice])
            found = bound(sample.rules, rows)
            assert longest_play(sample.rules, mid) <= found <= len(sample.dice.numbers)


def test_a_list_of_which_one_die_cannot_be_played_is_soon_answered() -> None:
    # Without a bound two million states are tried before it is certain that no play is longer.
    mine = {2: 1, 3: 1, 4: 1, 14: 1, 15: 1, 16: 1, 17: 1, 18: 2, 19: 1, 21: 1, 22: 1, 23: 1, 24: 2}
    theirs = {17: 1, 18: 1, 19: 1, 20: 1, 21: 2, 22: 1, 23: 1, 24: 7}
    dice = tuple(die for die in range(1, 7) for _ in range(4))
    rows = listed(GUL_BARA, Position(side(mine), side(theirs)), dice)
    assert bound(GUL_BARA, rows) == 23
    found = Choices(
        np.empty((MOST_MOVES, at.MOVE_SIZE), np.int8), np.empty(2, np.int64), np.empty(1, np.int64)
    )
    assert first_moves_batch(rules_array(GUL_BARA), rows, 1 << 17, found) == (0, 0)
    assert found.longest[0] == 23
    assert found.offsets[1] == 13


HARD = [
    # All dice can be played, but after one first move only.
    (
        {7: 1, 8: 3, 9: 1, 10: 1, 11: 3, **dict.fromkeys(range(15, 21), 1)},
        {9: 1, 10: 1, 11: 3, 13: 2, 14: 1, 15: 3, 16: 1, 17: 2, 18: 1},
        (1, *(die for die in range(2, 7) for _ in range(4))),
        (21, 1),
    ),
    # Few dice are left once all checkers may be at home.
    (
        {6: 2, 7: 1, 8: 2, 9: 1, 10: 2, 11: 2, 13: 1, **dict.fromkeys(range(15, 19), 1)},
        {2: 3, 10: 1, 11: 4, 12: 2, **dict.fromkeys(range(13, 18), 1)},
        (1, 1, 1, *(die for die in range(2, 7) for _ in range(4))),
        (21, 9),
    ),
]


@pytest.mark.parametrize(("mine", "theirs", "dice", "expected"), HARD)
def test_long_searches_leave_what_cannot_be_the_longest(
    mine: dict[int, int], theirs: dict[int, int], dice: tuple[int, ...], expected: tuple[int, int]
) -> None:
    # Without bounds on the way they took up to 262,144 states, and gave the same answers.
    rows = listed(GUL_BARA, Position(side(mine), side(theirs)), dice)
    found = Choices(
        np.empty((MOST_MOVES, at.MOVE_SIZE), np.int8), np.empty(2, np.int64), np.empty(1, np.int64)
    )
    assert first_moves_batch(rules_array(GUL_BARA), rows, 1 << 12, found) == (0, 0)
    assert (found.longest[0], found.offsets[1]) == expected


@entry
def kept_with_bounds(rules: Ints, rows: Rows, row: int, work: Work, pool: Pool) -> tuple[int, int]:
    # With 0 here Numba would compile all of these once more, for that number alone.
    read_row(rules, rows, row, work)
    tried = try_long(rows, row, work, pool, first_of_list(rows, row, work, pool))
    return keep_longest(rows, row, work, tried)


@pytest.mark.parametrize("text", ["gul-bara", "mad-gulbar", "gioul", "backgammon,cascade_count=4"])
def test_searches_with_bounds_keep_the_moves_of_the_rule_book(text: str) -> None:
    checked = 0
    for sample in samples(text, tries(60, 120, 400), seed=12):
        if not sample.dice.in_order or not sample.dice.numbers:
            continue
        rows = begin_rows(sample.rules, [sample.position], [sample.dice])
        work = make_work(np.zeros((MOST_MOVES, 1, at.MOVE_SIZE), np.int8), rows.dice.shape[1])
        mid = begin(*sample)
        got = kept_with_bounds(rules_array(sample.rules), rows, 0, work, make_pool(1 << 14))
        expected = legal_moves(sample.rules, mid)
        assert got == (longest_play(sample.rules, mid), len(expected)), sample
        checked += got[0] > 1
    assert checked > 5


def test_lists_of_another_kind_have_no_bound() -> None:
    position = Position(side({24: 1}), side({}))
    closed = Position(side({24: 1}), side({11: 1, 10: 1}))
    for dice in ((1,) * 5, (1, 2, 1, 2, 1, 2, 1)):
        assert bound(GUL_BARA, listed(GUL_BARA, position, dice)) == len(dice)
    assert bound(GUL_BARA, listed(GUL_BARA, closed, (1, 1, 1))) == 0
    # Where the first hit wins, the move that does it counts as playing all the dice.
    sudden = find_game("sudden-death")
    assert bound(sudden, listed(sudden, Position(side({24: 1}), side({1: 2, 2: 2})), (1, 1))) == 2


def test_the_sets_of_digits_are_those_of_the_numbers() -> None:
    random = Random(3)
    for _ in range(300):
        digits = [random.randrange(BASE) for _ in range(STAGES)]
        place = sum(digit * BASE**stage for stage, digit in enumerate(digits))
        for stage, digit in enumerate(digits):
            for most in range(BASE):
                bit = int(AT_MOST[stage, most, place >> 6]) >> (place & 63) & 1
                assert bit == (digit <= most)
