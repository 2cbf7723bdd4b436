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
from nardy.kernel.layout import Bytes, Choices, Ints, Rows
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
    count_at,
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
# A bound takes 0.1 to 0.4 ms, as long as 1,000 states, so short searches do without it. The three numbers were the
# fastest of those tried (docs/decisions/training.md).
LONG = 1_000
"""States of a row after which its search goes on with upper bounds."""
FIRST, PAUSE = 60, 10
"""States of a first move before the first bound, and between two."""
STATE, MOVERS, BOUNDED = 0, 1, 2
"""Columns of work.levels: the state of each level, the origins still to try, and whether its bound was examined."""
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
    tried = first_of_list(rows, row, work, pool)
    size = tried + 1
    for k in range(tried):
        size = explore(rows, row, work, pool, (k + 1, size))
        if size == FULL:
            return FULL
        if size >= LONG:
            return try_long(rows, row, work, pool, tried)
        work.alike[k, 0] = pool.states[k + 1, REACH] + 1
    return tried


@jit
def first_of_list(rows: Rows, row: int, work: Work, pool: Pool) -> int:
    """Write the moves of the first die into work.moves; return how many, or FULL.

    State 0 is the one before them, state k + 1 the one after move k.
    """
    frame = work.frame
    states = pool.states
    pool.stamp[0] += 1
    first_state(frame, work.own, states)
    die = number(rows.dice[row, 0])
    tried = number(0)
    movers = origins(frame, die, states[0, HELD], states[0, FROM_HEAD])
    while movers:
        origin = lowest(movers)
        movers ^= 1 << origin
        if tried + 1 == states.shape[0]:
            return FULL
        if step(frame, states, number(0), (origin, die), tried + 1):
            target = target_of(origin, die)
            lands = (frame[at.FRAME_LONE] & ~states[0, HELD]) >> target & 1
            write_move(work.moves, tried, number(0), SearchMove(origin, target, die, lands))
            tried += 1
    return tried


@inlined
def settle(frame: Ints, states: Ints, state: int, left: int) -> bool:
    """Set the reach of a state without further moves; return whether it is final."""
    # The move that ends the game counts as playing all the dice.
    reach = left - states[state, PLAYED] if states[state, IS_OVER] else number(0)
    states[state, REACH] = reach if may_end(frame, states, state) else NO_END
    return is_last(states, state, left)


@inlined
def is_last(states: Ints, state: int, left: int) -> bool:
    """Whether no move can follow, as the game or the list of dice is at its end."""
    return states[state, IS_OVER] != 0 or states[state, PLAYED] == left


@jit
def explore(rows: Rows, row: int, work: Work, pool: Pool, begin: tuple[int, int]) -> int:
    """Find the reach of a state, depth first; return the new size, or FULL.

    `begin` is the state and the size. The table holds every state met in this row. A state from which
    all dice can be played is not searched further, and nothing is from LONG states on.
    """
    frame = work.frame
    states = pool.states
    left = rows.mids[row, at.MID_DICE]
    levels = work.levels
    state, size = begin
    if settle(frame, states, state, left):
        return size
    level = 0
    levels[0, STATE] = state
    levels[0, MOVERS] = movers_of(rows, row, frame, states, state)
    while level >= 0 and size < LONG:
        here = levels[level, STATE]
        movers = levels[level, MOVERS]
        played = states[here, PLAYED]
        if movers == 0 or states[here, REACH] == left - played:
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
            if not settle(frame, states, there, left):
                level += 1
                levels[level, STATE] = there
                levels[level, MOVERS] = movers_of(rows, row, frame, states, there)
                continue
        raise_reach(states, here, there)
    return size


@jit
def try_long(rows: Rows, row: int, work: Work, pool: Pool, tried: int) -> int:
    """`try_list` where many turns are possible: of each first move, whether it keeps the longest play.

    Two dozen dice of which one is unplayable have millions of states. So the search asks for one
    length after the other, from the highest upper bound down, and leaves every state whose bound is lower.
    """
    states = pool.states
    longest = bound_of(rows, row, work, pool, number(0))
    is_found = False
    while longest > 0 and not is_found:
        # States that do not reach this length may reach a lower one: the table begins anew.
        pool.stamp[0] += 1
        size = tried + 1
        for k in range(tried):
            size = search(rows, row, work, pool, (k + 1, size, longest))
            if size == FULL:
                return FULL
            work.alike[k, 0] = longest if states[k + 1, REACH] else NO_END
            is_found = is_found or states[k + 1, REACH] != 0
        longest -= 1
    return tried


@jit
def bound_of(rows: Rows, row: int, work: Work, pool: Pool, state: int) -> int:
    """An upper bound of the dice of a turn that goes on from *state*, with those before it."""
    states = pool.states
    played = states[state, PLAYED]
    put_counts(states, state, work.own)
    found = played + most_dice(rows, row, work, pool.sets, played)
    put_counts(states, number(0), work.own)
    return found


@inlined
def put_counts(states: Ints, state: int, own: Bytes) -> None:
    """Write the player's counts of a state."""
    for place in range(at.PLACES):
        own[place] = count_at(states, state, place)


@jit
def search(rows: Rows, row: int, work: Work, pool: Pool, asked: tuple[int, int, int]) -> int:
    """Set the reach of a state to 1 if a turn from it has a length, otherwise to 0; return the new size, or FULL.

    `asked` is the state, the size and the length. The table holds the states that were tried for this length, with
    their reach.
    """
    frame = work.frame
    states = pool.states
    left = rows.mids[row, at.MID_DICE]
    levels = work.levels
    first, size, length = asked
    states[first, REACH] = has_length(frame, states, first, left, length)
    if states[first, REACH] or is_last(states, first, left):
        return size
    # A plain 0 would make Numba compile `promising` twice, once for that number alone.
    level = number(0)
    levels[0, STATE] = first
    levels[0, MOVERS] = movers_of(rows, row, frame, states, first)
    levels[0, BOUNDED] = 0
    pause = size + FIRST
    while level >= 0:
        if size >= pause:
            pause = size + PAUSE
            level = promising(rows, row, work, pool, (level, length))
            continue
        here = levels[level, STATE]
        movers = levels[level, MOVERS]
        if movers == 0:
            level -= 1
            continue
        origin = lowest(movers)
        levels[level, MOVERS] = movers ^ 1 << origin
        if size == states.shape[0]:
            return FULL
        played = states[here, PLAYED]
        if not step(frame, states, here, (origin, number(rows.dice[row, played])), size):
            continue
        there = find(pool, size, number(KEY_SIZE))
        if there == NOT_FOUND:
            there = size
            size += 1
            states[there, REACH] = has_length(frame, states, there, left, length)
            if states[there, REACH] == 0 and not is_last(states, there, left):
                level += 1
                levels[level, STATE] = there
                levels[level, MOVERS] = movers_of(rows, row, frame, states, there)
                levels[level, BOUNDED] = 0
        if states[there, REACH]:
            mark_way(states, levels, level)
            return size
    return size


@inlined
def mark_way(states: Ints, levels: Ints, level: int) -> None:
    """Set the reach of the states on the way: other first moves often lead to them."""
    for upper in range(level + 1):
        states[levels[upper, STATE], REACH] = 1


@jit
def promising(rows: Rows, row: int, work: Work, pool: Pool, reached: tuple[int, int]) -> int:
    """The level to go on with: the one above the first level that cannot have a length, or the last.

    `reached` is the last level and the length. One level is examined at a time: the bound of a state is seldom
    lower than that of the state before.
    """
    level, length = reached
    levels = work.levels
    for upper in range(level + 1):
        if levels[upper, BOUNDED] == 0:
            if bound_of(rows, row, work, pool, levels[upper, STATE]) < length:
                return upper - 1
            levels[upper, BOUNDED] = 1
            break
    return level


@inlined
def has_length(frame: Ints, states: Ints, state: int, left: int, length: int) -> bool:
    """Whether a turn may end here after so many dice."""
    # The move that ends the game counts as playing all the dice.
    played = left if states[state, IS_OVER] else states[state, PLAYED]
    return played >= length and may_end(frame, states, state)


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
