"""One player's checkers and closed points, as masks in that player's numbering.

Shifting a mask right by a die moves all its checkers.
"""

from typing import NamedTuple

from nardy.kernel import layout as at
from nardy.kernel.bits import number
from nardy.kernel.jit import inlined, jit
from nardy.kernel.laws import POINTS, faced
from nardy.kernel.layout import Bytes, Ints, Pins
from nardy.kernel.places import pips_of, places_with


class Masks(NamedTuple):
    """The places of one player's checkers, including pinned ones."""

    points: int
    twos: int
    """Points with two or more."""
    bar: int
    """How many checkers are on the bar."""
    pips: int


class Side(NamedTuple):
    """One player's view of the board, as masks in that player's numbering."""

    held: int
    """Places with a checker that may move: bar and points, without pinned ones."""
    every: int
    """Places with a checker, bar and points."""
    made: int
    """Points closed by own checkers, except those that a single pinning checker closes."""
    free: int
    """Points that are not closed by the opponent."""
    lone: int
    """Points where a checker would hit or pin."""
    bar: int
    """How many checkers are on the bar."""
    pips: int
    home: int
    """Mask of all checkers if all that are left are at home, otherwise 0."""


@inlined
def masks_of(boards: Bytes, k: int, side: int) -> Masks:
    points = places_with(boards, k, side, 1) & POINTS
    twos = places_with(boards, k, side, 2) & POINTS
    bar = number(boards[k, side, at.BAR])
    return Masks(points, twos, bar, pips_of(boards, k, side) + at.BAR * bar)


@jit
def sides_of(rules: Ints, boards: Bytes, pins: Pins, k: int, seat: int) -> tuple[Side, Side]:
    """The side that rolls next, and the other."""
    first = masks_of(boards, k, number(seat))
    second = masks_of(boards, k, number(1 - seat))
    stuck, pinned = number(pins[k, seat]), number(pins[k, 1 - seat])
    one = side_of(rules, (first, second), stuck, pinned)
    return one, side_of(rules, (second, first), pinned, stuck)


@jit
def side_of(rules: Ints, masks: tuple[Masks, Masks], stuck: int, pinned: int) -> Side:
    """A side; `stuck` are its pinned checkers, `pinned` those that it pins."""
    own, others = masks
    parallel = rules[at.RULES_PARALLEL]
    if rules[at.RULES_CONTACT] == at.CONTACT_BLOCK:
        closed = faced(others.points, parallel)
        lone = number(0)
        made = own.points
    else:
        closed = faced(others.twos, parallel)
        # A checker already pinned does not block, and cannot be pinned again.
        lone = faced(others.points & ~others.twos & ~pinned, parallel) & ~stuck
        made = own.twos
    every = own.points | number(own.bar > 0) << at.BAR
    home = own.points if every >> 7 == 0 else number(0)
    free = POINTS & ~closed & ~stuck
    return Side(every & ~stuck, every, made, free, lone, own.bar, own.pips, home)
