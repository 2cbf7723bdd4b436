"""Turns of any ordered dice list, and of equal dice under any law, by breadth-first search.

All states after one move, then all after two, and so on; equal states are kept once. Nothing is assumed
about the order of moves, so every law applies as written.

Vocabulary: `s` is the index of a state; `k` is the index of the next final position.
"""

from nardy.kernel import layout as at
from nardy.kernel.equal_dice import CROWDED
from nardy.kernel.jit import inlined, jit, lowest, number
from nardy.kernel.laws import breaks_formation, ends_game, next_readings, origins, target_of
from nardy.kernel.layout import Ints, Rows
from nardy.kernel.states import (
    FROM_HEAD,
    HELD,
    HIT,
    IS_OVER,
    KEY_SIZE,
    LAST,
    NOT_FOUND,
    PARENT,
    PLAYED,
    POSITION_SIZE,
    READINGS,
    Pool,
    count_at,
    find,
    first_state,
    put_after,
)
from nardy.kernel.work import SearchMove, Work, clear_moves, write_move


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
        for s in range(begin, end):
            if pool.states[s, IS_OVER] == 0:
                size = widen(work.frame, pool, s, number(rows.dice[row, j]), size)
                if size < 0:
                    return CROWDED
        if size == end:
            break
        begin = end
    return collect(work, pool, size, left, start)


@jit
def widen(frame: Ints, pool: Pool, s: int, die: int, size: int) -> int:
    """Add the states one move after state *s*; return the new size, or CROWDED if the pool is full."""
    states = pool.states
    movers = origins(frame, die, states[s, HELD], states[s, FROM_HEAD])
    while movers:
        origin = lowest(movers)
        movers &= movers - 1
        if size == states.shape[0]:
            return CROWDED
        if (
            step(frame, states, s, (origin, die), size)
            and find(pool, size, number(KEY_SIZE)) == NOT_FOUND
        ):
            size += 1
    return size


@jit
def step(frame: Ints, states: Ints, s: int, trial: tuple[int, int], new: int) -> bool:
    """Put the state after a move (its origin and die) into row *new*; return whether it is legal."""
    origin, die = trial
    target = target_of(origin, die)
    held = states[s, HELD]
    lands = (frame[at.FRAME_LONE] & ~states[s, HIT] & ~held) >> target & 1
    readings = states[s, READINGS]
    if frame[at.FRAME_HOME_HIT]:
        count = count_at(states, s, origin)
        way = (origin, target, lands)
        readings = next_readings(frame, readings, way, count, held >> target & 1)
        if readings == 0:
            return False
    put_after(states, s, SearchMove(origin, target, die, lands), new)
    states[new, READINGS] = readings
    states[new, HIT] |= (lands & frame[at.FRAME_HITS]) << target
    states[new, IS_OVER] = ends_game(frame, states[new, HELD], lands)
    if frame[at.FRAME_STEP]:
        return not breaks_formation(frame, states[new, HELD], states[new, HIT])
    return True


@inlined
def may_end(frame: Ints, states: Ints, s: int) -> bool:
    """Whether the formations are legal, where they are checked at the end of the turn."""
    if frame[at.FRAME_TURN] == 0:
        return True
    return not breaks_formation(frame, states[s, HELD], states[s, HIT])


@jit
def collect(work: Work, pool: Pool, size: int, left: int, k: int) -> int:
    """Write the longest of the turns that may end; return the index after the last."""
    states = pool.states
    longest = 1
    for s in range(1, size):
        played = left if states[s, IS_OVER] else states[s, PLAYED]
        if played > longest and may_end(work.frame, states, s):
            longest = played
    pool.stamp[0] += 1
    for s in range(1, size):
        # The move that ends the game counts as playing all the dice.
        played = left if states[s, IS_OVER] else states[s, PLAYED]
        if played < longest or not may_end(work.frame, states, s):
            continue
        if find(pool, s, number(POSITION_SIZE)) == NOT_FOUND:
            if k < work.moves.shape[0]:
                write_way(work, states, s, k)
            k += 1
    return k


@jit
def write_way(work: Work, states: Ints, s: int, k: int) -> None:
    """Write the moves that lead to state *s*."""
    moves = work.moves
    clear_moves(moves, k, states[s, PLAYED])
    for j in range(states[s, PLAYED] - 1, -1, -1):
        move = SearchMove(
            states[s, LAST], states[s, LAST + 1], states[s, LAST + 2], states[s, LAST + 3]
        )
        write_move(moves, k, j, move)
        s = states[s, PARENT]
