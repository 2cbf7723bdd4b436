"""Positions as features read them: one position, or many at once with the same code.

A *number* is an int, or an array of ints with one entry for each position. A *mask* is a number whose bit
p stands for point p (25: the bar). Formulas use only operators that work for both, and never branch on a
number.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from nardy.core.choices import Contact
from nardy.core.dice import ROLLS
from nardy.core.position import BAR, Position
from nardy.core.rules import Rules

Number = Any
"""An int, or an array with one entry for each position."""

ROAD = ((1 << 25) - 1) & ~1
"""The mask of all 24 points."""
POINTS = range(1, 25)


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
    blots_there: Number


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
    pins = rules.contact is Contact.PIN
    least = 1 if rules.contact is Contact.BLOCK else 2
    player, opponent = (
        _side(rules, (counts, mine, theirs if pins else frozenset()), least)
        for counts, mine, theirs in (
            (position.player, position.player_pinned, position.opponent_pinned),
            (position.opponent, position.opponent_pinned, position.player_pinned),
        )
    )
    return BotView(rules, player, opponent)


def _side(
    rules: Rules, checkers: tuple[tuple[int, ...], frozenset[int], frozenset[int]], least: int
) -> SideFacts:
    """*checkers* are the counts, the points where the side is pinned, and where the opponent is."""
    counts, pinned, pinning = checkers
    held = [point for point in POINTS if counts[point]]
    on_top = {rules.facing(point) for point in pinning}
    made = [point for point in held if counts[point] >= least or point in on_top]
    blots = [p for p in held if counts[p] == 1 and p not in on_top and p not in pinned]
    facing = rules.facing
    return SideFacts(
        counts,
        mask(held),
        mask(made),
        mask(blots) if least > 1 else 0,
        mask(pinned),
        mask(map(facing, held)),
        mask(map(facing, made)),
        mask(map(facing, blots)) if least > 1 else 0,
    )


def mask(points: Iterable[int]) -> int:
    """A mask with a bit for each point.

    >>> mask([1, 3])
    10
    """
    return sum(1 << point for point in points)
