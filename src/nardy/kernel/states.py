"""States of a turn as a few numbers, and a table that finds them again.

A state is one row of `states`, int64[room, STATE_SIZE]. The player's counts are three numbers
with seven bits for each place, nine places in a number; so equal numbers mean equal positions,
and nothing has to be compared checker by checker.

Vocabulary: `s` is the index of a state; `size` is how many states there are.
"""

from typing import NamedTuple

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.jit import entry, inlined, jit, number
from nardy.kernel.laws import held_after
from nardy.kernel.layout import Bytes, Ints
from nardy.kernel.relaxed import SETS_SHAPE
from nardy.kernel.work import SearchMove

COUNTS = 0
"""The first of three."""
HIT = 3
"""Mask of the points on which an opposing checker was hit."""
READINGS = 4
FROM_HEAD = 5
PLAYED = 6
"""How many dice were played to get here."""
IS_OVER = 7
HELD = 8
PARENT = 9
"""The state before the last move; that move's columns follow."""
LAST = 10
REACH = 14
"""How many dice can still be played: for the search in moves.py."""
STATE_SIZE = 15
KEY_SIZE = 8
"""States are equal if the columns before this one are."""
POSITION_SIZE = 4
"""Positions are equal if the columns before this one are."""

NOT_FOUND = -1


class Pool(NamedTuple):
    """Storage for states, with a hash table over them."""

    states: Ints
    table: Ints
    """Cells with stamp << 32 | s; cells with an older stamp are empty."""
    stamp: Ints
    """One number: raising it empties the table."""
    bound: Ints
    """One number: no play of the row is longer (moves.py)."""
    sets: Ints
    """Scratch for computing that bound (relaxed.py)."""


@entry
def make_pool(room: int) -> Pool:
    """A pool for this many states."""
    cells = 4
    while cells < 2 * room:
        cells *= 2
    states = np.zeros((room, STATE_SIZE), np.int64)
    stamp, bound = np.ones(1, np.int64), np.zeros(1, np.int64)
    sets = np.zeros(SETS_SHAPE, np.int64)
    return Pool(states, np.zeros(cells, np.int64), stamp, bound, sets)


@jit
def find(pool: Pool, s: int, key_size: int) -> int:
    """A state of the table with the same key as state *s*, or NOT_FOUND after inserting it."""
    states = pool.states
    mixed = 0
    for column in range(key_size):
        # The low 64 bits are the same with or without overflow.
        mixed = (mixed ^ number(states[s, column])) * 0x2545F4914F6CDD1D
    last = pool.table.shape[0] - 1
    cell = (mixed >> 32) & last
    stamp = pool.stamp[0]
    while pool.table[cell] >> 32 == stamp:
        other = number(pool.table[cell]) & 0xFFFFFFFF
        same = True
        for column in range(key_size):
            same = same and states[other, column] == states[s, column]
        if same:
            return other
        cell = (cell + 1) & last
    pool.table[cell] = stamp << 32 | s
    return NOT_FOUND


@jit
def first_state(frame: Ints, own: Bytes, states: Ints) -> None:
    """State 0: the turn of the row before its first move."""
    for column in range(STATE_SIZE):
        states[0, column] = 0
    for place in range(at.PLACES):
        states[0, COUNTS + place // 9] += number(own[place]) << 7 * (place % 9)
    states[0, READINGS] = frame[at.FRAME_READINGS]
    states[0, FROM_HEAD] = frame[at.FRAME_FROM_HEAD]
    states[0, HELD] = frame[at.FRAME_HELD]


@inlined
def count_at(states: Ints, s: int, place: int) -> int:
    """The player's checkers on a place."""
    return number(states[s, COUNTS + place // 9]) >> 7 * (place % 9) & 127


@jit
def put_after(states: Ints, s: int, move: SearchMove, new: int) -> None:
    """Copy state *s* to row *new* and make a move there, except for the readings."""
    for column in range(REACH):
        states[new, column] = states[s, column]
    origin, target = move.origin, move.target
    states[new, COUNTS + origin // 9] -= 1 << 7 * (origin % 9)
    states[new, COUNTS + target // 9] += 1 << 7 * (target % 9)
    states[new, HELD] = held_after(states[s, HELD], origin, target, count_at(states, s, origin))
    states[new, FROM_HEAD] -= origin == at.HEAD
    states[new, PLAYED] += 1
    states[new, PARENT] = s
    states[new, LAST] = origin
    states[new, LAST + 1] = target
    states[new, LAST + 2] = move.die
    states[new, LAST + 3] = move.lands
