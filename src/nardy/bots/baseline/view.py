"""Positions as features read them: one position, or many at once with the same code.

A *number* is an int, or an array of ints with one entry for each position. A *mask* is a number whose bit
p stands for point p (25: the bar). Formulas use only operators that work for both, and never branch on a
number.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from nardy.core.choices import Contact, Direction
from nardy.core.dice import ROLLS
from nardy.core.position import BAR, PLACES, Position
from nardy.core.rules import Rules

Number = Any
"""An int, or an array with one entry for each position."""

ROAD = ((1 << 25) - 1) & ~1
"""The mask of all 24 points."""
POINTS = range(1, 25)
HALF = (1 << 13) - 2
"""The mask of the points 1 to 12."""


@dataclass(frozen=True, slots=True)
class SideFacts:
    """One player's checkers in that player's numbering; `..._there` in the opponent's."""

    counts: Any
    """26 numbers: checkers on each place."""
    held: Number
    """Points with a checker."""
    made: Number
    """Points that are closed to the opponent."""
    blots: Number
    """Single checkers that can be hit or pinned."""
    pinned: Number
    """Points with a checker under an opposing one."""
    held_there: Number
    made_there: Number


@dataclass(frozen=True)
class BotView:
    """A position seen by the player who has just moved; the opponent rolls next."""

    rules: Rules
    mover: SideFacts
    opponent: SideFacts

    @cached_property
    def flipped(self) -> "BotView":
        """The same position seen by the other player."""
        return BotView(self.rules, self.opponent, self.mover)

    @cached_property
    def landings(self) -> list[Number]:
        """For each of the 21 rolls, the points where the opponent can land."""
        return landings(self.opponent, self.mover.made_there)

    @cached_property
    def is_contact(self) -> Number:
        """Whether some checker still has to pass an opposing one."""
        return passes(self.mover, self.opponent) | passes(self.opponent, self.mover)


def passes(side: SideFacts, other: SideFacts) -> Number:
    """Whether an opposing checker stands at or in front of the side's rearmost checker."""
    way: Number = side.held | (side.counts[BAR] > 0) << BAR
    # Five doubling shifts fill all lower bits of a mask of 26 bits.
    for shift in (1, 2, 4, 8, 16):
        way = way | way >> shift
    return (way & other.held_there) != 0


def landings(side: SideFacts, closed: Number) -> list[Number]:
    """For each roll, the points where one of the side's checkers can land.

    A single checker on the bar enters first, and then any may go on; with more they only enter.
    """
    free, bar = ROAD & ~closed, side.counts[BAR]
    origins = (bar > 0) * (1 << BAR) | (bar == 0) * side.held & ~side.pinned
    singles = [origins >> die & free for die in range(7)]
    waiting = (bar == 1) * side.held
    goes_on = bar < 2
    reached: list[Number] = []
    for high, low in ROLLS:
        there = singles[high] | singles[low]
        for first, second in ((high, low), (low, high)) if high != low else ((high, high),):
            enters = singles[first] != 0
            movers = (singles[first] | waiting * enters) * goes_on
            further = movers >> second & free
            there = there | further
            if high == low:
                third = further >> high & free
                there = there | third | third >> high & free
        reached.append(there)
    return reached


def rolls_reaching(reached: Sequence[Number], points: Number) -> Number:
    """How many of the 36 rolls land on one of these points."""
    return sum(
        (there & points != 0) * (1 if roll.is_double else 2)
        for roll, there in zip(ROLLS, reached, strict=True)
    )


def view_of(rules: Rules, position: Position) -> BotView:
    """The view of one position; every number is an int."""
    boards = position.player, position.opponent
    held, more = (
        [mask(point for point in POINTS if counts[point] > least) for counts in boards]
        for least in (0, 1)
    )
    pins = mask(position.player_pinned), mask(position.opponent_pinned)
    return _view(rules, boards, held, more, pins)


def views_of(rules: Rules, positions: Sequence[Position]) -> BotView:
    """One view of all positions: every number is an array with one entry for each position."""
    import numpy as np  # noqa: PLC0415 (only when it is used)

    boards = np.array([(position.player, position.opponent) for position in positions], np.int32)
    # One contiguous row for each place, since features read places of all positions at once.
    boards = boards.transpose(1, 2, 0).copy()
    bits = np.array([1 << place & ROAD for place in range(PLACES)], np.int32)
    held, more = (bits @ (boards > least) for least in (0, 1))
    pins = [[mask(one.player_pinned), mask(one.opponent_pinned)] for one in positions]
    return _view(rules, boards, held, more, np.array(pins, np.int32).T)


def _view(rules: Rules, boards: Any, held: Any, more: Any, pins: Any) -> BotView:
    """The view of two sides: their counts, points with a checker, with two, and pinned ones."""
    sides: list[SideFacts] = []
    for n in (0, 1):
        made = held[n] if rules.contact is Contact.BLOCK else more[n]
        if rules.contact is Contact.PIN:
            made = made | faced(rules, pins[1 - n])
        blots = held[n] & ~made & ~pins[n]
        there = faced(rules, held[n]), faced(rules, made)
        sides.append(SideFacts(boards[n], held[n], made, blots, pins[n], *there))
    return BotView(rules, *sides)


def faced(rules: Rules, points: Number) -> Number:
    """The same points in the opponent's numbering."""
    if rules.direction is Direction.PARALLEL:
        return (points & HALF) << 12 | points >> 12 & HALF
    # Reverse 24 bits: neighbors, pairs, fours and bytes change places.
    ones = points >> 1
    twos = (ones & 0x555555) << 1 | ones >> 1 & 0x555555
    fours = (twos & 0x333333) << 2 | twos >> 2 & 0x333333
    bytes_ = (fours & 0x0F0F0F) << 4 | fours >> 4 & 0x0F0F0F
    return ((bytes_ & 0xFF) << 16 | bytes_ & 0xFF00 | bytes_ >> 16) << 1


def mask(points: Iterable[int]) -> int:
    """A mask with a bit for each point.

    >>> mask([1, 3])
    10
    """
    return sum(1 << point for point in points)
