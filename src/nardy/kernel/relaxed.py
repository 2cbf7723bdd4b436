"""An upper bound of the dice of a list that can be played, with checkers treated as independent.

The search for the longest play (moves.py) stops once it reaches an upper bound. For two dozen dice of
which one is unplayable it would try millions of states first. Here laws on formations, the head and
the order of bearing off are ignored. Each checker then has its own set of ways, given by the dice
that it takes of each value. All checkers together have the sum of these sets. No legal play is
longer.

The dice of a way, up to six values with four of each, are written as a number in base 5; a set of them
is 5**6 bits.
"""

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.bits import number
from nardy.kernel.jit import inlined, jit
from nardy.kernel.layout import Ints, Rows
from nardy.kernel.work import Work

STAGES, MOST_EACH = 6, 4
"""Most values of a list, and most dice of each."""
BASE = MOST_EACH + 1
WORDS = BASE**STAGES // 64 + 1
MOST_WAYS = 4_096
HOME_END = 6
VALUE, COUNT = 0, 1
"""Rows of `stages`."""
SETS = 3
"""Arrays for a sum of sets: the old one, the new one, and scratch."""
DIGITS: Ints = np.arange(WORDS * 64) // BASE ** np.arange(STAGES)[:, None] % BASE
"""int64[STAGES, bits]: each digit of each number."""


def _at_most() -> Ints:
    bits = DIGITS[:, None] <= np.arange(BASE)[None, :, None]
    bits &= np.arange(WORDS * 64) < BASE**STAGES
    places = np.uint64(1) << np.arange(64, dtype=np.uint64)
    words = (bits.reshape(STAGES, BASE, WORDS, 64) * places).sum(3, dtype=np.uint64)
    return words.view(np.int64)


AT_MOST: Ints = _at_most()
"""int64[STAGES, BASE, WORDS]: the set of numbers whose digit is at most this."""


SETS_SHAPE = (SETS + 4, MOST_WAYS)
"""Shape of the scratch for `most_dice`."""


@jit
def most_dice(rows: Rows, row: int, work: Work, room: Ints) -> int:
    """An upper bound of the dice of the row's list; `room` is int64 of SETS_SHAPE.

    It is all dice left if the list is of another kind.
    """
    left = number(rows.mids[row, at.MID_DICE])
    stages = room[SETS + 2 :]
    count = read_stages(rows, row, left, stages)
    # A winning hit ends the turn early and counts as playing all the dice.
    if count == 0 or work.frame[at.FRAME_FIRST_HIT_WINS]:
        return left
    ways = room[SETS : SETS + 2]
    room[0, :WORDS] = 0
    room[0, 0] = 1
    pips = number(0)
    for i in range(left):
        pips += number(rows.dice[row, i])
    standing = number(0)
    for place in range(1, at.PLACES):
        checkers = number(work.own[place])
        standing += checkers
        pips -= checkers * max(0, place - HOME_END)
    # Bearing off needs all checkers at home, and the dice may have too few pips to bring them there.
    may_bear_off = pips >= 0
    if may_bear_off and left >= standing:
        # The move that ends the game counts as playing all the dice.
        return left
    for place in range(1, at.PLACES):
        checkers = number(work.own[place])
        if checkers:
            found = ways_of(work, stages, (place, may_bear_off), ways)
            if found == 0:
                return left
            for _ in range(checkers):
                add_set(ways[0], found, stages, room)
    return longest(room[0], stages)


@jit
def read_stages(rows: Rows, row: int, left: int, stages: Ints) -> int:
    """The values of the list with their counts; return how many, or 0 if too many."""
    count = number(0)
    stages[:, :STAGES] = 0
    for i in range(left):
        die = number(rows.dice[row, i])
        if count == 0 or stages[VALUE, count - 1] != die:
            if count == STAGES:
                return 0
            stages[VALUE, count] = die
            count += 1
        stages[COUNT, count - 1] += 1
        if stages[COUNT, count - 1] > MOST_EACH:
            return 0
    return count


@jit
def ways_of(work: Work, stages: Ints, start: tuple[int, bool], ways: Ints) -> int:
    """List the dice that one checker may take; return how many ways, or 0 if there is no room.

    `ways` int64[2, MOST_WAYS] are the numbers, and the places that they lead to.
    """
    place, may_bear_off = start
    numbers, places = ways[0], ways[1]
    numbers[0] = 0
    places[0] = place
    found = number(1)
    unit = number(1)
    for stage in range(STAGES):
        die = stages[VALUE, stage]
        end = found
        for i in range(end):
            here = places[i]
            for taken in range(1, stages[COUNT, stage] + 1):
                if here == at.OFF:
                    break
                there = max(here - die, at.OFF)
                if there == at.OFF:
                    if not may_bear_off:
                        break
                elif work.frame[at.FRAME_OPEN] >> there & 1 == 0:
                    break
                if found == MOST_WAYS:
                    return 0
                numbers[found] = numbers[i] + taken * unit
                places[found] = there
                found += 1
                here = there
        unit *= BASE
    return found


@jit
def add_set(numbers: Ints, found: int, stages: Ints, room: Ints) -> None:
    """Add one checker's ways to the set, as far as the dice suffice."""
    old, new, some = room[0], room[1], room[2]
    new[:WORDS] = 0
    for i in range(found):
        way = numbers[i]
        for word in range(WORDS):
            some[word] = old[word]
        rest = way
        for stage in range(STAGES):
            taken = rest % BASE
            rest //= BASE
            if taken:
                spare = stages[COUNT, stage] - taken
                for word in range(WORDS):
                    some[word] &= AT_MOST[stage, spare, word]
        shift_into(some, way, new)
    for word in range(WORDS):
        old[word] = new[word]


@inlined
def shift_into(some: Ints, way: int, new: Ints) -> None:
    """Add every number of a set, raised by `way`, to another set."""
    words, bits = way >> 6, way & 63
    for word in range(WORDS - words):
        new[word + words] |= some[word] << bits
    if bits:
        # A right shift of a signed word copies its sign bit; the mask removes the copies.
        low = (1 << bits) - 1
        for word in range(WORDS - words - 1):
            new[word + words + 1] |= some[word] >> (64 - bits) & low


@jit
def longest(reached: Ints, stages: Ints) -> int:
    """The most dice in order: all of the first values, then some of one."""
    played = number(0)
    whole = number(0)
    unit = number(1)
    for stage in range(STAGES):
        taken = stages[COUNT, stage]
        while taken:
            there = whole + taken * unit
            if reached[there >> 6] >> (there & 63) & 1:
                break
            taken -= 1
        played += taken
        if taken < stages[COUNT, stage]:
            break
        whole += taken * unit
        unit *= BASE
    return played
