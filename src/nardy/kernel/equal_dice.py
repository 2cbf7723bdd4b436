"""Turns of equal dice: moves are tried from the highest origin down, so all turns differ.

Where a law makes the order of moves matter, the result is SEARCH: every order must be tried. That is
so with a runner under way and after a hit where the first hit wins. It is also so after a move that a
law on formations or hitters forbids. HOME_HIT_NO_MOVE alone needs no search: such a hitter stays on
its point in every order, and checkers that join it come from higher points, so they move first.

Vocabulary: a *level* is a number of moves made; `levels` has a row for each, with the columns
below; `k` is the index of the next final position.
"""

from nardy.kernel import layout as at
from nardy.kernel.bits import highest, lowest, number
from nardy.kernel.jit import inlined, jit
from nardy.kernel.laws import breaks_formation, held_after, next_readings, origins, target_of
from nardy.kernel.work import SearchMove, Work, clear_moves, write_move

SEARCH = -1
CROWDED = -2
"""A turn has more final or intermediate positions than there is room for."""

MOVERS = 0
"""Mask of the origins still to try."""
HELD = 1
HIT = 2
FROM_HEAD = 3
ORIGIN = 4
"""The origin of the move that leads to the next level."""
LANDS = 5
READINGS = 6


@jit
def equal_dice(work: Work, die: int, left: int, room: int, start: int) -> int:
    """Write the moves of every turn from index *start* on.

    Returns: the index after the last; SEARCH; or CROWDED if there are more than *room*.
    """
    if not may_order(work):
        return SEARCH
    frame, levels = work.frame, work.levels
    longest = number(0)
    k = start
    level = number(0)
    begin_level(work, die, level, (frame[at.FRAME_HELD], number(0), frame[at.FRAME_FROM_HEAD]))
    levels[0, READINGS] = at.NOBODY
    while level >= 0:
        movers = levels[level, MOVERS]
        if movers == 0:
            level -= 1
            put_back(work, die, level)
            continue
        origin = highest(movers)
        levels[level, MOVERS] = movers ^ 1 << origin
        target = target_of(origin, die)
        lands = (frame[at.FRAME_LONE] & ~levels[level, HIT] & ~levels[level, HELD]) >> target & 1
        held = held_after(levels[level, HELD], origin, target, number(work.own[origin]))
        hit = levels[level, HIT] | (lands & frame[at.FRAME_HITS]) << target
        readings = readings_after(work, level, (origin, target, lands), held, hit)
        if readings == SEARCH:
            return SEARCH
        if readings == 0:
            continue
        levels[level, ORIGIN] = origin
        levels[level, LANDS] = lands
        # The move that ends the game counts as playing all the dice.
        played = left if held == 1 else level + 1
        if played >= longest and not (frame[at.FRAME_TURN] and breaks_formation(frame, held, hit)):
            if played > longest:
                longest, k = played, start
            write_path(work, die, level + 1, k)
            k += 1
        if k - start > room:
            return CROWDED
        if held != 1 and level + 1 < left:
            from_head = levels[level, FROM_HEAD] - (origin == at.HEAD)
            work.own[origin] -= 1
            work.own[target] += 1
            level += 1
            begin_level(work, die, level, (held, hit, from_head))
            # From the highest origin down.
            levels[level, MOVERS] &= (2 << origin) - 1
            levels[level, READINGS] = readings
    return k


@inlined
def readings_after(work: Work, level: int, way: tuple[int, int, int], held: int, hit: int) -> int:
    """The readings after a move (its origin, its target, whether it lands on a checker).

    0 if the move is forbidden in every order, SEARCH if another order may allow it;
    `held` and `hit` are those after the move.
    """
    frame, levels = work.frame, work.levels
    if way[2] and frame[at.FRAME_FIRST_HIT_WINS]:
        return SEARCH
    if frame[at.FRAME_STEP] and breaks_formation(frame, held, hit):
        return SEARCH
    joins = levels[level, HELD] >> way[1] & 1
    count = number(work.own[way[0]])
    readings = next_readings(frame, levels[level, READINGS], way, count, joins)
    if readings == 0 and frame[at.FRAME_HOME_HIT] != at.HOME_HIT_NO_MOVE:
        return SEARCH
    return readings


@inlined
def begin_level(work: Work, die: int, level: int, now: tuple[int, int, int]) -> None:
    """Fill the row of a level with held, hit and from_head, and with all origins to try."""
    levels = work.levels
    levels[level, HELD] = now[0]
    levels[level, HIT] = now[1]
    levels[level, FROM_HEAD] = now[2]
    levels[level, MOVERS] = origins(work.frame, die, now[0], now[2])


@inlined
def put_back(work: Work, die: int, level: int) -> None:
    """Undo the move of a level, if there is one."""
    if level < 0:
        return
    origin = work.levels[level, ORIGIN]
    work.own[origin] += 1
    work.own[target_of(origin, die)] -= 1


@inlined
def may_order(work: Work) -> bool:
    """Whether no law in force at the start of the turn makes the order of moves matter."""
    frame = work.frame
    runner = frame[at.FRAME_RUNNER]
    if runner and lowest(frame[at.FRAME_HELD]) > runner:
        return False
    if frame[at.FRAME_FIRST_HIT_WINS] and frame[at.FRAME_HITS] == 0:
        # A checker pins where another has left before; from the highest down it would come too early.
        return False
    return frame[at.FRAME_READINGS] == at.NOBODY


@inlined
def write_path(work: Work, die: int, count: int, k: int) -> None:
    """Write the moves of the levels below *count*."""
    # Past the capacity turns are only counted; the caller then makes more room and repeats.
    if k >= work.moves.shape[0]:
        return
    for j in range(count):
        origin = work.levels[j, ORIGIN]
        move = SearchMove(origin, target_of(origin, die), die, work.levels[j, LANDS])
        write_move(work.moves, k, j, move)
    clear_moves(work.moves, k, count)
