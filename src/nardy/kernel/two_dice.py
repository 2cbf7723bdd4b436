"""Turns of two different dice: both orders of the dice, every order of the moves.

A pair of moves that was legal with the larger die first is skipped with the smaller first. Otherwise
two turns reach the same position only in three cases: one checker plays both dice, a checker lands
where another leaves, or checkers are borne off. Only those are compared.

Vocabulary: `movers` is a mask of origins still to try; `k` is the index of the next final
position; `compared` counts the rows of `alike` in use: a number that encodes the changes at all
places, and the mask of hits. `d1` and `d2` are the dice in the order of playing.
"""

from typing import NamedTuple

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.bits import lowest, number
from nardy.kernel.jit import inlined, jit
from nardy.kernel.laws import (
    breaks_formation,
    ends_game,
    held_after,
    next_readings,
    origins,
    target_of,
)
from nardy.kernel.layout import Ints
from nardy.kernel.work import SearchMove, Work, clear_moves, write_move

# One number is compared instead of 26 counts (docs/decisions/training.md has the gain).
UNITS: Ints = 5 ** np.arange(at.PLACES)
"""int64[26]: two moves change the count of a place by -2 to 2, one digit of a number in base 5."""


class First(NamedTuple):
    """The state after the first move."""

    held: int
    hit: int
    readings: int
    """0 if the move is illegal."""
    is_over: bool


@jit
def two_dice(work: Work, high: int, low: int, start: int) -> int:
    """Write the moves of every turn from index *start* on; return the index after the last."""
    frame = work.frame
    # In the first order no origins are left out, and nothing has been compared yet.
    left_out, compared = number(0), number(0)
    found = pairs(work, high, low, left_out, (start, compared))
    highs = origins(frame, high, frame[at.FRAME_HELD], frame[at.FRAME_FROM_HEAD])
    k, _ = pairs(work, low, high, highs, found)
    # Rule: if either die can be played but not both, the larger must be.
    if k == start:
        k = one_die(work, high, start)
    if k == start:
        k = one_die(work, low, start)
    return k


@inlined
def pairs(work: Work, d1: int, d2: int, highs: int, found: tuple[int, int]) -> tuple[int, int]:
    """The turns that play the die d1 first and d2 second.

    The first call has the larger die first and `highs` 0. The second call has the smaller die first.
    There `highs` is a mask of the origins of the larger die, and turns that the first call has
    written are left out. `found` is the index of the next final position and the number of rows of
    `alike` in use; the result has both after these turns.
    """
    frame = work.frame
    held = frame[at.FRAME_HELD]
    lone = frame[at.FRAME_LONE] & ~held
    movers = origins(frame, d1, held, frame[at.FRAME_FROM_HEAD])
    while movers:
        origin = lowest(movers)
        movers &= movers - 1
        if highs == 0:
            work.seconds[origin] = 0
        target = target_of(origin, d1)
        move = SearchMove(origin, target, d1, lone >> target & 1)
        first = after(work, move)
        if first.readings == 0:
            continue
        if not first.is_over:
            found = seconds(work, move, first, (d2, highs), found)
        elif frame[at.FRAME_TURN] == 0 or not breaks_formation(frame, first.held, first.hit):
            found = last_move(work, move, first, found)
    return found


@inlined
def last_move(
    work: Work, move: SearchMove, first: First, found: tuple[int, int]
) -> tuple[int, int]:
    """The turn of one move that ends the game: it counts as playing both dice."""
    k, compared = found
    none = number(0)
    compared, is_new = compare(work, move, SearchMove(none, none, none, none), first.hit, compared)
    if not is_new:
        return k, compared
    if k < work.moves.shape[0]:
        write_move(work.moves, k, none, move)
        clear_moves(work.moves, k, number(1))
    return k + 1, compared


@inlined
def after(work: Work, move: SearchMove) -> First:
    """The state after a first move."""
    frame = work.frame
    held = frame[at.FRAME_HELD]
    readings = frame[at.FRAME_READINGS]
    count = number(work.own[move.origin])
    if frame[at.FRAME_HOME_HIT]:
        joins = held >> move.target & 1
        readings = next_readings(
            frame, readings, (move.origin, move.target, move.lands), count, joins
        )
    held = held_after(held, move.origin, move.target, count)
    hit = (move.lands & frame[at.FRAME_HITS]) << move.target
    if frame[at.FRAME_STEP] and breaks_formation(frame, held, hit):
        readings = 0
    return First(held, hit, readings, ends_game(frame, held, move.lands))


@inlined
def seconds(
    work: Work, one: SearchMove, first: First, other: tuple[int, int], found: tuple[int, int]
) -> tuple[int, int]:
    """The turns that begin with the move *one*; `other` is the die left and `highs`."""
    frame = work.frame
    k, compared = found
    d2, highs = other
    lone = frame[at.FRAME_LONE] & ~first.hit & ~first.held
    formations = frame[at.FRAME_STEP] != 0 or frame[at.FRAME_TURN] != 0
    special = formations or frame[at.FRAME_HOME_HIT] != 0
    from_head = frame[at.FRAME_FROM_HEAD] - (one.origin == at.HEAD)
    movers = origins(frame, d2, first.held, from_head)
    played = 0
    while movers:
        origin = lowest(movers)
        movers &= movers - 1
        if highs >> origin & 1 and work.seconds[origin] >> one.origin & 1:
            continue
        target = target_of(origin, d2)
        move = SearchMove(origin, target, d2, lone >> target & 1)
        hit = first.hit | (move.lands & frame[at.FRAME_HITS]) << target
        if special and not is_legal(work, one, first, move, hit):
            continue
        played |= 1 << origin
        if one.target == 0 or target == 0 or origin == one.target or one.origin == target:
            compared, is_new = compare(work, one, move, hit, compared)
            if not is_new:
                continue
        if k < work.moves.shape[0]:
            write_move(work.moves, k, number(0), one)
            write_move(work.moves, k, number(1), move)
            clear_moves(work.moves, k, number(2))
        k += 1
    if highs == 0:
        work.seconds[one.origin] = played
    return k, compared


@inlined
def is_legal(work: Work, one: SearchMove, first: First, move: SearchMove, hit: int) -> bool:
    """Whether the laws on hitters and on formations allow a second move."""
    frame = work.frame
    origin = move.origin
    count = number(work.own[origin]) - (origin == one.origin) + (origin == one.target)
    if frame[at.FRAME_HOME_HIT]:
        joins = first.held >> move.target & 1
        way = (origin, move.target, move.lands)
        if next_readings(frame, first.readings, way, count, joins) == 0:
            return False
    if frame[at.FRAME_STEP] == 0 and frame[at.FRAME_TURN] == 0:
        return True
    held = held_after(first.held, origin, move.target, count)
    return not breaks_formation(frame, held, hit)


@inlined
def compare(
    work: Work, one: SearchMove, move: SearchMove, hit: int, compared: int
) -> tuple[int, bool]:
    """Whether a turn leads to a position that no turn compared before has reached."""
    change = UNITS[one.target] - UNITS[one.origin] + UNITS[move.target] - UNITS[move.origin]
    alike = work.alike
    for j in range(compared):
        if alike[j, 0] == change and alike[j, 1] == hit:
            return compared, False
    alike[compared, 0] = change
    alike[compared, 1] = hit
    return compared + 1, True


@jit
def one_die(work: Work, die: int, k: int) -> int:
    """The turns of a single move, where no two can be made."""
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
        if first.readings == 0:
            continue
        if frame[at.FRAME_TURN] and breaks_formation(frame, first.held, first.hit):
            continue
        if k < work.moves.shape[0]:
            write_move(work.moves, k, number(0), move)
            clear_moves(work.moves, k, number(1))
        k += 1
    return k
