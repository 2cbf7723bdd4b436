"""Every distinct final position of a turn, for many rows at once.

The fast version of core/legal.sequences. Two different dice, equal dice and lists of any dice have
three searches, each the fastest for its kind; all use the same laws (laws.py).
"""

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.equal_dice import CROWDED, SEARCH, equal_dice
from nardy.kernel.frame import read_row
from nardy.kernel.jit import entry, inlined, number
from nardy.kernel.laws import faced
from nardy.kernel.layered import layered
from nardy.kernel.layout import Finals, Ints, Rows
from nardy.kernel.states import make_pool
from nardy.kernel.two_dice import two_dice
from nardy.kernel.work import Work, clear_moves, make_work

WORDS = 2 * at.PLACES // 4


@entry
def turns_batch(rules: Ints, rows: Rows, room: int, finals: Finals) -> tuple[int, int]:
    """Write every distinct final position of every row, with one way to reach it.

    `room` is how many positions the search of one row may hold. It applies where dice differ or a
    law makes the order of moves matter.

    Returns: how many final positions did not fit into `finals`, and how many rows needed more
    room (they have no final position). If both are 0, the result is complete.
    """
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
        read_row(rules, rows, row, work.frame, work.own)
        end = fast_search(rows, row, work, room, start)
        if end == SEARCH:
            pool = make_pool(room) if pool.states.shape[0] < room else pool
            read_row(rules, rows, row, work.frame, work.own)
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
        if one > other:
            return two_dice(work, one, other, start)
        return two_dice(work, other, one, start)
    for j in range(1, left):
        if rows.dice[row, j] != one:
            return SEARCH
    return equal_dice(work, one, left, room, start)


@inlined
def write_final(rows: Rows, row: int, work: Work, finals: Finals, k: int) -> None:
    """Play moves k on a copy of the row's position."""
    boards = finals.boards
    moves = finals.moves
    pinned = number(rows.pins[row, at.OPPONENT])
    hits = work.frame[at.FRAME_HITS]
    parallel = work.frame[at.FRAME_PARALLEL]
    for j in range(moves.shape[1]):
        origin = number(moves[k, j, at.MOVE_ORIGIN])
        if origin == 0:
            break
        target = number(moves[k, j, at.MOVE_TARGET])
        boards[k, at.PLAYER, origin] -= 1
        boards[k, at.PLAYER, target] += 1
        if pinned and boards[k, at.PLAYER, origin] == 0:
            # The last pinning checker leaves, so the checker under it is free.
            pinned &= ~faced(1 << origin, parallel)
        if moves[k, j, at.MOVE_HITS]:
            if hits:
                theirs = 25 - target
                if parallel:
                    theirs = target + 12 if target <= 12 else target - 12
                boards[k, at.OPPONENT, theirs] -= 1
                boards[k, at.OPPONENT, at.BAR] += 1
            else:
                pinned |= faced(1 << target, parallel)
    finals.pins[k, at.PLAYER] = rows.pins[row, at.PLAYER]
    finals.pins[k, at.OPPONENT] = pinned
