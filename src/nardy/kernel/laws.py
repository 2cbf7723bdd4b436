"""The laws as arithmetic on masks: the fast version of core/steps.py and core/formations.py.

A mask has one bit for each place (layout.py). `held` has the places of the player's checkers, with bit 0
set once one is off; `frame` is constant during a turn.
"""

from nardy.kernel import layout as at
from nardy.kernel.bits import highest, lowest, ones
from nardy.kernel.jit import inlined, jit
from nardy.kernel.layout import Ints

POINTS = (1 << 25) - 2
"""Mask of the points 1 to 24."""
HOME = 0b1111110
LOW_HALF = (1 << 13) - 2
HIGH_HALF = POINTS - LOW_HALF


@jit
def faced(mask: int, parallel: int) -> int:
    """The same points in the opponent's numbering."""
    if parallel:
        return (mask & LOW_HALF) << 12 | (mask & HIGH_HALF) >> 12
    other = 0
    mask &= POINTS
    while mask:
        other |= 1 << (25 - lowest(mask))
        mask &= mask - 1
    return other


@inlined
def faced_point(point: int, parallel: int) -> int:
    """One point in the opponent's numbering."""
    if parallel:
        return point + 12 if point <= 12 else point - 12
    return 25 - point


@inlined
def target_of(origin: int, die: int) -> int:
    """The target of a checker; off if the die exceeds its distance."""
    return origin - die if origin > die else at.OFF


@inlined
def held_after(held: int, origin: int, target: int, count: int) -> int:
    """The places held after a move from an origin with *count* checkers."""
    held |= 1 << target
    return held & ~(1 << origin) if count == 1 else held


@inlined
def origins(frame: Ints, die: int, held: int, from_head: int) -> int:
    """Mask of the places from which a checker may play the die.

    Laws on formations and hitters are not checked here.
    """
    # The open points, shifted up by the die, are the origins that lead to them.
    movers = held & frame[at.FRAME_OPEN] << die
    if held >> at.BAR:
        # With a checker on the bar no other move is legal.
        movers &= 1 << at.BAR
    if held >> 7 == 0 and frame[at.FRAME_NO_OFF] == 0:
        movers |= bearers(die, held)
    movers &= ~frame[at.FRAME_STUCK]
    if from_head == 0:
        movers &= ~(1 << at.HEAD)
    if frame[at.FRAME_RUNNER]:
        # Until one checker has passed the opponent's start, only the foremost may move.
        foremost = lowest(held)
        if foremost > frame[at.FRAME_RUNNER]:
            movers &= 1 << foremost
    return movers


@inlined
def bearers(die: int, held: int) -> int:
    """Mask of the point from which the die bears off, with all checkers at home."""
    if held >> die & 1:
        return 1 << die
    # Bit 0 only says that a checker is off, so `held` is at least 2 with one on a point.
    if held >> die == 0 and held > 1:
        return 1 << highest(held)
    return 0


@jit
def breaks_formation(frame: Ints, held: int, hit: int) -> bool:
    """Whether the player's points break a law on primes, quarters or release."""
    if frame[at.FRAME_PRIME] != at.PRIME_ALLOW and breaks_prime(frame, held, hit):
        return True
    return breaks_quarter(frame, held) or breaks_release(frame, held, hit)


@inlined
def breaks_quarter(frame: Ints, held: int) -> bool:
    """Whether more points of a range are held than allowed."""
    quarter = frame[at.FRAME_QUARTER]
    return quarter != 0 and ones(held & quarter) > frame[at.FRAME_MOST]


@inlined
def breaks_release(frame: Ints, held: int, hit: int) -> bool:
    """Whether a prime is directly in front of the point with all opposing checkers."""
    # A hit on the crowd itself (a crowd of one) leaves no crowd.
    release_prime = frame[at.FRAME_RELEASE_PRIME]
    return release_prime != 0 and hit == 0 and held & release_prime == release_prime


@jit
def breaks_prime(frame: Ints, held: int, hit: int) -> bool:
    """Whether a prime of six lacks the required opposing checker: ahead, at home, or off."""
    parallel = frame[at.FRAME_PARALLEL]
    points = held & POINTS
    # The mover's 1 and 24 are adjacent on the opponent's way; the opponent's are not.
    line = faced(points, parallel) if parallel else points
    # Each step doubles the length of the rows found: two points, four, then six.
    line &= line >> 1
    line &= line >> 2
    starts = line & line >> 2
    if starts == 0:
        return False
    prime = frame[at.FRAME_PRIME]
    if prime == at.PRIME_FORBID:
        return True
    theirs = frame[at.FRAME_THEIRS]
    if hit:
        theirs &= ~faced(hit, parallel)
    if prime == at.PRIME_OPP_HOME:
        return theirs & (HOME | 1) == 0
    # With opposite directions the opponent's numbers run against the mover's.
    first = lowest(starts) if parallel else 20 - highest(starts)
    return theirs & ((1 << first) - 1) == 0


@inlined
def next_readings(
    frame: Ints, readings: int, way: tuple[int, int, int], count: int, joins: int
) -> int:
    """The readings after a move (layout.MID_READINGS); 0 if it is illegal in all of them.

    `way` is the origin, the target and whether it lands on an opposing checker; `count` the checkers
    on the origin before the move; `joins` is 1 if an own checker is on the target.
    """
    if frame[at.FRAME_HOME_HIT] == at.HOME_HIT_FREE:
        return readings
    if readings == at.NOBODY:
        return 1 << point_mark(way[1]) if way[2] else at.NOBODY
    return readings_of_hitters(frame, readings, way, count, joins)


@inlined
def point_mark(point: int) -> int:
    """The bit of a point in a reading; 0 for places outside home."""
    return 1 << (point - 1) if at.OFF < point <= 6 else 0


@jit
def readings_of_hitters(
    frame: Ints, readings: int, way: tuple[int, int, int], count: int, joins: int
) -> int:
    """`next_readings` after hits at home."""
    origin, target, lands = way
    law = frame[at.FRAME_HOME_HIT]
    may = law != at.HOME_HIT_NO_MOVE
    if target == at.OFF:
        may = law == at.HOME_HIT_NO_HIDE and frame[at.FRAME_LAST_RESORT] != 0
    elif joins:
        may = False
    mark = point_mark(origin)
    landed = point_mark(target)
    arrived = landed if lands else 0
    new = 0
    for hitters in range(64):
        if readings >> hitters & 1:
            if hitters & mark == 0 or count > 1:
                # A checker moves that has not hit before.
                new |= 1 << (hitters | arrived)
            if hitters & mark and may:
                new |= 1 << (hitters & ~mark | landed)
    return new


@inlined
def ends_game(frame: Ints, held: int, hits: int) -> bool:
    """Whether a move ends the game: the last checker is off, or the first hit wins."""
    return held == 1 or (hits != 0 and frame[at.FRAME_FIRST_HIT_WINS] != 0)
