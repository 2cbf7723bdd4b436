"""States of a turn as a few numbers, a table that finds them again, and the search over them.

A state is one row of `states`, int64[room, STATE_SIZE]. The player's counts are three numbers
with seven bits for each place, nine places in a number; so equal numbers mean equal positions,
and nothing has to be compared checker by checker.

The search is for any ordered dice list, and for equal dice under any law: all states after one move, then all
after two, and so on; equal states are kept once. Nothing is assumed about the order of moves, so
every law applies as written.

Vocabulary: `state` is the index of a state, `size` how many there are; `final` is the index of the next
final position.
"""

from typing import NamedTuple

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.bits import lowest, number
from nardy.kernel.equal_dice import CROWDED
from nardy.kernel.jit import entry, inlined, jit
from nardy.kernel.laws import (
    breaks_formation,
    ends_game,
    held_after,
    next_readings,
    origins,
    target_of,
)
from nardy.kernel.layout import Bytes, Ints, Rows
from nardy.kernel.relaxed import SETS_SHAPE
from nardy.kernel.work import SearchMove, Work, clear_moves

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
    """Cells with stamp << 32 | state; cells with an older stamp are empty."""
    stamp: Ints
    """One number: raising it empties the table."""
    sets: Ints
    """Scratch for upper bounds of the dice that can be played (relaxed.py)."""


@entry
def make_pool(room: int) -> Pool:
    """A pool for this many states."""
    cells = 4
    # A power of two allows a mask instead of a division; a half-empty table keeps probing short.
    while cells < 2 * room:
        cells *= 2
    states = np.zeros((room, STATE_SIZE), np.int64)
    stamp, sets = np.ones(1, np.int64), np.zeros(SETS_SHAPE, np.int64)
    return Pool(states, np.zeros(cells, np.int64), stamp, sets)


@jit
def find(pool: Pool, state: int, key_size: int) -> int:
    """A state of the table with the same key as *state*, or NOT_FOUND after inserting it."""
    states = pool.states
    mixed = 0
    # The factor is the multiplier of xorshift* (S. Vigna 2016).
    for column in range(key_size):
        # The low 64 bits are the same with or without overflow.
        mixed = (mixed ^ number(states[state, column])) * 0x2545F4914F6CDD1D
    last = pool.table.shape[0] - 1
    # The upper bits, because the low bits of a product depend on the low bits of the key alone.
    cell = (mixed >> 32) & last
    stamp = pool.stamp[0]
    while pool.table[cell] >> 32 == stamp:
        other = number(pool.table[cell]) & 0xFFFFFFFF
        same = True
        for column in range(key_size):
            same = same and states[other, column] == states[state, column]
        if same:
            return other
        cell = (cell + 1) & last
    pool.table[cell] = stamp << 32 | state
    return NOT_FOUND


@jit
def first_state(frame: Ints, own: Bytes, states: Ints) -> None:
    """State 0: the turn of the row before its first move."""
    for column in range(STATE_SIZE):
        states[0, column] = 0
    for place in range(at.PLACES):
        # Nine counts of seven bits take 63 bits, so the sign bit stays clear.
        states[0, COUNTS + place // 9] += number(own[place]) << 7 * (place % 9)
    states[0, READINGS] = frame[at.FRAME_READINGS]
    states[0, FROM_HEAD] = frame[at.FRAME_FROM_HEAD]
    states[0, HELD] = frame[at.FRAME_HELD]


@inlined
def count_at(states: Ints, state: int, place: int) -> int:
    """The player's checkers on a place."""
    return number(states[state, COUNTS + place // 9]) >> 7 * (place % 9) & 127


@jit
def put_after(states: Ints, state: int, move: SearchMove, new: int) -> None:
    """Copy *state* to row *new* and make a move there, except for the readings."""
    for column in range(REACH):
        states[new, column] = states[state, column]
    origin, target = move.origin, move.target
    states[new, COUNTS + origin // 9] -= 1 << 7 * (origin % 9)
    states[new, COUNTS + target // 9] += 1 << 7 * (target % 9)
    count = count_at(states, state, origin)
    states[new, HELD] = held_after(states[state, HELD], origin, target, count)
    states[new, FROM_HEAD] -= origin == at.HEAD
    states[new, PLAYED] += 1
    states[new, PARENT] = state
    states[new, LAST + at.MOVE_ORIGIN] = origin
    states[new, LAST + at.MOVE_TARGET] = target
    states[new, LAST + at.MOVE_DIE] = move.die
    states[new, LAST + at.MOVE_HITS] = move.lands


# --------------------------------------------------------------------------- the search


@jit
def layered(rows: Rows, row: int, work: Work, pool: Pool, start: int) -> int:
    """Write the moves of every turn from index *start* on; return the index after the last.

    CROWDED if the pool is too small.
    """
    left = rows.mids[row, at.MID_DICE]
    first_state(work.frame, work.own, pool.states)
    size = number(1)
    begin = 0
    for j in range(left):
        pool.stamp[0] += 1
        end = size
        # Levels differ in PLAYED, so the table may be emptied between them.
        for state in range(begin, end):
            if pool.states[state, IS_OVER] == 0:
                size = widen(work.frame, pool, state, number(rows.dice[row, j]), size)
                if size < 0:
                    return CROWDED
        if size == end:
            break
        begin = end
    return collect(work, pool, size, left, start)


@jit
def widen(frame: Ints, pool: Pool, state: int, die: int, size: int) -> int:
    """Add the states one move after *state*; return the new size, or CROWDED if the pool is full."""
    states = pool.states
    movers = origins(frame, die, states[state, HELD], states[state, FROM_HEAD])
    while movers:
        origin = lowest(movers)
        movers &= movers - 1
        if size == states.shape[0]:
            return CROWDED
        if (
            step(frame, states, state, (origin, die), size)
            and find(pool, size, number(KEY_SIZE)) == NOT_FOUND
        ):
            size += 1
    return size


@jit
def step(frame: Ints, states: Ints, state: int, trial: tuple[int, int], new: int) -> bool:
    """Put the state after a move (its origin and die) into row *new*; return whether it is legal."""
    origin, die = trial
    target = target_of(origin, die)
    held = states[state, HELD]
    lands = (frame[at.FRAME_LONE] & ~states[state, HIT] & ~held) >> target & 1
    readings = states[state, READINGS]
    if frame[at.FRAME_HOME_HIT]:
        count = count_at(states, state, origin)
        way = (origin, target, lands)
        readings = next_readings(frame, readings, way, count, held >> target & 1)
        if readings == 0:
            return False
    put_after(states, state, SearchMove(origin, target, die, lands), new)
    states[new, READINGS] = readings
    states[new, HIT] |= (lands & frame[at.FRAME_HITS]) << target
    states[new, IS_OVER] = ends_game(frame, states[new, HELD], lands)
    if frame[at.FRAME_STEP]:
        return not breaks_formation(frame, states[new, HELD], states[new, HIT])
    return True


@inlined
def may_end(frame: Ints, states: Ints, state: int) -> bool:
    """Whether the formations are legal, where they are checked at the end of the turn."""
    if frame[at.FRAME_TURN] == 0:
        return True
    return not breaks_formation(frame, states[state, HELD], states[state, HIT])


@jit
def collect(work: Work, pool: Pool, size: int, left: int, final: int) -> int:
    """Write the longest of the turns that may end; return the index after the last."""
    states = pool.states
    longest = 1
    for state in range(1, size):
        played = left if states[state, IS_OVER] else states[state, PLAYED]
        if played > longest and may_end(work.frame, states, state):
            longest = played
    pool.stamp[0] += 1
    for state in range(1, size):
        # The move that ends the game counts as playing all the dice.
        played = left if states[state, IS_OVER] else states[state, PLAYED]
        if played < longest or not may_end(work.frame, states, state):
            continue
        if find(pool, state, number(POSITION_SIZE)) == NOT_FOUND:
            if final < work.moves.shape[0]:
                write_way(work, states, state, final)
            final += 1
    return final


@jit
def write_way(work: Work, states: Ints, state: int, final: int) -> None:
    """Write the moves that lead to *state*."""
    moves = work.moves
    clear_moves(moves, final, states[state, PLAYED])
    for j in range(states[state, PLAYED] - 1, -1, -1):
        for column in range(at.MOVE_SIZE):
            moves[final, j, column] = states[state, LAST + column]
        state = states[state, PARENT]
