"""Whole decisions in compiled code: turns ranked by looking ahead.

The same search as `nardy.search` makes on arrays, for one decision, in a form that needs nothing else: it
runs in a browser. Positions whose next player has leftovers to play are not examined deeper, and cascades are
ranked without look-ahead.

A *ply* is one roll and its answer. Both players answer with the turn that looks best without
look-ahead, cascades die by die. Only the best candidates of a ply are examined deeper.
"""

from typing import NamedTuple

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.bits import number
from nardy.kernel.bombs import explode_where_better
from nardy.kernel.candidates import (
    DICE,
    ROOM,
    Candidates,
    all_finals,
    copy_position,
    keep_likely,
    moves_made,
    put_after,
    rolls_again,
    valued,
)
from nardy.kernel.cascades import cascade_finals, copy_row
from nardy.kernel.jit import entry, jit
from nardy.kernel.layout import Bytes, Finals, Floats, Ints, Pins, Rows
from nardy.kernel.play import begin_batch, roll_batch
from nardy.kernel.scoring import FACT_LEFT, FACT_TURNS_MINE, FACTS_SIZE, GOING_ON
from nardy.kernel.valuing import Net

ROLLS = 21
WIDTH = 8
"""Positions of a cascade that are kept after each die, where its turns are ranked."""


class Table(NamedTuple):
    """Positions before a roll, with their facts; seen by the player who rolls."""

    boards: Bytes
    pins: Pins
    facts: Bytes


@entry
def begun(net: Net, table: Table, which: int, rolls: Bytes) -> Rows:
    """The turns that begin with these rolls in one position."""
    count = rolls.shape[0]
    rows = Rows(
        np.empty((count, 2, at.PLACES), np.int8),
        np.empty((count, 2), np.int32),
        np.zeros((count, max(number(DICE), 6 * net.laws[at.RULES_CASCADE_COUNT])), np.int8),
        np.zeros((count, at.MIDS_SIZE), np.int64),
    )
    taken = np.empty(count, np.int64)
    for row in range(count):
        copy_position(table.boards, table.pins, which, (rows.boards, rows.pins), row)
        taken[row] = table.facts[which, FACT_TURNS_MINE]
    roll_batch(net.laws, rolls, taken, rows)
    room = number(ROOM)
    while begin_batch(net.laws, rows, room):
        room *= 8
    return rows


# ------------------------------------------------------------------------------ look-ahead


class Answers(NamedTuple):
    """The best answer to every roll in one position."""

    equities: Floats
    """float32[21], for the player who rolls."""
    chances: Floats
    """float32[21, outcomes], for the player who rolls."""
    outcomes: Bytes
    """int8[21], for the player who rolls."""
    after: Table
    """The positions after the answers, seen by the other player."""


@entry
def every_roll() -> Bytes:
    """int8[21, 2]: all rolls, the larger die first."""
    rolls = np.empty((ROLLS, 2), np.int8)
    n = 0
    for high in range(1, 7):
        for low in range(1, high + 1):
            rolls[n, 0] = high
            rolls[n, 1] = low
            n += 1
    return rolls


@entry
def listed(rows: Rows) -> Rows:
    """The rows as `all_finals` takes them; cascades without their dice, as if they were a dance."""
    count = rows.boards.shape[0]
    dice, mids = np.zeros((count, DICE), np.int8), np.zeros((count, at.MIDS_SIZE), np.int64)
    for row in range(count):
        for j in range(min(rows.dice.shape[1], number(DICE))):
            dice[row, j] = rows.dice[row, j]
        for column in range(at.MIDS_SIZE):
            mids[row, column] = rows.mids[row, column]
        if mids[row, at.MID_DICE] > DICE:
            mids[row, at.MID_DICE] = 0
    return Rows(rows.boards, rows.pins, dice, mids)


@entry
def put_cascades(net: Net, rows: Rows, before: Bytes, finals: Finals) -> Ints:
    """Play the cascades of some rows die by die, in place of their dances; return the dice of each."""
    many = number(0)
    for row in range(rows.boards.shape[0]):
        many += rows.mids[row, at.MID_DICE] > DICE
    some = Rows(
        np.empty((many, 2, at.PLACES), np.int8),
        np.empty((many, 2), np.int32),
        np.empty((many, rows.dice.shape[1]), np.int8),
        np.empty((many, at.MIDS_SIZE), np.int64),
    )
    facts, which = np.empty((many, FACTS_SIZE), np.int8), np.empty(many, np.int64)
    played, many = np.zeros(rows.boards.shape[0], np.int64), number(0)
    for row in range(rows.boards.shape[0]):
        if rows.mids[row, at.MID_DICE] > DICE:
            copy_row(rows, number(row), some, many)
            for fact in range(FACTS_SIZE):
                facts[many, fact] = before[row, fact]
            which[many] = row
            many += 1
    found = cascade_finals(net, some, facts, number(1))
    dice = moves_made(found)
    for i in range(many):
        place = number(finals.offsets[which[i]])
        k = number(found.offsets[i])
        copy_position(found.boards, found.pins, k, (finals.boards, finals.pins), place)
        played[which[i]] = dice[k]
    return played


@entry
def answered(net: Net, given: Table, which: int) -> Answers:
    """Answer every roll in one position without look-ahead, after the choice of the bomb."""
    table = one_of(given, which)
    explode_where_better(net, (table.boards, table.pins, table.facts), np.empty(1, np.int8))
    rolls = every_roll()
    rows = begun(net, table, number(0), rolls)
    before = np.empty((ROLLS, FACTS_SIZE), np.int8)
    for row in range(ROLLS):
        for fact in range(FACTS_SIZE):
            before[row, fact] = table.facts[0, fact]
    finals, played = every_answer(net, rows, before)
    found = valued(net, rows, before, (finals, played))
    answers = Answers(
        np.empty(ROLLS, np.float32),
        np.zeros((ROLLS, net.points.shape[0]), np.float32),
        np.empty(ROLLS, np.int8),
        Table(
            np.empty((ROLLS, 2, at.PLACES), np.int8),
            np.empty((ROLLS, 2), np.int32),
            np.empty((ROLLS, FACTS_SIZE), np.int8),
        ),
    )
    for row in range(ROLLS):
        best = best_of(found.equities, finals.offsets, number(row))
        again = rolls_again(before, row, found.facts, best)
        write_answer(found, (best, again), answers, number(row))
        put_after(finals, (best, number(row)), (answers.after.boards, answers.after.pins), again)
    return answers


@entry
def every_answer(net: Net, rows: Rows, before: Bytes) -> tuple[Finals, Ints]:
    """The turns that are compared for each roll, and how many dice each uses; of a cascade one."""
    finals = all_finals(net, listed(rows))
    in_cascades = np.zeros(rows.boards.shape[0], np.int64)
    if net.laws[at.RULES_CASCADE_COUNT]:
        in_cascades = put_cascades(net, rows, before, finals)
    if net.filter_table.shape[0]:
        keep_likely(net, finals)
    played = moves_made(finals)
    for row in range(in_cascades.shape[0]):
        if in_cascades[row]:
            played[finals.offsets[row]] = in_cascades[row]
    return finals, played


@jit
def best_of(equities: Floats, offsets: Ints, row: int) -> int:
    """The final position of a row with the largest equity."""
    best = number(offsets[row])
    for k in range(best + 1, offsets[row + 1]):
        # The first of equals, so that every machine chooses the same turn.
        if equities[k] > equities[best]:
            best = number(k)
    return best


@jit
def write_answer(found: Candidates, choice: tuple[int, int], answers: Answers, row: int) -> None:
    """Write the values of the chosen answer to one roll, seen by the player who rolled."""
    best, again = choice
    outcomes = answers.chances.shape[1]
    answers.equities[row] = found.equities[best]
    answers.outcomes[row] = found.outcomes[best]
    if found.outcomes[best] == GOING_ON:
        for j in range(outcomes):
            there = j if again else outcomes - 1 - j
            answers.chances[row, j] = found.chances[best, there]
    else:
        answers.chances[row, found.outcomes[best]] = 1
    for fact in range(FACTS_SIZE):
        answers.after.facts[row, fact] = found.facts[best, fact]


@entry
def one_of(table: Table, which: int) -> Table:
    """A copy of one position."""
    copy = Table(
        np.empty((1, 2, at.PLACES), np.int8),
        np.empty((1, 2), np.int32),
        np.empty((1, FACTS_SIZE), np.int8),
    )
    copy_position(table.boards, table.pins, which, (copy.boards, copy.pins), number(0))
    for fact in range(FACTS_SIZE):
        copy.facts[0, fact] = table.facts[which, fact]
    return copy


@jit
def weight_of(roll: int) -> np.float32:
    """The chance of a roll by its number in `every_roll`: doubles end their rows."""
    is_double = False
    last = number(-1)
    for high in range(1, 7):
        last += high
        is_double = is_double or roll == last
    return np.float32(1 / 36) if is_double else np.float32(2 / 36)


@entry
def expected(net: Net, table: Table, which: int, plies: int, chances: Floats) -> np.float32:
    """The equity for the player who rolls, one or two plies deep; fill float32[outcomes]."""
    answers = answered(net, table, which)
    outcomes = chances.shape[0]
    deeper = np.empty(outcomes, np.float32)
    equity = np.float32(0)
    for j in range(outcomes):
        chances[j] = 0
    for roll in range(ROLLS):
        worth = answers.equities[roll]
        for j in range(outcomes):
            deeper[j] = answers.chances[roll, j]
        goes_on = answers.outcomes[roll] == GOING_ON and answers.after.facts[roll, FACT_LEFT] == 0
        if plies > 1 and goes_on:
            again = answered(net, answers.after, roll)
            worth = np.float32(0)
            for j in range(outcomes):
                deeper[j] = 0
            for reply in range(ROLLS):
                weight = weight_of(number(reply))
                worth -= weight * again.equities[reply]
                for j in range(outcomes):
                    deeper[outcomes - 1 - j] += weight * again.chances[reply, j]
        weight = weight_of(number(roll))
        equity += weight * worth
        for j in range(outcomes):
            chances[j] += weight * deeper[j]
    return equity


@entry
def expect_batch(net: Net, table: Table, plies: int, chances: Floats, equities: Floats) -> None:
    """Fill float32[n, outcomes] and float32[n] for the players who roll, one or two plies deep."""
    for which in range(equities.shape[0]):
        equities[which] = expected(net, table, number(which), plies, chances[which])


class Width(NamedTuple):
    """Which candidates are examined at each ply."""

    most: Ints
    margins: Floats


@entry
def rank_turns(
    net: Net,
    decision: tuple[Table, Rows],
    look: tuple[int, Width],
    ranked: tuple[Finals, Candidates],
) -> int:
    """Write all final positions of one turn with their values; return how many, or -1 for too many.

    `decision` is one position before the roll and the same with its dice; `look` the plies and which
    candidates to examine. The arrays of `ranked` have equal room. Only those examined most deeply
    are comparable.
    """
    table, rows = decision
    plies, width = look
    finals, told = ranked
    is_cascade = rows.mids[0, at.MID_DICE] > DICE
    if is_cascade:
        found = cascade_finals(net, rows, table.facts, number(WIDTH))
    else:
        found = all_finals(net, listed(rows))
    count = found.offsets[1]
    if count > told.equities.shape[0]:
        return -1
    worth = valued(net, rows, table.facts, (found, moves_made(found)))
    for k in range(count):
        copy_position(found.boards, found.pins, k, (finals.boards, finals.pins), k)
        for i in range(finals.moves.shape[1]):
            for part in range(at.MOVE_SIZE):
                made = found.moves[k, i, part] if i < found.moves.shape[1] else 0
                finals.moves[k, i, part] = made
        told.equities[k] = worth.equities[k]
        told.plies[k] = 0
        for j in range(told.chances.shape[1]):
            told.chances[k, j] = worth.chances[k, j]
        for fact in range(FACTS_SIZE):
            told.facts[k, fact] = worth.facts[k, fact]
        told.outcomes[k] = worth.outcomes[k]
    if count > 1 and not is_cascade and table.facts[0, FACT_LEFT] == 0:
        for depth in range(1, plies + 1):
            look_deeper(net, (finals, count), (number(depth), width), told)
    return count


@entry
def look_deeper(
    net: Net, candidates: tuple[Finals, int], look: tuple[int, Width], told: Candidates
) -> None:
    """Examine the best of the most deeply examined candidates one ply deeper."""
    finals, count = candidates
    depth, width = look
    kept = np.empty(count, np.int64)
    most = min(width.most[depth - 1], count)
    best = np.float32(-np.inf)
    many = number(0)
    for _ in range(most):
        choice = next_best(told, count, depth, kept, many)
        if choice < 0:
            break
        if many == 0:
            best = told.equities[choice]
        if told.equities[choice] < best - width.margins[depth - 1]:
            break
        kept[many] = choice
        many += 1
    after = Table(
        np.empty((1, 2, at.PLACES), np.int8),
        np.empty((1, 2), np.int32),
        np.empty((1, FACTS_SIZE), np.int8),
    )
    chances = np.empty(told.chances.shape[1], np.float32)
    for i in range(many):
        k = kept[i]
        told.plies[k] = depth
        if told.outcomes[k] == GOING_ON and told.facts[k, FACT_LEFT] == 0:
            put_after(finals, (k, number(0)), (after.boards, after.pins), number(0))
            for fact in range(FACTS_SIZE):
                after.facts[0, fact] = told.facts[k, fact]
            told.equities[k] = -expected(net, after, number(0), depth, chances)
            for j in range(chances.shape[0]):
                told.chances[k, j] = chances[j]


@jit
def next_best(told: Candidates, count: int, depth: int, kept: Ints, many: int) -> int:
    """The best candidate of the ply before that is not kept yet; -1 for none."""
    best = number(-1)
    for k in range(count):
        if told.plies[k] != depth - 1:
            continue
        is_kept = False
        for i in range(many):
            is_kept = is_kept or kept[i] == k
        # The first of equals, so that every machine keeps the same.
        if not is_kept and (best < 0 or told.equities[k] > told.equities[best]):
            best = number(k)
    return best
