"""One player's checkers and closed points, as masks in that player's numbering.

Shifting a mask right by a die moves all its checkers.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nardy.kernel import layout as at
from nardy.kernel.jit import inlined, jit, number
from nardy.kernel.laws import POINTS, faced
from nardy.kernel.layout import Bytes, Ints, Pins
from nardy.kernel.places import pips_of, places_with

Floats = NDArray[np.float32]


class Masks(NamedTuple):
    """The places of one player's checkers, including pinned ones."""

    points: int
    twos: int
    """Points with two or more."""
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
    return Masks(points, twos, pips_of(boards, k, side))


@jit
def sides_of(rules: Ints, boards: Bytes, pins: Pins, k: int, seat: int) -> tuple[Side, Side]:
    """The side that rolls next, and the other."""
    first = masks_of(boards, k, number(seat))
    second = masks_of(boards, k, number(1 - seat))
    one = side_of(rules, (first, second), number(pins[k, seat]), number(pins[k, 1 - seat]))
    two = side_of(rules, (second, first), number(pins[k, 1 - seat]), number(pins[k, seat]))
    return with_bar(one, number(boards[k, seat, at.BAR])), with_bar(
        two, number(boards[k, 1 - seat, at.BAR])
    )


@jit
def side_of(rules: Ints, masks: tuple[Masks, Masks], stuck: int, pinned: int) -> Side:
    """A side without its bar; `stuck` are its pinned checkers, `pinned` those that it pins."""
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
    home = own.points if own.points >> 7 == 0 else number(0)
    free = POINTS & ~closed & ~stuck
    return Side(own.points & ~stuck, own.points, made, free, lone, number(0), own.pips, home)


@inlined
def with_bar(side: Side, bar: int) -> Side:
    """The side with its checkers on the bar."""
    if bar == 0:
        return side
    held, every = side.held | 1 << at.BAR, side.every | 1 << at.BAR
    pips = side.pips + 25 * bar
    return Side(held, every, side.made, side.free, side.lone, bar, pips, number(0))
