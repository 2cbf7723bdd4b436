"""The bomb of Nuclear in compiled code, for one position or many: the choice to explode it before a roll.

The same as nardy/search/bomb.py, in a form that needs nothing else: it runs in a browser.
"""

from typing import NamedTuple

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.bits import number
from nardy.kernel.features import Board
from nardy.kernel.jit import entry, jit
from nardy.kernel.layout import Bytes, Floats, Ints, Pins
from nardy.kernel.scoring import (
    FACT_BOMB_MINE,
    FACT_LAST,
    FACT_LEFT,
    FACTS_SIZE,
    explode_batch,
)
from nardy.kernel.valuing import USES_BOMB, USES_BOTH, Net, value_batch


@jit
def has_blot(boards: Bytes, k: int, side: int) -> bool:
    """Whether a single checker of a side stands on a point."""
    found = False
    for point in range(1, at.BAR):
        found = found or boards[k, side, point] == 1
    return found


@jit
def would_hit(both: int, boards: Bytes, k: int, side: int) -> bool:
    """Whether a bomb of this side would hit a blot."""
    return has_blot(boards, k, 1 - side) or (both != 0 and has_blot(boards, k, side))


@entry
def bomb_hits_batch(both: int, tables: tuple[Bytes, Bytes], hits: Bytes) -> None:
    """Fill int8[n, 2]: whether the player on roll, and the opponent, has a bomb that would hit."""
    boards, facts = tables
    for row in range(boards.shape[0]):
        for side in range(2):
            has = facts[row, FACT_BOMB_MINE + side] > 0
            hits[row, side] = has and would_hit(both, boards, row, side)


@jit
def may_explode(both: int, boards: Bytes, facts: Bytes, k: int, seat: int) -> bool:
    """Whether the player on roll has the bomb and something to hit; `seat` is that player's side."""
    if facts[k, FACT_BOMB_MINE] == 0 or facts[k, FACT_LAST] or facts[k, FACT_LEFT]:
        return False
    return would_hit(both, boards, k, seat)


class Exploded(NamedTuple):
    """The positions where the bomb may be exploded, after it."""

    which: Ints
    boards: Bytes
    pins: Pins
    facts: Bytes
    """All seen by the player who rolls."""


@entry
def exploded(net: Net, board: Board, facts: Bytes) -> Exploded:
    """The positions after the bomb, where it may be exploded."""
    boards, pins, seat = board
    both, many = net.uses[USES_BOTH], number(0)
    which = np.empty(facts.shape[0], np.int64)
    for k in range(facts.shape[0]):
        if may_explode(both, boards, facts, k, seat):
            which[many] = k
            many += 1
    after = Exploded(
        which[:many],
        np.empty((many, 2, at.PLACES), np.int8),
        np.empty((many, 2), np.int32),
        np.empty((many, FACTS_SIZE), np.int8),
    )
    for i in range(many):
        for side in range(2):
            # Seen by the player who rolls, whichever side of the boards that is.
            there = side if seat == at.PLAYER else 1 - side
            after.pins[i, side] = pins[which[i], there]
            for place in range(at.PLACES):
                after.boards[i, side, place] = boards[which[i], there, place]
        for fact in range(FACTS_SIZE):
            after.facts[i, fact] = facts[which[i], fact]
    every = np.arange(many)
    explode_batch(both, (after.boards, after.facts), every)
    return after


@entry
def value_with_bombs(
    net: Net, board: Board, facts: Bytes, chances: Floats, equities: Floats
) -> None:
    """`value_batch` while the player who rolls next may still explode the bomb."""
    value_batch(net, board, facts, chances, equities)
    if net.uses[USES_BOMB] == 0:
        return
    after = exploded(net, board, facts)
    many = after.which.shape[0]
    other, worth = np.empty((many, chances.shape[1]), np.float32), np.empty(many, np.float32)
    value_batch(net, (after.boards, after.pins, number(at.PLAYER)), after.facts, other, worth)
    for i in range(many):
        k = after.which[i]
        if worth[i] > equities[k]:
            equities[k] = worth[i]
            for j in range(chances.shape[1]):
                chances[k, j] = other[i, j]


@entry
def explode_where_better(net: Net, tables: tuple[Bytes, Pins, Bytes], done: Bytes) -> None:
    """Explode the bomb of the players on roll in place, where that is better; note it in int8[n]."""
    boards, pins, facts = tables
    for k in range(done.shape[0]):
        done[k] = 0
    if net.uses[USES_BOMB] == 0:
        return
    board = (boards, pins, number(at.PLAYER))
    after = exploded(net, board, facts)
    many, outcomes = after.which.shape[0], net.points.shape[0]
    if many == 0:
        return
    before, worth = np.empty(facts.shape[0], np.float32), np.empty(many, np.float32)
    chances = np.empty((facts.shape[0], outcomes), np.float32)
    value_batch(net, board, facts, chances, before)
    value_batch(
        net, (after.boards, after.pins, number(at.PLAYER)), after.facts, chances[:many], worth
    )
    for i in range(many):
        k = after.which[i]
        if worth[i] > before[k]:
            done[k] = 1
            for side in range(2):
                for place in range(at.PLACES):
                    boards[k, side, place] = after.boards[i, side, place]
            for fact in range(FACTS_SIZE):
                facts[k, fact] = after.facts[i, fact]
