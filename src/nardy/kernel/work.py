"""One turn in the making: its constants as masks, scratch of the searches, and writing of moves."""

from typing import NamedTuple

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.bits import number
from nardy.kernel.jit import entry, inlined, jit
from nardy.kernel.laws import POINTS, faced, faced_point
from nardy.kernel.layout import Bytes, Ints, Rows
from nardy.kernel.places import places_with

LEVEL_SIZE = 7
"""Most columns of a level."""
MOST_ALIKE = 512
"""Room for turns of two dice that may reach the same position."""


class Work(NamedTuple):
    """Arrays for a search to write: made once for a batch."""

    frame: Ints
    """Constants of one turn (layout.FRAME_...)."""
    own: Bytes
    """The player's counts, changed and restored while moves are tried."""
    seconds: Ints
    """For each origin, a mask of the second moves after it (two_dice.py)."""
    alike: Ints
    """Final positions to compare (two_dice.py)."""
    levels: Ints
    """One row for each move made (equal_dice.py, moves.py)."""
    moves: Bytes
    """The moves of the final positions (layout): output of the searches."""


@entry
def make_work(moves: Bytes, most: int) -> Work:
    """Scratch for searches of at most this many dice, with these moves as output."""
    return Work(
        np.zeros(at.FRAME_SIZE, np.int64),
        np.zeros(at.PLACES, np.int8),
        np.zeros(at.PLACES, np.int64),
        np.zeros((MOST_ALIKE, 2), np.int64),
        np.zeros((most + 1, LEVEL_SIZE), np.int64),
        moves,
    )


class SearchMove(NamedTuple):
    """One move in a search."""

    origin: int
    target: int
    die: int
    lands: int
    """1 if it lands on a single opposing checker, otherwise 0."""


@inlined
def write_move(moves: Bytes, k: int, j: int, move: SearchMove) -> None:
    """Write move j of final position k."""
    moves[k, j, at.MOVE_ORIGIN] = move.origin
    moves[k, j, at.MOVE_TARGET] = move.target
    moves[k, j, at.MOVE_DIE] = move.die
    moves[k, j, at.MOVE_HITS] = move.lands


@inlined
def clear_moves(moves: Bytes, k: int, first: int) -> None:
    """Clear the moves from index *first* on."""
    for j in range(first, moves.shape[1]):
        for column in range(at.MOVE_SIZE):
            moves[k, j, column] = 0


@inlined
def put_move(frame: Ints, boards: Bytes, k: int, pinned: int, way: tuple[int, int, int]) -> int:
    """Make a move on board k; return the mask of the opponent's pinned checkers after it.

    `way` is its origin, its target, and whether it lands on an opposing checker.
    """
    origin, target, lands = way
    boards[k, at.PLAYER, origin] -= 1
    boards[k, at.PLAYER, target] += 1
    if pinned and boards[k, at.PLAYER, origin] == 0:
        # The last pinning checker leaves, so the checker under it is free.
        pinned &= ~faced(1 << origin, frame[at.FRAME_PARALLEL])
    if lands:
        if frame[at.FRAME_HITS] == 0:
            return pinned | faced(1 << target, frame[at.FRAME_PARALLEL])
        boards[k, at.OPPONENT, faced_point(target, frame[at.FRAME_PARALLEL])] -= 1
        boards[k, at.OPPONENT, at.BAR] += 1
    return pinned


@jit
def read_row(rules: Ints, rows: Rows, row: int, work: Work) -> None:
    """Set up the turn of one row: its frame, and the player's counts, which a search may change."""
    boards, mids, frame, own = rows.boards, rows.mids, work.frame, work.own
    contact = rules[at.RULES_CONTACT]
    parallel = rules[at.RULES_PARALLEL]
    for place in range(at.PLACES):
        own[place] = boards[row, at.PLAYER, place]
    theirs = places_with(boards, row, at.OPPONENT, 1)
    blocking = theirs
    if contact != at.CONTACT_BLOCK:
        blocking = places_with(boards, row, at.OPPONENT, 2)
    closed = faced(blocking, parallel)
    lone = faced(theirs & ~blocking, parallel)
    stuck = number(rows.pins[row, at.PLAYER])
    frame[at.FRAME_HELD] = places_with(boards, row, at.PLAYER, 1)
    frame[at.FRAME_OPEN] = POINTS & ~closed & ~stuck
    # No checker may land where an own one is pinned (core/steps.py).
    frame[at.FRAME_LONE] = lone & ~stuck
    frame[at.FRAME_STUCK] = stuck
    frame[at.FRAME_NO_OFF] = stuck != 0 and rules[at.RULES_PINNED_FORBID] != 0
    frame[at.FRAME_THEIRS] = theirs
    frame[at.FRAME_HITS] = contact == at.CONTACT_HIT
    frame[at.FRAME_PARALLEL] = parallel
    frame[at.FRAME_RUNNER] = rules[at.RULES_RUNNER]
    frame[at.FRAME_PRIME] = rules[at.RULES_PRIME]
    frame[at.FRAME_HOME_HIT] = rules[at.RULES_HOME_HIT]
    frame[at.FRAME_LAST_RESORT] = mids[row, at.MID_LAST_RESORT]
    frame[at.FRAME_FROM_HEAD] = mids[row, at.MID_FROM_HEAD]
    frame[at.FRAME_READINGS] = mids[row, at.MID_READINGS]
    frame[at.FRAME_FIRST_HIT_WINS] = rules[at.RULES_FIRST_HIT_WINS]
    quarter = 0
    if rules[at.RULES_QUARTER_LOW]:
        high = rules[at.RULES_QUARTER_HIGH]
        quarter = (1 << (high + 1)) - (1 << rules[at.RULES_QUARTER_LOW])
    frame[at.FRAME_QUARTER] = quarter
    frame[at.FRAME_MOST] = rules[at.RULES_QUARTER_MOST]
    frame[at.FRAME_RELEASE_PRIME] = 0
    if rules[at.RULES_RELEASE]:
        frame[at.FRAME_RELEASE_PRIME] = release_prime_of(rules, boards, row)
    formations = rules[at.RULES_PRIME] != at.PRIME_ALLOW or quarter != 0
    formations = formations or rules[at.RULES_RELEASE] != 0
    frame[at.FRAME_STEP] = formations and rules[at.RULES_CHECK_TURN] == 0
    frame[at.FRAME_TURN] = formations and rules[at.RULES_CHECK_TURN] != 0


@jit
def release_prime_of(rules: Ints, boards: Bytes, row: int) -> int:
    """Mask of the six points directly in front of the one with all opposing checkers, or 0."""
    # Only from point 7 on are there six points in front.
    for crowd in range(7, 25):
        if boards[row, at.OPPONENT, crowd] == rules[at.RULES_CHECKERS]:
            in_front = (1 << crowd) - (1 << (crowd - 6))
            return faced(in_front, rules[at.RULES_PARALLEL])
    return 0


@jit
def head_allowance(rules: Ints, frame: Ints, all_on_head: bool, double: int) -> int:
    """How many checkers may leave the head in this turn."""
    limit = rules[at.RULES_HEAD]
    if limit == 0:
        return at.NO_LIMIT
    exception = rules[at.RULES_HEAD_EXCEPTION]
    if double == 0 or exception == at.EXCEPTION_NONE:
        return limit
    if exception == at.EXCEPTION_ALWAYS_DOUBLE:
        return limit + 1
    frees = all_on_head
    if exception != at.EXCEPTION_ANY_DOUBLE:
        frees &= double in (4, 6) or (double == 3 and exception == at.EXCEPTION_CLASSIC)
        if rules[at.RULES_HEAD_ALWAYS] == 0:
            frees &= stopped_by_their_head(frame, double)
    return limit + 1 if frees else limit


@jit
def stopped_by_their_head(frame: Ints, die: int) -> bool:
    """Whether the first closed point on one checker's way by this die is the opponent's head."""
    target = at.HEAD - die
    while target > 0:
        if frame[at.FRAME_OPEN] >> target & 1 == 0:
            return faced(1 << at.HEAD, frame[at.FRAME_PARALLEL]) >> target & 1 == 1
        target -= die
    return False
