"""Rolls, dice lists and where throws come from."""

from collections import Counter
from collections.abc import Callable
from copy import copy, deepcopy
from decimal import Decimal
from pickle import dumps, loads

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.effort import each
from tests.moments import Whole, tried
from tests.strategies import rolls

from nardy.core.dice import ROLLS, Dice, DiceList, Roll, checked_roll, leftover
from nardy.errors import NotationError


def test_there_are_21_rolls() -> None:
    assert len(set(ROLLS)) == 21
    assert all(roll.high >= roll.low for roll in ROLLS)
    assert sum(1 if roll.is_double else 2 for roll in ROLLS) == 36


@given(rolls)
def test_rolls_are_read_in_either_order_and_any_form(roll: Roll) -> None:
    high, low = roll
    for text in (str(roll), f"{low}{high}", f"{high}-{low}", f" {low} {high} ", f"{high},{low}"):
        assert Roll.parse(text) == roll
    assert Roll.of(low, high) == roll


@each("text", ["", "3", "07", "70", "311", "ab", "3/1", "³1", "٣1"])
def test_what_is_no_roll_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected two dice"):
        Roll.parse(text)


@given(st.text(max_size=6))
def test_any_text_is_a_roll_or_refused(text: str) -> None:
    found = tried(lambda: Roll.parse(text))
    assert isinstance(found, NotationError) or found in ROLLS


@pytest.mark.parametrize("dice", [(0, 1), (7, 1), (1, -1)])
def test_dice_have_six_sides(dice: tuple[int, int]) -> None:
    with pytest.raises(NotationError, match=str(dice[0])):
        Roll.of(*dice)


@given(rolls)
def test_a_double_gives_four_moves_in_order(roll: Roll) -> None:
    dice = DiceList.of(roll)
    assert len(dice.numbers) == (4 if roll.is_double else 2)
    assert set(dice.numbers) == {*roll}
    assert dice.in_order == roll.is_double
    assert dice.double == (roll.high if roll.is_double else 0)


@pytest.mark.parametrize(
    ("die", "count", "numbers"),
    [
        (4, 2, (4, 4, 5, 5, 6, 6)),
        (4, 4, (4,) * 4 + (5,) * 4 + (6,) * 4),
        (6, 4, (6,) * 4),
        (6, 1, (6,)),
        (1, 1, (1, 2, 3, 4, 5, 6)),
    ],
)
def test_cascades_climb_to_six(die: int, count: int, numbers: tuple[int, ...]) -> None:
    assert DiceList.cascade(Roll(die, die), count) == (numbers, True, die)


def test_leftovers_keep_their_order_and_are_no_double() -> None:
    assert leftover(5, 6, 6) == ((5, 6, 6), True, 0)


@pytest.mark.parametrize("numbers", [(), (0,), (7, 1)])
def test_leftovers_are_dice(numbers: tuple[int, ...]) -> None:
    with pytest.raises(NotationError):
        leftover(*numbers)


def test_a_seed_gives_the_same_throws_and_none_gives_others() -> None:
    assert [Dice(5).roll() for _ in range(3)] == [Dice(5).roll() for _ in range(3)]
    one, other, wild = Dice("a"), Dice("a"), Dice()
    assert [one.roll() for _ in range(9)] == [other.roll() for _ in range(9)]
    assert {wild.die() for _ in range(500)} == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("seed", ["\udcff", "seven\ud800"])
def test_a_seed_is_text(seed: str) -> None:
    with pytest.raises(
        NotationError, match="expected a seed of valid text, got undecodable bytes in"
    ):
        Dice(seed)


def test_dice_are_fair() -> None:
    dice = Dice(1)
    counts = Counter(dice.die() for _ in range(6_000))
    assert all(850 < counts[die] < 1_150 for die in range(1, 7))


def pickled(dice: Dice) -> Dice:
    return loads(dumps(dice))  # noqa: S301 (of our own)


@pytest.mark.parametrize("copied", [Dice.copy, copy, deepcopy, pickled])
def test_a_copy_of_seeded_dice_goes_on_alike_and_on_its_own(copied: Callable[[Dice], Dice]) -> None:
    dice = Dice(5)
    dice.roll()
    one, other = copied(dice), copied(dice)
    thrown = [one.roll() for _ in range(9)]
    assert thrown == [other.roll() for _ in range(9)] == [dice.roll() for _ in range(9)]


@pytest.mark.parametrize("copied", [Dice.copy, copy, deepcopy, pickled])
def test_a_copy_of_unseeded_dice_cannot_be_predicted(copied: Callable[[Dice], Dice]) -> None:
    dice = Dice()
    again = copied(dice)
    assert {again.die() for _ in range(500)} == {1, 2, 3, 4, 5, 6}
    assert [dice.die() for _ in range(99)] != [again.die() for _ in range(99)]


def test_any_two_dice_are_checked_as_a_roll() -> None:
    assert checked_roll((1, 3)) == checked_roll([3, 1]) == Roll(3, 1)
    for wrong in ("31", "3-1", 31, (3,), (3, 1, 1), None):
        with pytest.raises(NotationError, match=r"expected a Roll, got .*; write Roll\.of\(3, 1\)"):
            checked_roll(wrong)
    with pytest.raises(NotationError, match="expected two dice from 1 to 6, got '3' and '1'"):
        checked_roll(("3", "1"))


def test_dice_are_kept_as_ints() -> None:
    thrown = Roll.of(Whole(1), Whole(3))  # type: ignore[arg-type]
    assert thrown == Roll(3, 1)
    assert {type(die) for die in thrown} == {int}
    for wrong in (3.0, True, Decimal(3), Whole(7), None):
        with pytest.raises(NotationError, match="expected two dice from 1 to 6"):
            Roll.of(wrong, 1)  # type: ignore[arg-type]
        with pytest.raises(NotationError, match="expected two dice from 1 to 6"):
            Roll.of(1, wrong)  # type: ignore[arg-type]
