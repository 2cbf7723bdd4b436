"""The turns of equal dice: moves are tried from the highest origin down, so that no position
comes twice.

Where a law makes the order of moves matter - a runner, a hitter at home, the first hit, a
formation that is broken on the way - the answer is SEARCH: every order must be tried.

Vocabulary: a *level* is a number of moves made; `levels` has a row for each, with the columns
below; `k` is the index of the next final position.
"""

from nardy.kernel import layout as at
from nardy.kernel.jit import highest, inlined, jit, lowest, number
from nardy.kernel.laws import breaks_formation, origins, target_of
from nardy.kernel.work import Move, Work, clear_moves, write_move

SEARCH = -1
CROWDED = -2
"""A turn has more final positions, or meets more on the way, than there is room for."""

MOVERS = 0
"""Mask of the origins still to try."""
HELD = 1
HIT = 2
FROM_HEAD = 3
ORIGIN = 4
"""The origin of the move that leads to the next level."""
LANDS = 5


@jit
def equal_dice(work: Work, die: int, left: int, room: int, start: int) -> int:
    """Write the moves of every turn from index *start* on: the index after the last, SEARCH, or
    CROWDED where they are more than *room*.
    """
    frame = work.frame
    own = work.own
    levels = work.levels
    if not may_order(work):
        return SEARCH
    hits = frame[at.FRAME_HITS]
    formations = frame[at.FRAME_STEP] != 0 or frame[at.FRAME_TURN] != 0
    levels[0, HELD] = frame[at.FRAME_HELD]
    levels[0, HIT] = 0
    levels[0, FROM_HEAD] = frame[at.FRAME_FROM_HEAD]
    levels[0, MOVERS] = origins(frame, die, levels[0, HELD], levels[0, FROM_HEAD])
    longest = 0
    k = start
    level = number(0)
    while level >= 0:
        movers = levels[level, MOVERS]
        if movers == 0:
            level -= 1
            if level >= 0:
                origin = levels[level, ORIGIN]
                own[origin] += 1
                own[target_of(origin, die)] -= 1
            continue
        origin = highest(movers)
        levels[level, MOVERS] = movers ^ 1 << origin
        target = target_of(origin, die)
        held = levels[level, HELD]
        hit = levels[level, HIT]
        lands = (frame[at.FRAME_LONE] & ~hit & ~held) >> target & 1
        if lands and order_matters(work, target):
            return SEARCH
        held |= 1 << target
        if own[origin] == 1:
            held ^= 1 << origin
        hit |= (lands & hits) << target
        broken = formations and breaks_formation(frame, held, hit)
        if broken and frame[at.FRAME_STEP]:
            return SEARCH
        levels[level, ORIGIN] = origin
        levels[level, LANDS] = lands
        # The move that ends the game counts as playing all the dice.
        played = left if held == 1 else level + 1
        if played >= longest and not broken:
            if played > longest:
                longest = played
                k = start
            write_path(work, die, level + 1, k)
            k += 1
            if k - start > room:
                return CROWDED
        if held != 1 and level + 1 < left:
            own[origin] -= 1
            own[target] += 1
            from_head = levels[level, FROM_HEAD] - (origin == at.HEAD)
            level += 1
            levels[level, MOVERS] = origins(frame, die, held, from_head) & (2 << origin) - 1
            levels[level, HELD] = held
            levels[level, HIT] = hit
            levels[level, FROM_HEAD] = from_head
    return k


@inlined
def may_order(work: Work) -> bool:
    """Whether no law in force when the turn begins makes the order of moves matter."""
    frame = work.frame
    runner = frame[at.FRAME_RUNNER]
    if runner and lowest(frame[at.FRAME_HELD]) > runner:
        return False
    return frame[at.FRAME_READINGS] == at.NOBODY


@inlined
def order_matters(work: Work, target: int) -> bool:
    """Whether landing there on an opposing checker makes the order of moves matter."""
    frame = work.frame
    if frame[at.FRAME_FIRST_HIT_WINS]:
        return True
    return frame[at.FRAME_HOME_HIT] != at.HOME_HIT_FREE and target <= 6


@inlined
def write_path(work: Work, die: int, count: int, k: int) -> None:
    """The moves of the levels below *count*."""
    if k >= work.moves.shape[0]:
        return
    for j in range(count):
        origin = work.levels[j, ORIGIN]
        move = Move(origin, target_of(origin, die), die, work.levels[j, LANDS])
        write_move(work.moves, k, j, move)
    clear_moves(work.moves, k, count)
