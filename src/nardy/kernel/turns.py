"""Every distinct final position of a turn, for many rows at once, and the best of them by a score.

The fast version of core/legal.sequences. Two different dice, equal dice and lists of any dice have
three searches, each the fastest for its kind; all use the same laws (laws.py).
"""

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.bits import number
from nardy.kernel.equal_dice import CROWDED, SEARCH, equal_dice
from nardy.kernel.jit import entry, inlined, jit
from nardy.kernel.layout import Finals, Floats, Ints, Rows
from nardy.kernel.states import layered, make_pool
from nardy.kernel.two_dice import two_dice
from nardy.kernel.work import Work, clear_moves, make_work, put_move, read_row

WORDS = 2 * at.PLACES // 4


@entry
def turns_batch(rules: Ints, rows: Rows, room: int, finals: Finals) -> tuple[int, int]:
    """Write every distinct final position of every row, with one way to reach it.

    `room` is how many positions the search of one row may hold. It applies where dice differ or a
    law makes the order of moves matter.

    Returns: how many final positions did not fit into `finals`, and how many rows needed more
    room (they have no final position). If both are 0, the result is complete.
    """
    # Compiled code does not check bounds: too small an array would corrupt memory.
    if finals.moves.shape[1] < rows.dice.shape[1]:
        raise ValueError("expected room for as many moves as a row has dice")
    if finals.moves.shape[0] != finals.boards.shape[0]:
        raise ValueError("expected as many rows of moves as boards")
    work = make_work(finals.moves, rows.dice.shape[1])
    pool = make_pool(number(0))
    capacity = finals.boards.shape[0]
    # A board is copied four places at a time.
    given = rows.boards.reshape((rows.boards.shape[0], 2 * at.PLACES)).view(np.int32)
    words = finals.boards.reshape((capacity, 2 * at.PLACES)).view(np.int32)
    lost = 0
    crowded = 0
    start = number(0)
    finals.offsets[0] = 0
    for row in range(rows.boards.shape[0]):
        read_row(rules, rows, row, work)
        end = fast_search(rows, row, work, room, start)
        if end == SEARCH:
            # The fast search has changed `work.own` before it gave up, so the row is read again.
            pool = make_pool(room) if pool.states.shape[0] < room else pool
            read_row(rules, rows, row, work)
            end = layered(rows, row, work, pool, start)
        if end == CROWDED:
            crowded += 1
            end = start
        elif end == start:
            end = stay(work, start)
        if end > capacity:
            lost += end - capacity
            end = capacity
        for k in range(start, end):
            for j in range(WORDS):
                words[k, j] = given[row, j]
            write_final(rows, row, work, finals, k)
        start = end
        finals.offsets[row + 1] = end
    return lost, crowded


@inlined
def stay(work: Work, k: int) -> int:
    """Write a dance, or a finished turn: the position as it is."""
    if k < work.moves.shape[0]:
        clear_moves(work.moves, k, number(0))
    return k + 1


@inlined
def fast_search(rows: Rows, row: int, work: Work, room: int, start: int) -> int:
    """Search one row the fastest way; return the end of its finals, or SEARCH if none applies."""
    left = rows.mids[row, at.MID_DICE]
    if left == 0 or rows.mids[row, at.MID_OVER]:
        return start
    one = number(rows.dice[row, 0])
    other = number(rows.dice[row, 1]) if left > 1 else one
    if left == 2 and one != other and rows.mids[row, at.MID_IN_ORDER] == 0:
        return two_dice(work, max(one, other), min(one, other), start)
    for j in range(1, left):
        if rows.dice[row, j] != one:
            return SEARCH
    return equal_dice(work, one, left, room, start)


@inlined
def write_final(rows: Rows, row: int, work: Work, finals: Finals, k: int) -> None:
    """Play moves k on a copy of the row's position."""
    moves = finals.moves
    pinned = number(rows.pins[row, at.OPPONENT])
    for j in range(moves.shape[1]):
        origin = number(moves[k, j, at.MOVE_ORIGIN])
        if origin == 0:
            break
        way = (origin, number(moves[k, j, at.MOVE_TARGET]), number(moves[k, j, at.MOVE_HITS]))
        pinned = put_move(work.frame, finals.boards, k, pinned, way)
    finals.pins[k, at.PLAYER] = rows.pins[row, at.PLAYER]
    finals.pins[k, at.OPPONENT] = pinned


# ------------------------------------------------------------------------- the best of them


@entry
def filter_turns(finals: Finals, scores: Floats, checkers: int, width: tuple[int, float]) -> None:
    """Keep the best few of every row, and move them to the front of the arrays.

    `scores` float32[n], in points for the mover, are overwritten. `width` is the most positions to
    keep and the largest gap to the best. Positions with all `checkers` off are kept in addition. The order
    is kept, and `offsets` is updated.
    """
    boards, pins, moves, offsets = finals
    most, margin = width
    kept = 0
    for row in range(offsets.shape[0] - 1):
        low = offsets[row]
        high = offsets[row + 1]
        offsets[row] = kept
        least = least_of(scores, (low, high), most, margin)
        for k in range(low, high):
            if scores[k] >= least or boards[k, at.PLAYER, at.OFF] == checkers:
                if kept < k:
                    boards[kept] = boards[k]
                    pins[kept] = pins[k]
                    moves[kept] = moves[k]
                kept += 1
    offsets[-1] = kept


@jit
def least_of(scores: Floats, row: tuple[int, int], most: int, margin: float) -> float:
    """The least score of a row to keep; equal scores count as one."""
    low, high = row
    best = float(scores[low])
    for k in range(low + 1, high):
        best = max(best, float(scores[k]))
    worst = best - margin
    near = 0
    for k in range(low, high):
        near += scores[k] >= worst
    if near <= most:
        return worst
    # Rows are short and `most` is small, so repeated passes need neither a sort nor memory.
    least = best
    for _ in range(most - 1):
        following = worst
        for k in range(low, high):
            if scores[k] < least:
                following = max(following, float(scores[k]))
        least = following
    return least
