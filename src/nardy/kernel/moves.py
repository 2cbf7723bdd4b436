"""Single moves that keep the longest play within reach, for many rows at once.

The fast version of core/legal.legal_moves. Long dice lists (cascades) are played by it: first_moves,
choose one in each row, play_moves, until no row has a move left.

Vocabulary: `state` is the index of a state; `size` is how many there are; a *reach* is the most
dice that a legal turn can still play, negative if no legal turn ends here or later.
"""

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.bits import lowest, number
from nardy.kernel.jit import entry, inlined, jit
from nardy.kernel.laws import breaks_formation, origins, target_of
from nardy.kernel.layout import Choices, Ints, Rows
from nardy.kernel.relaxed import most_dice
from nardy.kernel.states import (
    FROM_HEAD,
    HELD,
    IS_OVER,
    KEY_SIZE,
    NOT_FOUND,
    PLAYED,
    REACH,
    Pool,
    find,
    first_state,
    make_pool,
    may_end,
    step,
)
from nardy.kernel.two_dice import First, after, is_legal
from nardy.kernel.work import SearchMove, Work, make_work, read_row, write_move

NO_END = -1_000
"""Less than 0 even with every die of a list added."""
FULL = -1
"""Returned instead of a size: the pool is full."""
# The bound takes 0.3 ms (docs/decisions/training.md), so short searches do without it.
LONG = 500
"""States after which an upper bound of the dice is worth computing."""
STATE = 0
MOVERS = 1
"""Columns of work.levels: the state of each level, and a mask of the origins still to try."""
MOST_MOVES = 64
"""Room for the first moves of one row: two dice from 25 places each, and more."""


@entry
def first_moves_batch(rules: Ints, rows: Rows, room: int, choices: Choices) -> tuple[int, int]:
    """Write for every row the legal single moves that keep the longest play within reach.

    Returns: how many moves did not fit into `choices`, and how many rows needed a larger room.
    """
    work = make_work(np.zeros((MOST_MOVES, 1, at.MOVE_SIZE), np.int8), rows.dice.shape[1])
    return write_first_moves(rules, rows, (work, make_pool(room)), choices)


@jit
def write_first_moves(
    rules: Ints, rows: Rows, tools: tuple[Work, Pool], choices: Choices
) -> tuple[int, int]:
    """`first_moves_batch` with tools that were made before."""
    work, pool = tools
    capacity = choices.moves.shape[0]
    lost = 0
    crowded = 0
    start = 0
    choices.offsets[0] = 0
    for row in range(rows.boards.shape[0]):
        read_row(rules, rows, row, work)
        tried = try_moves(rows, row, work, pool)
        if tried == FULL:
            crowded += 1
            tried = number(0)
        longest, found = keep_longest(rows, row, work, tried)
        choices.longest[row] = longest
        end = start + found
        if end > capacity:
            lost += end - capacity
            end = capacity
        for k in range(start, end):
            for column in range(at.MOVE_SIZE):
                choices.moves[k, column] = work.moves[k - start, 0, column]
        start = end
        choices.offsets[row + 1] = end
    return lost, crowded


@jit
def try_moves(rows: Rows, row: int, work: Work, pool: Pool) -> int:
    """Put every legal single move into work.moves, and its reach into work.alike.

    Returns: how many there are, or FULL.
    """
    left = rows.mids[row, at.MID_DICE]
    if left == 0 or rows.mids[row, at.MID_OVER]:
        return 0
    one = number(rows.dice[row, 0])
    other = number(rows.dice[row, 1]) if left > 1 else one
    if rows.mids[row, at.MID_IN_ORDER] or left == 1 or one == other:
        return try_list(rows, row, work, pool)
    # The smaller die first, as in core/legal.py: where both bear the same checker off, it is
    # kept.
    if one > other:
        one, other = other, one
    return try_two(work, other, one, try_two(work, one, other, number(0)))


@jit
def try_two(work: Work, die: int, other: int, tried: int) -> int:
    """The moves of one of two different dice, each with its reach by the other."""
    frame = work.frame
    held = frame[at.FRAME_HELD]
    lone = frame[at.FRAME_LONE] & ~held
    movers = origins(frame, die, held, frame[at.FRAME_FROM_HEAD])
    while movers:
        origin = lowest(movers)
        movers &= movers - 1
        target = target_of(origin, die)
        move = SearchMove(origin, target, die, lone >> target & 1)
        first = after(work, move)
        if first.readings == 0 or is_tried(work, move, tried):
            continue
        stands = frame[at.FRAME_TURN] == 0 or not breaks_formation(frame, first.held, first.hit)
        reach = 1 if stands else NO_END
        if first.is_over:
            # The move that ends the game counts as playing both dice.
            reach *= 2
        elif follows(work, move, first, other):
            reach = 2
        write_move(work.moves, tried, number(0), move)
        work.alike[tried, 0] = reach
        tried += 1
    return tried


@inlined
def is_tried(work: Work, move: SearchMove, tried: int) -> bool:
    """Whether the other die makes the same move: both bear the same checker off."""
    if move.target != at.OFF:
        return False
    for j in range(tried):
        moves = work.moves
        if moves[j, 0, at.MOVE_ORIGIN] == move.origin and moves[j, 0, at.MOVE_TARGET] == at.OFF:
            return True
    return False


@jit
def follows(work: Work, one: SearchMove, first: First, die: int) -> bool:
    """Whether a second move can follow the move *one*."""
    frame = work.frame
    lone = frame[at.FRAME_LONE] & ~first.hit & ~first.held
    from_head = frame[at.FRAME_FROM_HEAD] - (one.origin == at.HEAD)
    movers = origins(frame, die, first.held, from_head)
    while movers:
        origin = lowest(movers)
        movers &= movers - 1
        target = target_of(origin, die)
        move = SearchMove(origin, target, die, lone >> target & 1)
        hit = first.hit | (move.lands & frame[at.FRAME_HITS]) << target
        if is_legal(work, one, first, move, hit):
            return True
    return False


@jit
def try_list(rows: Rows, row: int, work: Work, pool: Pool) -> int:
    """The moves of the first die of a list, each with its reach by the rest."""
    frame = work.frame
    states = pool.states
    pool.stamp[0] += 1
    first_state(frame, work.own, states)
    pool.bound[0] = rows.mids[row, at.MID_DICE]
    die = number(rows.dice[row, 0])
    size = number(1)
    tried = number(0)
    movers = origins(frame, die, states[0, HELD], states[0, FROM_HEAD])
    while movers:
        origin = lowest(movers)
        movers ^= 1 << origin
        if size == states.shape[0]:
            return FULL
        if not step(frame, states, number(0), (origin, die), size):
            continue
        state = find(pool, size, number(KEY_SIZE))
        if state == NOT_FOUND:
            state = size
            size = explore(rows, row, work, pool, state)
            if size == FULL:
                return FULL
        target = target_of(origin, die)
        lands = (frame[at.FRAME_LONE] & ~states[0, HELD]) >> target & 1
        write_move(work.moves, tried, number(0), SearchMove(origin, target, die, lands))
        work.alike[tried, 0] = states[state, REACH] + 1
        tried += 1
    return tried


@inlined
def settle(frame: Ints, states: Ints, state: int, left: int) -> bool:
    """Set the reach of a state without further moves; return whether it is final."""
    # The move that ends the game counts as playing all the dice.
    reach = left - states[state, PLAYED] if states[state, IS_OVER] else number(0)
    states[state, REACH] = reach if may_end(frame, states, state) else NO_END
    return states[state, IS_OVER] != 0 or states[state, PLAYED] == left


@jit
def explore(rows: Rows, row: int, work: Work, pool: Pool, state: int) -> int:
    """Find the reach of the newest state, depth first; return the new size, or FULL.

    The table holds every state met in this row. A state that reaches the upper bound is not
    searched further. The bound is first all dice left; a long search computes a lower one
    (relaxed.py).
    """
    frame = work.frame
    states = pool.states
    left = rows.mids[row, at.MID_DICE]
    levels = work.levels
    size = state + 1
    if settle(frame, states, state, left):
        return size
    level = 0
    levels[0, STATE] = state
    levels[0, MOVERS] = movers_of(rows, row, frame, states, state)
    while level >= 0:
        here = levels[level, STATE]
        movers = levels[level, MOVERS]
        played = states[here, PLAYED]
        if movers == 0 or states[here, REACH] == pool.bound[0] - played:
            level -= 1
            if level >= 0:
                raise_reach(states, levels[level, STATE], here)
            continue
        origin = lowest(movers)
        levels[level, MOVERS] = movers ^ 1 << origin
        if size == states.shape[0]:
            return FULL
        if not step(frame, states, here, (origin, number(rows.dice[row, played])), size):
            continue
        there = find(pool, size, number(KEY_SIZE))
        if there == NOT_FOUND:
            there = size
            size += 1
            if size == LONG:
                pool.bound[0] = most_dice(rows, row, work, pool.sets)
            if not settle(frame, states, there, left):
                level += 1
                levels[level, STATE] = there
                levels[level, MOVERS] = movers_of(rows, row, frame, states, there)
                continue
        raise_reach(states, here, there)
    return size


@inlined
def movers_of(rows: Rows, row: int, frame: Ints, states: Ints, state: int) -> int:
    """Mask of the origins from which the next die of *state* may be played."""
    die = number(rows.dice[row, states[state, PLAYED]])
    return origins(frame, die, states[state, HELD], states[state, FROM_HEAD])


@inlined
def raise_reach(states: Ints, state: int, there: int) -> None:
    """Update the reach of *state* by a move to the state *there*, whose reach is known."""
    states[state, REACH] = max(states[state, REACH], states[there, REACH] + 1)


@jit
def keep_longest(rows: Rows, row: int, work: Work, tried: int) -> tuple[int, int]:
    """Move the moves that keep the longest play to the front; return its length and their number."""
    longest = 0
    for j in range(tried):
        longest = max(longest, work.alike[j, 0])
    if longest == 0:
        return 0, 0
    larger = 0
    if longest == 1 and rows.mids[row, at.MID_DICE] == 2 and not rows.mids[row, at.MID_IN_ORDER]:
        # Rule: if either die can be played but not both, the larger must be.
        for j in range(tried):
            if work.alike[j, 0] == 1:
                larger = max(larger, number(work.moves[j, 0, at.MOVE_DIE]))
    kept = 0
    for j in range(tried):
        if work.alike[j, 0] == longest and work.moves[j, 0, at.MOVE_DIE] >= larger:
            for column in range(at.MOVE_SIZE):
                work.moves[kept, 0, column] = work.moves[j, 0, column]
            kept += 1
    return longest, kept


@jit
def longest_play(rows: Rows, row: int, work: Work, pool: Pool) -> int:
    """How many dice must be played in a row whose frame was read; FULL if the pool is too small."""
    tried = try_moves(rows, row, work, pool)
    if tried == FULL:
        return FULL
    longest, _ = keep_longest(rows, row, work, tried)
    return longest
