"""Sides have numbers, and their rolls are those of a slow search."""

from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb

import numpy as np
import pytest

from nardy.kernel.bearoff_rolls import (
    DICE,
    MOST_POINTS,
    SideTable,
    fill_rolls,
    side_number,
    write_side,
)
from nardy.kernel.layout import Ints

Side = tuple[int, ...]
"""The points of the checkers that are not off, in rising order."""


def counts_of(side: Side, points: int) -> Ints:
    return np.array([0, *(side.count(point) for point in range(1, points + 1))], np.int64)


def sides(checkers: int, points: int) -> list[Side]:
    """All sides of up to so many checkers."""
    return [
        side
        for count in range(checkers + 1)
        for side in combinations_with_replacement(range(1, points + 1), count)
    ]


@pytest.mark.parametrize(("checkers", "points"), [(3, 6), (2, 12), (3, MOST_POINTS)])
def test_sides_are_numbered_from_0_without_a_gap(checkers: int, points: int) -> None:
    every = sides(checkers, points)
    numbers = [side_number(counts_of(side, points), points) for side in every]
    assert sorted(numbers) == list(range(len(every)))
    assert len(every) == comb(checkers + points, points)
    for side, number in zip(every, numbers, strict=True):
        counts = np.zeros(points + 1, np.int64)
        assert write_side(number, points, counts) == len(side)
        assert counts.tolist() == counts_of(side, points).tolist()


def moved(side: Side, die: int) -> list[Side]:
    """Every side a move of this die away, in the words of the rule: rules, 1.6."""
    found: list[Side] = []
    for point in sorted(set(side)):
        others = list(side)
        others.remove(point)
        if point > die:
            found.append(tuple(sorted([*others, point - die])))
        elif max(side) <= 6 and (point == die or point == max(side)):
            found.append(tuple(others))
    return found


def test_every_move_leads_to_a_smaller_number() -> None:
    for side in sides(3, 12):
        own = side_number(counts_of(side, 12), 12)
        for die in range(1, DICE):
            assert all(side_number(counts_of(s, 12), 12) < own for s in moved(side, die))


def played(side: Side, dice: tuple[int, ...]) -> set[Side]:
    """Every side that these dice, in this order, can lead to."""
    found = {side}
    for die in dice:
        found = {after for one in found for after in (moved(one, die) or [one])}
    return found


def dice_lists(cascade: int, high: int, low: int) -> list[tuple[int, ...]]:
    if high != low:
        return [(high, low), (low, high)]
    shown = range(high, DICE) if cascade else [high]
    return [tuple(die for die in shown for _ in range(cascade or 4))]


class Slow:
    """The same by trying every turn of every roll, side by side."""

    def __init__(self, cascade: int, points: int) -> None:
        self.cascade, self.points = cascade, points
        self.rolls = lru_cache(maxsize=None)(self._rolls)

    def order(self, side: Side) -> tuple[float, int]:
        """Fewest rolls first; of sides that need as many, the smallest number."""
        return round(self.rolls(side)[0], 9), side_number(counts_of(side, self.points), self.points)

    def _rolls(self, side: Side) -> tuple[float, tuple[float, ...], tuple[float, ...]]:
        if not side:
            return 0.0, (1.0,), (1.0,)
        all_off, one_off, mean = np.zeros(40), np.zeros(40), 1.0
        for high in range(1, DICE):
            for low in range(1, high + 1):
                chance = (1 if high == low else 2) / 36
                ends = {
                    after
                    for dice in dice_lists(self.cascade, high, low)
                    for after in played(side, dice)
                }
                best = min(ends, key=self.order)
                expected, finish, first = self.rolls(best)
                mean += chance * expected
                all_off[1 : len(finish) + 1] += chance * np.array(finish)
                if len(best) < len(side):
                    one_off[1] += chance
                else:
                    one_off[1 : len(first) + 1] += chance * np.array(first)
        return mean, tuple(all_off[:39]), tuple(one_off[:39])


@pytest.mark.parametrize(
    ("checkers", "points", "cascade"), [(3, 6, 0), (2, 12, 0), (3, 6, 2), (2, 6, 4)]
)
def test_rolls_are_those_of_a_slow_search(checkers: int, points: int, cascade: int) -> None:
    every, slow = sides(checkers, points), Slow(cascade, points)
    rolls = SideTable(
        np.zeros(len(every)),
        np.zeros((len(every), 20)),
        np.zeros((len(every), 20)),
        np.zeros((len(every), DICE), np.int32),
        np.zeros((len(every), DICE, (cascade or 4) + 1), np.int32),
    )
    fill_rolls(points, cascade > 0, rolls)
    for side in every[1:]:
        number = side_number(counts_of(side, points), points)
        mean, all_off, one_off = slow.rolls(side)
        assert rolls.means[number] == pytest.approx(mean, abs=1e-9)
        assert rolls.all_off[number] == pytest.approx(all_off[:20], abs=1e-9)
        assert rolls.one_off[number] == pytest.approx(one_off[:20], abs=1e-9)
