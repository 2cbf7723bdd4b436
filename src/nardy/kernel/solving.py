"""Games of a few checkers a side, solved: one sweep of value iteration, compiled.

A position is two sides, each with its number (bearoff.py), here on the points 1 to 24 and,
where checkers are hit, the bar. `values[a, b]` is what the position is worth to the player on
roll, whose side is a; `values[a, 0]` what he has lost. So a turn that ends with the sides a and b
is worth -values[b, a] to who made it.

As in bearoff.py a roll is solved die by die: what a double is worth from here is the best of
what three more of its moves are worth from each side a move away. Only the longest play counts,
so a length stands beside every worth. A *row* is all sides of the player on roll against one
side of the opponent; a hit leads into the row of a side with one checker more on the bar. Those
rows are kept, each in a shelf; every other row is forgotten as soon as its values are known.

Vocabulary: `level` is how many checkers may still leave the head, where a law asks; `left` is
how many moves of a die are left.
"""

from typing import NamedTuple

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.bearoff import DICE, Numbers, side_number, write_side
from nardy.kernel.features import Floats
from nardy.kernel.frame import head_allowance
from nardy.kernel.jit import entry, inlined, jit, lowest, number
from nardy.kernel.laws import POINTS, faced, origins, target_of
from nardy.kernel.layout import Bytes, Ints

NONE = -1
WORST = -1e9


class Sides(NamedTuple):
    """Every side of one game; the first axis is its number."""

    afters: Numbers
    """int32[n, 7, c]: the sides that a die leads to, NONE behind the last."""
    landings: Bytes
    """int8[n, 7, c]: where its checker lands; 0 is off."""
    hits: Numbers
    """int32[n, 26]: the side after a hit on this point, NONE where it is none."""
    held: Ints
    """int64[n]: mask of its points."""
    lone: Ints
    """int64[n]: mask of its points with one checker."""
    counts: Bytes
    """int8[n, 26]: its checkers."""


class Known(NamedTuple):
    """What a sweep goes by, and the rows that it keeps."""

    sides: Sides
    shelves: Numbers
    """int32[n]: where the row of a side is kept; NONE: it is not."""
    values: Floats
    """float32[n, n]: what positions were worth before this sweep."""
    worths: Floats
    """float32[shelves, levels, 7, 3, n]: what one, two or three moves of a die are worth at best."""
    lengths: Bytes
    """int8, the same: how many of these moves can be played."""
    prize: float
    """What the first hit wins; 0: the game goes on."""


class Row(NamedTuple):
    """One row: the opponent's side, the shelf, and masks in the numbers of the player on roll."""

    side: int
    shelf: int
    closed: int
    lone: int
    parallel: int


class Step(NamedTuple):
    """What one move leads to."""

    after: int
    """The mover's side, or NONE where the move is not lawful."""
    side: int
    """The opponent's side."""
    level: int
    worth: float
    """What it wins, where it ends the game; else WORST."""


@entry
def fill_sides(rules: Ints, top: int, sides: Sides) -> None:
    """Fill the sides of a game whose checkers stand on the places up to *top*, or are off."""
    counts = np.zeros(at.PLACES, np.int64)
    frame = np.zeros(at.FRAME_SIZE, np.int64)
    frame[at.FRAME_OPEN] = POINTS
    frame[at.FRAME_RUNNER] = rules[at.RULES_RUNNER]
    for side in range(sides.held.shape[0]):
        total = write_side(side, top, counts)
        held = number(total < rules[at.RULES_CHECKERS])
        lone = number(0)
        for place in range(1, top + 1):
            held |= (counts[place] > 0) << place
            lone |= (counts[place] == 1) << place
        for place in range(1, top + 1):
            sides.counts[side, place] = counts[place]
        sides.counts[side, at.OFF] = rules[at.RULES_CHECKERS] - total
        sides.held[side] = held & POINTS
        sides.lone[side] = lone & POINTS
        fill_moves(frame, (held, top), counts, sides, side)
        for place in range(at.PLACES):
            sides.hits[side, place] = NONE
            if top == at.BAR and held & POINTS & 1 << place:
                counts[place] -= 1
                counts[at.BAR] += 1
                sides.hits[side, place] = side_number(counts, top)
                counts[place] += 1
                counts[at.BAR] -= 1


@jit
def fill_moves(frame: Ints, places: tuple[int, int], counts: Ints, sides: Sides, side: int) -> None:
    """Fill what each die leads to, if nothing is in the way."""
    held, top = places
    for die in range(1, DICE):
        movers = origins(frame, die, held, number(at.NO_LIMIT))
        for j in range(sides.afters.shape[2]):
            sides.afters[side, die, j] = NONE
            if movers == 0:
                continue
            origin = lowest(movers)
            movers &= movers - 1
            target = target_of(origin, die)
            counts[origin] -= 1
            counts[target] += target > 0
            sides.afters[side, die, j] = side_number(counts, top)
            sides.landings[side, die, j] = target
            counts[origin] += 1
            counts[target] -= target > 0


@entry
def sweep(rules: Ints, known: Known, many: Numbers, scratch: int, values: Floats) -> None:
    """Fill some columns of *values*: what positions are worth a roll before the known values.

    `many` are the opponent's sides; `scratch` is the shelf for the rows of those that have none.
    The rows that a hit leads to must be there: of the sides with more checkers on the bar.
    """
    frame = np.zeros(at.FRAME_SIZE, np.int64)
    for i in range(many.shape[0]):
        row = read_row(rules, known, number(many[i]), scratch)
        for left in range(1, 4):
            for level in range(known.worths.shape[1]):
                for die in range(1, DICE):
                    fill_worths(known, row, (level, die, left))
        frame[at.FRAME_OPEN] = POINTS & ~row.closed
        frame[at.FRAME_PARALLEL] = row.parallel
        for side in range(1, known.shelves.shape[0]):
            # A point is held by one player.
            if known.sides.held[side] & (row.closed | row.lone) == 0:
                values[side, row.side] = expected(rules, frame, known, row, side)


@jit
def read_row(rules: Ints, known: Known, side: int, scratch: int) -> Row:
    """The row against one side of the opponent."""
    parallel = rules[at.RULES_PARALLEL]
    shelf = number(known.shelves[side])
    held = known.sides.held[side]
    lone = known.sides.lone[side]
    if rules[at.RULES_CONTACT] == at.CONTACT_BLOCK:
        lone = number(0)
    closed = faced(held & ~lone, parallel)
    return Row(side, scratch if shelf == NONE else shelf, closed, faced(lone, parallel), parallel)


@jit
def fill_worths(known: Known, row: Row, moves: tuple[int, int, int]) -> None:
    """Fill what so many moves of a die are worth, from every side of the row."""
    level, die, left = moves
    worths = known.worths[row.shelf, level, die, left - 1]
    lengths = known.lengths[row.shelf, level, die, left - 1]
    for side in range(worths.shape[0]):
        worths[side], lengths[side] = equal_dice(known, row, side, moves)


@jit
def expected(rules: Ints, frame: Ints, known: Known, row: Row, side: int) -> float:
    """The mean of what the rolls are worth to a side."""
    levels = known.worths.shape[1]
    on_head = side == known.shelves.shape[0] - 1
    total = 0.0
    for high in range(1, DICE):
        level = min(head_allowance(rules, frame, on_head, number(0)), levels - 1)
        for low in range(1, high):
            total += 2 * two_dice(known, row, side, (high, low, level))
        level = min(head_allowance(rules, frame, on_head, high), levels - 1)
        worth, _ = equal_dice(known, row, side, (level, high, number(4)))
        total += worth
    return total / 36


@inlined
def step(known: Known, row: Row, side: int, die: int, way: tuple[int, int]) -> Step:
    """The move of a die numbered j; `way` are j and the level."""
    j, level = way
    after = number(known.sides.afters[side, die, j])
    landing = number(known.sides.landings[side, die, j])
    theirs = row.side
    if row.closed >> landing & 1:
        return Step(number(NONE), theirs, level, WORST)
    if landing + die == at.HEAD and known.worths.shape[1] > 1:
        # Only so many may leave the head in one turn.
        if level == 0:
            return Step(number(NONE), theirs, level, WORST)
        level -= 1
    if row.lone >> landing & 1:
        if known.prize > 0:
            return Step(after, theirs, level, known.prize)
        facing = 25 - landing
        if row.parallel:
            facing = landing + 12 if landing <= 12 else landing - 12
        theirs = number(known.sides.hits[theirs, facing])
    if after == 0:
        return Step(after, theirs, level, np.float64(-known.values[theirs, 0]))
    return Step(after, theirs, level, WORST)


@inlined
def shelf_of(known: Known, row: Row, side: int) -> int:
    """Where the row against this side is: this one's, or one that a hit leads to."""
    return row.shelf if side == row.side else number(known.shelves[side])


@jit
def equal_dice(known: Known, row: Row, side: int, moves: tuple[int, int, int]) -> tuple[float, int]:
    """What so many moves of a die are worth, and how many can be played: the most that can."""
    level, die, left = moves
    worth = WORST
    length = number(NONE)
    for j in range(known.sides.afters.shape[2]):
        if known.sides.afters[side, die, j] == NONE:
            break
        made = step(known, row, side, die, (j, level))
        if made.after == NONE:
            continue
        # The move that ends the game counts as playing all the dice.
        played = left
        found = made.worth
        if found == WORST and left == 1:
            found = np.float64(-known.values[made.side, made.after])
        elif found == WORST:
            shelf = shelf_of(known, row, made.side)
            found = np.float64(known.worths[shelf, made.level, die, left - 2, made.after])
            played = 1 + known.lengths[shelf, made.level, die, left - 2, made.after]
        if played > length or (played == length and found > worth):
            worth = found
            length = played
    if length == NONE:
        return np.float64(-known.values[row.side, side]), number(0)
    return worth, length


@jit
def two_dice(known: Known, row: Row, side: int, dice: tuple[int, int, int]) -> float:
    """What two different dice are worth; `dice` are the larger, the smaller, and the level."""
    high, low, level = dice
    best = max(
        both_dice(known, row, side, (high, low, level)),
        both_dice(known, row, side, (low, high, level)),
    )
    if best > WORST:
        return best
    # Rule: if either die can be played but not both, the larger must be.
    if known.lengths[row.shelf, level, high, 0, side]:
        return np.float64(known.worths[row.shelf, level, high, 0, side])
    return np.float64(known.worths[row.shelf, level, low, 0, side])


@inlined
def both_dice(known: Known, row: Row, side: int, dice: tuple[int, int, int]) -> float:
    """The best turn of two moves in this order of dice, or one that ends the game; or WORST."""
    first, second, level = dice
    best = WORST
    for j in range(known.sides.afters.shape[2]):
        if known.sides.afters[side, first, j] == NONE:
            break
        made = step(known, row, side, first, (j, level))
        if made.after == NONE:
            continue
        found = made.worth
        if found == WORST:
            shelf = shelf_of(known, row, made.side)
            if known.lengths[shelf, made.level, second, 0, made.after]:
                found = np.float64(known.worths[shelf, made.level, second, 0, made.after])
        best = max(best, found)
    return best
