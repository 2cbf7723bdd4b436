"""Begin turns, and play their moves one by one: rows changed in place."""

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.bits import number
from nardy.kernel.jit import entry, inlined
from nardy.kernel.laws import HOME, ends_game, held_after, next_readings
from nardy.kernel.layout import Bytes, Ints, Rows
from nardy.kernel.moves import FULL, MOST_MOVES, longest_play
from nardy.kernel.states import make_pool
from nardy.kernel.work import Work, head_allowance, make_work, put_move, read_row


@entry
def roll_batch(rules: Ints, rolls: Bytes, turns_taken: Ints, rows: Rows) -> None:
    """Fill dice and mids with the dice lists of rolls, given the turns taken by each player.

    `rolls` is int8[n, 2]; a cascade longer than a row of dice is cut.
    """
    dice = rows.dice
    for row in range(rolls.shape[0]):
        high = number(max(rolls[row, 0], rolls[row, 1]))
        low = number(min(rolls[row, 0], rolls[row, 1]))
        dice[row] = 0
        left, in_order = 0, 0
        if high != low:
            dice[row, 0], dice[row, 1] = high, low
            left = 2
        else:
            count, last, in_order = 4, high, 1
            late = turns_taken[row] + 1 >= rules[at.RULES_CASCADE_FROM]
            if rules[at.RULES_CASCADE_COUNT] and late:
                count, last, in_order = rules[at.RULES_CASCADE_COUNT], 6, at.CASCADE
            for shown in range(high, last + 1):
                for _ in range(count):
                    if left < dice.shape[1]:
                        dice[row, left] = shown
                        left += 1
        rows.mids[row, at.MID_DICE] = left
        rows.mids[row, at.MID_IN_ORDER] = in_order
        rows.mids[row, at.MID_DOUBLE] = high if high == low else 0


@entry
def begin_batch(rules: Ints, rows: Rows, room: int) -> int:
    """Fill the columns of `mids` that laws need at the start of a turn.

    Input: boards, pins, dice and the columns MID_DICE, MID_IN_ORDER and MID_DOUBLE.

    Returns: how many rows needed a larger room (layout, first_moves_batch).
    """
    work = make_work(np.zeros((MOST_MOVES, 1, at.MOVE_SIZE), np.int8), rows.dice.shape[1])
    # Few games need the pool, so its memory is only taken when a row does.
    pool = make_pool(number(0))
    mids = rows.mids
    crowded = 0
    for row in range(rows.boards.shape[0]):
        mids[row, at.MID_READINGS] = at.NOBODY
        mids[row, at.MID_LAST_RESORT] = 0
        mids[row, at.MID_OVER] = 0
        mids[row, at.MID_FROM_HEAD] = at.NO_LIMIT
        if rules[at.RULES_HEAD]:
            read_row(rules, rows, row, work)
            all_on_head = work.own[at.HEAD] >= rules[at.RULES_CHECKERS]
            double = mids[row, at.MID_DOUBLE]
            mids[row, at.MID_FROM_HEAD] = head_allowance(rules, work.frame, all_on_head, double)
        if rules[at.RULES_HOME_HIT] == at.HOME_HIT_NO_HIDE:
            read_row(rules, rows, row, work)
            # Without a blot to hit at home no checker becomes a hitter.
            if work.frame[at.FRAME_LONE] & HOME == 0:
                continue
            if pool.states.shape[0] < room:
                pool = make_pool(room)
            # Bearing the hitter off is a last resort: allowed only if no other turn plays as many dice.
            strict = longest_play(rows, row, work, pool)
            work.frame[at.FRAME_LAST_RESORT] = 1
            free = longest_play(rows, row, work, pool)
            mids[row, at.MID_LAST_RESORT] = free > strict
            crowded += FULL in (strict, free)
    return crowded


@entry
def play_batch(rules: Ints, rows: Rows, moves: Bytes) -> None:
    """Make one move in every row and remove its die from the list; `moves` is int8[n, 4].

    The moves are assumed legal. A row with origin 0 is left unchanged: zeros stand for no move,
    since place 0 is off and no move begins there.
    """
    work = make_work(np.zeros((1, 1, at.MOVE_SIZE), np.int8), rows.dice.shape[1])
    for row in range(rows.boards.shape[0]):
        origin = number(moves[row, at.MOVE_ORIGIN])
        if origin == 0:
            continue
        read_row(rules, rows, row, work)
        way = (origin, number(moves[row, at.MOVE_TARGET]), number(moves[row, at.MOVE_HITS]))
        remember(rows, row, way, work)
        pinned = number(rows.pins[row, at.OPPONENT])
        rows.pins[row, at.OPPONENT] = put_move(work.frame, rows.boards, row, pinned, way)
        take_die(rows, row, moves[row, at.MOVE_DIE])


@inlined
def remember(rows: Rows, row: int, way: tuple[int, int, int], work: Work) -> None:
    """Update what laws need after a move: hitters, checkers from the head, the end of the game.

    `way` is its origin, its target, and whether it lands on an opposing checker.
    """
    origin, target, lands = way
    frame, mids = work.frame, rows.mids
    held, count = frame[at.FRAME_HELD], number(work.own[origin])
    joins = held >> target & 1
    mids[row, at.MID_READINGS] = next_readings(frame, mids[row, at.MID_READINGS], way, count, joins)
    mids[row, at.MID_FROM_HEAD] -= origin == at.HEAD
    mids[row, at.MID_OVER] = ends_game(frame, held_after(held, origin, target, count), lands)


@inlined
def take_die(rows: Rows, row: int, die: int) -> None:
    """Remove a die from the list; the others keep their order."""
    dice = rows.dice
    most = dice.shape[1]
    taken = False
    for j in range(most):
        taken = taken or dice[row, j] == die
        if taken:
            dice[row, j] = dice[row, j + 1] if j + 1 < most else 0
    rows.mids[row, at.MID_DICE] -= 1
