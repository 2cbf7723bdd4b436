"""An upper bound of the dice of a list that can be played, with checkers treated as independent.

The search for the longest play (moves.py) leaves a state whose bound is too low. For two dozen dice of
which one is unplayable it would try millions of states otherwise. Here laws on formations, the head and
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
def most_dice(rows: Rows, row: int, work: Work, room: Ints, played: int) -> int:
    """An upper bound of how many dice of the row's list can follow the first *played* ones.

    The checkers are those of `work.own`; `room` is int64 of SETS_SHAPE. It is all dice left if the list is of
    another kind.
    """
    left = number(rows.mids[row, at.MID_DICE]) - played
    stages = room[SETS + 2 :]
    count = read_stages(rows, row, (played, left), stages)
    # A winning hit ends the turn early and counts as playing all the dice.
    if count == 0 or work.frame[at.FRAME_FIRST_HIT_WINS]:
        return left
    standing, missing = number(0), number(0)
    for place in range(1, at.PLACES):
        checkers = number(work.own[place])
        standing += checkers
        missing += checkers * max(0, place - HOME_END)
    # Bearing off needs all checkers at home: so many dice must be played before, as they have the pips.
    before = number(0)
    while before < left and missing > 0:
        missing -= number(rows.dice[row, played + before])
        before += 1
    if missing <= 0 and left - before >= standing:
        # The move that ends the game counts as playing all the dice.
        return left
    first_off = number(STAGES)
    if missing <= 0:
        first_off = stage_of(stages, before)
    words = words_of(count)
    if first_off < STAGES:
        if not add_all(work, stages, room, (words, number(STAGES), number(HOME_END))):
            return left
        first_off = first_home(room[0], stages, first_off)
    if not add_all(work, stages, room, (words, first_off, number(at.PLACES))):
        return left
    return longest(room[0], stages)


@inlined
def words_of(count: int) -> int:
    """The words of a set of dice of so many values."""
    numbers = number(1)
    # Browsers have no library for powers.
    for _ in range(count):
        numbers *= BASE
    return numbers // 64 + 1


@jit
def add_all(work: Work, stages: Ints, room: Ints, asked: tuple[int, int, int]) -> bool:
    """Write the sums of the ways of all checkers to room[0]; return whether there was room.

    `asked` is how many words a set has, the first stage in which checkers may bear off, and the highest place
    at which a checker may end.
    """
    words, first_off, highest = asked
    ways = room[SETS : SETS + 2]
    room[0, :words] = 0
    room[0, 0] = 1
    filled = number(1)
    for place in range(1, at.PLACES):
        checkers = number(work.own[place])
        if checkers:
            found = ways_of(work, stages, (place, first_off), ways)
            if found == 0:
                return False
            kept = number(0)
            for i in range(found):
                if ways[1, i] <= highest:
                    ways[0, kept] = ways[0, i]
                    kept += 1
            for _ in range(checkers):
                filled = add_set(ways[0, :kept], stages, room, (words, filled))
    return True


@jit
def first_home(home: Ints, stages: Ints, first: int) -> int:
    """The first stage, from *first* on, in which all checkers may be at home before its last die.

    `home` is the set of dice that bring them there. All dice of the values before are played by then.
    """
    whole = number(0)
    unit = number(1)
    for stage in range(STAGES):
        for taken in range(stages[COUNT, stage]):
            there = whole + taken * unit
            if stage >= first and is_in(home, there):
                return stage
        whole += stages[COUNT, stage] * unit
        unit *= BASE
    return number(STAGES)


@inlined
def is_in(numbers: Ints, one: int) -> bool:
    return numbers[one >> 6] >> (one & 63) & 1 != 0


@jit
def read_stages(rows: Rows, row: int, part: tuple[int, int], stages: Ints) -> int:
    """The values of a part of the list with their counts; return how many, or 0 if too many.

    The part is told by its first die and its length.
    """
    played, left = part
    count = number(0)
    stages[:, :STAGES] = 0
    for i in range(played, played + left):
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


@inlined
def stage_of(stages: Ints, die: int) -> int:
    """The stage of a die that is told by its place in the list, STAGES for one behind the last."""
    stage = number(0)
    while stage < STAGES and die >= stages[COUNT, stage]:
        die -= stages[COUNT, stage]
        stage += 1
    return stage


@jit
def ways_of(work: Work, stages: Ints, start: tuple[int, int], ways: Ints) -> int:
    """List the dice that one checker may take; return how many ways, or 0 if there is no room.

    `start` is its place, and the first stage in which it may bear off. `ways` int64[2, MOST_WAYS] are the
    numbers, and the places that they lead to.
    """
    place, first_off = start
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
                    if stage < first_off:
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
def add_set(numbers: Ints, stages: Ints, room: Ints, used: tuple[int, int]) -> int:
    """Add one checker's ways to the set, as far as the dice suffice.

    `used` is how many words a set has, and how many of them may have numbers; returned is how many may have
    some then.
    """
    words, filled = used
    old, new, some = room[0], room[1], room[2]
    new[:words] = 0
    most = filled
    for i in range(numbers.shape[0]):
        way = numbers[i]
        for word in range(filled):
            some[word] = old[word]
        rest = way
        for stage in range(STAGES):
            taken = rest % BASE
            rest //= BASE
            if taken:
                spare = stages[COUNT, stage] - taken
                for word in range(filled):
                    some[word] &= AT_MOST[stage, spare, word]
        whole, bits = way >> 6, way & 63
        end = min(words - whole, filled)
        for word in range(end):
            new[word + whole] |= some[word] << bits
        if bits:
            # A right shift of a signed word copies its sign bit; the mask removes the copies.
            low = (1 << bits) - 1
            for word in range(min(words - whole - 1, filled)):
                new[word + whole + 1] |= some[word] >> (64 - bits) & low
        most = max(most, end + whole + 1)
    most = min(most, words)
    for word in range(most):
        old[word] = new[word]
    return most


@jit
def longest(reached: Ints, stages: Ints) -> int:
    """The most dice in order: all of the first values, then some of one."""
    played = number(0)
    whole = number(0)
    unit = number(1)
    for stage in range(STAGES):
        taken = stages[COUNT, stage]
        while taken:
            if is_in(reached, whole + taken * unit):
                break
            taken -= 1
        played += taken
        if taken < stages[COUNT, stage]:
            break
        whole += taken * unit
        unit *= BASE
    return played
