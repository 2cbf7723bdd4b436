"""Mobility features: escapes from blocked points, and the distance between the sides.

The idea is from the inputs of GNU Backgammon (escapes, containment, mobility, free pips, second moment);
here they are computed on masks in own numbering, for every game.
"""

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.jit import highest, inlined, jit, lowest, number
from nardy.kernel.layout import Bytes
from nardy.kernel.side import Floats, Side

ESCAPES, TRAP, WAY_BACK, MOBILITY, AHEAD, PAST, SPREAD = range(29, 43, 2)
"""Feature columns of the player; the opponent's column follows each."""
ESCAPE_FEATURES = (
    *("my escapes", "their escapes", "my trap", "their trap", "my way back", "their way back"),
    *("my mobility", "their mobility", "my pips in contact", "their pips in contact"),
    *("my pips past contact", "their pips past contact", "my spread", "their spread"),
)
REACH = 12
"""The farthest that a roll of two dice moves a checker."""
DEEP = 16
"""From this point on, in own numbering, a checker is far from home."""


def count_escapes() -> Bytes:
    """How many of the 36 rolls move a checker by both dice: int8[4096] by free points.

    Bit 12 - d of an index is set if the point d pips ahead is free. A double counts as two moves, as
    in GNU Backgammon.
    """
    escapes = np.zeros(1 << REACH, np.int8)
    masks = np.arange(1 << REACH)
    for one in range(1, 7):
        for other in range(1, 7):
            first, second, both = (masks >> (REACH - d) & 1 for d in (one, other, one + other))
            escapes += (both & (first | second)).astype(np.int8)
    return escapes


ESCAPES_BY_FREE = count_escapes()


@inlined
def escapes(open_ahead: int, place: int) -> int:
    """The rolls, of 36, that move a checker by both dice; `open_ahead` is `opened` of the free points."""
    return number(ESCAPES_BY_FREE[open_ahead >> place & ((1 << REACH) - 1)])


@inlined
def opened(free: int) -> int:
    """The free points and everything past them, shifted so that a place is at bit place + REACH."""
    return free << REACH | ((1 << (REACH + 1)) - 1)


@jit
def fill_escapes(side: Side, counts: Bytes, foremost: int, column: int, out: Floats) -> None:
    """One side's mobility features against the other; `counts` are its checkers by place.

    `foremost` is the opponent's rearmost checker in this side's numbering: checkers below it are past
    contact.
    """
    ahead = opened(side.free)
    rear = highest(side.held) if side.held else number(0)
    out[ESCAPES + column] = escapes(ahead, rear) / 36 if rear else 0
    least = number(36)
    for place in range(DEEP, rear + 1):
        least = min(least, escapes(ahead, number(place)))
    out[TRAP + column] = (36 - least) / 36
    for place in range(max(rear + 1, DEEP), at.BAR + 1):
        least = min(least, escapes(ahead, number(place)))
    out[WAY_BACK + column] = (36 - least) / 36
    movers = side.held >> 7 << 7
    mobile = number(0)
    while movers:
        place = lowest(movers)
        movers &= movers - 1
        mobile += (place - 6) * number(counts[place]) * escapes(ahead, place)
    out[MOBILITY + column] = mobile / 3600
    fill_pips((side.every, counts), foremost, column, out)


@jit
def fill_pips(standing: tuple[int, Bytes], foremost: int, column: int, out: Floats) -> None:
    """Pips until contact is broken, pips past contact, and the spread of the checkers.

    `standing` are the places of the side and its counts.
    """
    places, counts = standing
    inside = number(0)
    total = number(0)
    found = number(0)
    past = number(0)
    while places:
        place = lowest(places)
        places &= places - 1
        count = number(counts[place])
        found += count
        total += count * place
        if place > foremost:
            inside += count * (place - foremost)
        else:
            past += count * place
    out[AHEAD + column] = inside / 167
    out[PAST + column] = past / 100
    if found:
        mean = (total + found // 2) // found
        moment = number(0)
        behind = number(0)
        places = standing[0] >> (mean + 1) << (mean + 1)
        while places:
            place = lowest(places)
            places &= places - 1
            count = number(counts[place])
            behind += count
            moment += count * (place - mean) * (place - mean)
        if behind:
            out[SPREAD + column] = moment / behind / 400
