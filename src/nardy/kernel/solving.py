"""Exact solution of games with few checkers: one sweep of value iteration, compiled.

A position is two sides, each with its number (bearoff_rolls.py), here on the points 1 to 24 and, in hit games,
the bar. `values[a, b]` is the value for the player on roll with side a; `values[a, 0]` is a lost game. A
turn that ends with the sides a and b is worth -values[b, a] to the mover.

As in bearoff_rolls.py a roll is solved die by die: the value of a double is the best of the values of three
more of its moves from each side a move away. Only the longest play counts, so a length is kept with
every value. A *row* is all sides of the player on roll against one side of the opponent, solved from the
smallest number on. A hit leads into the row of a side with one checker more on the bar. Those rows are
kept, each on a shelf; every other row is dropped as soon as its values are known.

Vocabulary: `level` is how many checkers may still leave the head, where a law limits it; `left` is how
many moves of a die are left.
"""

from typing import NamedTuple

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.bearoff_rolls import DICE, number_after, write_side
from nardy.kernel.bits import lowest, number
from nardy.kernel.jit import entry, inlined, jit
from nardy.kernel.laws import POINTS, faced, faced_point, origins, target_of
from nardy.kernel.layout import Bytes, Doubles, Floats, Ints, Numbers
from nardy.kernel.work import head_allowance

NONE = -1
WORST = -1e9


class Sides(NamedTuple):
    """Every side of one game; the first axis is its number."""

    afters: Numbers
    """int32[n, 7, c]: the sides that a die leads to, padded with NONE."""
    landings: Bytes
    """int8[n, 7, c]: where its checker lands; 0 is off."""
    hits: Numbers
    """int32[n, 26]: the side after a hit on this point, or NONE."""
    held: Ints
    """int64[n]: mask of its points."""
    lone: Ints
    """int64[n]: mask of its points with one checker."""
    counts: Bytes
    """int8[n, 26]: its checkers."""


class SweepTables(NamedTuple):
    """The inputs of a sweep, and the rows that it keeps."""

    sides: Sides
    shelves: Numbers
    """int32[n]: the shelf of a side's row, or NONE."""
    values: Floats
    """float32[n, n]: values of positions before this sweep."""
    singles: Floats
    """float32[shelves, n, levels, 7]: best value of one move of a die, WORST if there is none."""
    chains: Floats
    """float32[shelves, n, levels, 7, 2]: best value of two and three moves of a die."""
    lengths: Bytes
    """int8 of the same shape: how many of these moves can be played."""
    prize: float
    """Value of a win by the first hit; 0: the game goes on after hits."""


class SolverRow(NamedTuple):
    """One row: the opponent's side, the shelf, and masks in the numbering of the player on roll."""

    side: int
    shelf: int
    closed: int
    lone: int
    parallel: int


class Steps(NamedTuple):
    """The legal single moves from one position, and values of its turns: scratch."""

    counts: Ints
    """int64[7]: how many of each die."""
    moves: Ints
    """int64[7, c, 4]: columns by STEP_."""
    worths: Doubles
    """float64[7, c]: values if nothing comes after it."""
    pairs: Doubles
    """float64[7, 7]: values of two moves, by the first die and the second."""
    frame: Ints


STEP_AFTER = 0
"""The mover's side."""
STEP_SHELF = 1
"""The shelf of the row against the opponent's side."""
STEP_OVER = 2
"""1 if it ends the game."""
STEP_HEAD = 3
"""1 if it leaves the head and the rules limit this."""


@entry
def fill_sides(rules: Ints, top: int, sides: Sides) -> None:
    """Fill the sides of a game with checkers on the places up to *top*, or off."""
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
                sides.hits[side, place] = number_after(counts, place, number(at.BAR), top)


@jit
def fill_moves(frame: Ints, places: tuple[int, int], counts: Ints, sides: Sides, side: int) -> None:
    """Fill the results of each die on an empty board."""
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
            sides.afters[side, die, j] = number_after(counts, origin, target, top)
            sides.landings[side, die, j] = target


@entry
def sweep(rules: Ints, known: SweepTables, many: Numbers, scratch: int, values: Floats) -> None:
    """Fill some columns of *values*: values of positions one roll before the known values.

    `many` are the opponent's sides; `scratch` is the shelf for rows without one. Rows that a hit
    leads to must be there: those of sides with more checkers on the bar.
    """
    most = known.sides.afters.shape[2]
    steps = Steps(
        np.zeros(DICE, np.int64),
        np.zeros((DICE, most, 4), np.int64),
        np.zeros((DICE, most), np.float64),
        np.zeros((DICE, DICE), np.float64),
        np.zeros(at.FRAME_SIZE, np.int64),
    )
    for i in range(many.shape[0]):
        row = read_row(rules, known, number(many[i]), scratch)
        steps.frame[at.FRAME_OPEN] = POINTS & ~row.closed
        steps.frame[at.FRAME_PARALLEL] = row.parallel
        # In rising order, because chains of moves lead to smaller numbers.
        for side in range(known.shelves.shape[0]):
            # No point is held by both players, so other pairs of sides are no positions.
            if known.sides.held[side] & (row.closed | row.lone) == 0:
                fill_steps(known, row, side, steps)
                fill_worths(known, row, side, steps)
                if side:
                    values[side, row.side] = expected(rules, known, (row, side), steps)


@jit
def read_row(rules: Ints, known: SweepTables, side: int, scratch: int) -> SolverRow:
    """The row against one side of the opponent."""
    parallel = rules[at.RULES_PARALLEL]
    shelf = number(known.shelves[side])
    held = known.sides.held[side]
    lone = known.sides.lone[side]
    # In block games a single checker closes its point.
    if rules[at.RULES_CONTACT] == at.CONTACT_BLOCK:
        lone = number(0)
    closed = faced(held & ~lone, parallel)
    return SolverRow(
        side, scratch if shelf == NONE else shelf, closed, faced(lone, parallel), parallel
    )


@jit
def fill_steps(known: SweepTables, row: SolverRow, side: int, steps: Steps) -> None:
    """List the legal single moves of every die."""
    sides = known.sides
    counts_head = known.singles.shape[2] > 1
    for die in range(1, DICE):
        count = 0
        for j in range(sides.afters.shape[2]):
            after = number(sides.afters[side, die, j])
            if after == NONE:
                break
            landing = number(sides.landings[side, die, j])
            if row.closed >> landing & 1:
                continue
            theirs = row.side
            shelf = row.shelf
            over = number(after == 0)
            if row.lone >> landing & 1:
                theirs = number(sides.hits[theirs, faced_point(landing, row.parallel)])
                shelf = number(known.shelves[theirs])
            worth = -np.float64(known.values[theirs, after])
            if theirs != row.side and known.prize > 0:
                over = number(1)
                worth = known.prize
            steps.moves[die, count, STEP_AFTER] = after
            steps.moves[die, count, STEP_SHELF] = shelf
            steps.moves[die, count, STEP_OVER] = over
            steps.moves[die, count, STEP_HEAD] = counts_head and landing + die == at.HEAD
            steps.worths[die, count] = worth
            count += 1
        steps.counts[die] = count


@jit
def fill_worths(known: SweepTables, row: SolverRow, side: int, steps: Steps) -> None:
    """Fill the values of one, two and three moves of each die from a side of the row."""
    here = np.float64(-known.values[row.side, side])
    for level in range(known.singles.shape[2]):
        for die in range(1, DICE):
            one = WORST
            for j in range(steps.counts[die]):
                if level or steps.moves[die, j, STEP_HEAD] == 0:
                    one = max(one, steps.worths[die, j])
            known.singles[row.shelf, side, level, die] = one
            for left in range(2, 4):
                worth, length = longest(known, steps, (die, level, left), here)
                known.chains[row.shelf, side, level, die, left - 2] = worth
                known.lengths[row.shelf, side, level, die, left - 2] = length


@inlined
def longest(
    known: SweepTables, steps: Steps, moves: tuple[int, int, int], here: float
) -> tuple[float, int]:
    """The value of two to four moves of a die, and the most moves that can be played.

    `moves` are the die, the level, and how many are left; `here` is the value of staying.
    """
    die, level, left = moves
    best = np.float64(here)
    length = number(0)
    for j in range(steps.counts[die]):
        head = steps.moves[die, j, STEP_HEAD]
        if head and level == 0:
            continue
        after = steps.moves[die, j, STEP_AFTER]
        shelf = steps.moves[die, j, STEP_SHELF]
        worth = steps.worths[die, j]
        played = number(1)
        if steps.moves[die, j, STEP_OVER]:
            # The move that ends the game counts as playing all the dice.
            played = left
        elif left == 2:
            single = np.float64(known.singles[shelf, after, level - head, die])
            if single > WORST:
                played = number(2)
                worth = single
        else:
            further = number(known.lengths[shelf, after, level - head, die, left - 3])
            played = 1 + further
            worth = np.float64(known.chains[shelf, after, level - head, die, left - 3])
        if played > length or (played == length and worth > best):
            best = worth
            length = played
    return best, length


@jit
def expected(
    rules: Ints, known: SweepTables, position: tuple[SolverRow, int], steps: Steps
) -> float:
    """The mean value of all rolls for the player on roll."""
    row, side = position
    pairs, frame = steps.pairs, steps.frame
    here = np.float64(-known.values[row.side, side])
    most = known.singles.shape[2] - 1
    # The largest number is the side with all checkers on the last place.
    on_head = side == known.shelves.shape[0] - 1
    level = min(head_allowance(rules, frame, on_head, number(0)), most)
    singles = known.singles[row.shelf, side, level]
    fill_pairs(known, steps, level)
    total = 0.0
    for high in range(1, DICE):
        for low in range(1, high):
            best = max(pairs[high, low], pairs[low, high])
            if best == WORST:
                # Rule: if either die can be played but not both, the larger must be.
                best = np.float64(singles[high] if singles[high] > WORST else singles[low])
            total += 2 * (best if best > WORST else here)
        level = min(head_allowance(rules, frame, on_head, high), most)
        best, _ = longest(known, steps, (high, level, number(4)), here)
        total += best
    return total / 36


@jit
def fill_pairs(known: SweepTables, steps: Steps, level: int) -> None:
    """Fill the best turns of two moves, by the first die and the second; WORST if there is none."""
    pairs = steps.pairs
    for first in range(1, DICE):
        for second in range(1, DICE):
            pairs[first, second] = WORST
        for j in range(steps.counts[first]):
            head = steps.moves[first, j, STEP_HEAD]
            if head and level == 0:
                continue
            worth = steps.worths[first, j]
            after = steps.moves[first, j, STEP_AFTER]
            shelf = steps.moves[first, j, STEP_SHELF]
            for second in range(1, DICE):
                if steps.moves[first, j, STEP_OVER] == 0:
                    worth = np.float64(known.singles[shelf, after, level - head, second])
                pairs[first, second] = max(pairs[first, second], worth)
