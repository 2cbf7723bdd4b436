"""Whole decisions in compiled code: turns ranked by looking ahead.

The same search as `nardy.search` makes on arrays, for one decision, in a form that needs nothing else: it
runs in a browser. Games with a bomb, with cascades or with leftover dice are not searched here
(`nardy.search` plays those die by die).

A *ply* is one roll and its answer. Both players answer with the turn that looks best without
look-ahead. Only the best candidates of a ply are examined deeper.
"""

from typing import NamedTuple

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.bits import number
from nardy.kernel.forward import (
    first_layer,
)
from nardy.kernel.jit import entry, jit
from nardy.kernel.layout import Bytes, Finals, Floats, Ints, Pins, Rows
from nardy.kernel.play import begin_batch, roll_batch
from nardy.kernel.scoring import (
    FACT_FIRST,
    FACT_TURNS_MINE,
    FACTS_SIZE,
    GOING_ON,
    next_facts_batch,
    outcomes_batch,
)
from nardy.kernel.turns import filter_turns, turns_batch
from nardy.kernel.valuing import Net, value_batch

DICE = 4
"""Longest list of dice."""
ROLLS = 21
ROOM = 1 << 12
"""States of the first search of a turn; those that need more get eight times as much."""
PER_ROW, SPARE = 40, 500
"""Final positions for which there is room at first, for each row and besides."""


class Table(NamedTuple):
    """Positions before a roll, with their facts; seen by the player who rolls."""

    boards: Bytes
    pins: Pins
    facts: Bytes


class Candidates(NamedTuple):
    """The values of the final positions of one decision; arrays that `rank_turns` fills."""

    equities: Floats
    """float32[k], for the mover."""
    plies: Bytes
    """int8[k]: how deep each was examined."""
    chances: Floats
    """float32[k, outcomes], for the player who rolls next."""
    facts: Bytes
    """int8[k, FACTS_SIZE], for the player who rolls next."""
    outcomes: Bytes
    """int8[k], for the mover; GOING_ON where the game goes on."""


# ------------------------------------------------------------------------------- one turn


@entry
def all_finals(net: Net, rows: Rows) -> Finals:
    """Every final position of every row, in arrays that may be longer; the offsets tell."""
    count = rows.boards.shape[0]
    capacity = PER_ROW * count + SPARE
    room = number(ROOM)
    finals = empty_finals(count, capacity)
    lost, crowded = turns_batch(net.laws, rows, room, finals)
    while lost or crowded:
        capacity += lost
        # Rare rows need more room: laws on the order of moves.
        if crowded:
            room *= 8
        finals = empty_finals(count, capacity)
        lost, crowded = turns_batch(net.laws, rows, room, finals)
    return finals


@entry
def empty_finals(count: int, capacity: int) -> Finals:
    """Room for the final positions of some rows."""
    return Finals(
        np.empty((capacity, 2, at.PLACES), np.int8),
        np.empty((capacity, 2), np.int32),
        np.empty((capacity, DICE, at.MOVE_SIZE), np.int8),
        np.empty(count + 1, np.int64),
    )


# Rows are copied number by number: Numba's copies of whole slices carry the texts of their errors,
# which WebAssembly would have to hold.
@jit
def copy_position(
    boards: Bytes, pins: Pins, which: int, into: tuple[Bytes, Pins], row: int
) -> None:
    """Write one position into a row of other arrays."""
    for side in range(2):
        into[1][row, side] = pins[which, side]
        for place in range(at.PLACES):
            into[0][row, side, place] = boards[which, side, place]


@entry
def begun(net: Net, table: Table, which: int, rolls: Bytes) -> Rows:
    """The turns that begin with these rolls in one position."""
    count = rolls.shape[0]
    rows = Rows(
        np.empty((count, 2, at.PLACES), np.int8),
        np.empty((count, 2), np.int32),
        np.zeros((count, DICE), np.int8),
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


@entry
def keep_likely(net: Net, finals: Finals) -> None:
    """Keep the turns of each row that the move filter ranks first."""
    count = finals.offsets[-1]
    hidden = np.empty((count, net.filter_table.shape[1]), np.float32)
    dense = np.empty((count, 0), np.float32)
    phases = np.empty(count, np.int8)
    board = (finals.boards[:count], finals.pins[:count], number(at.OPPONENT))
    no_rows = net.filter_table[:0]
    first_layer(board, dense, phases, (net.filter_table, no_rows, number(1)), hidden)
    scores = np.empty(count, np.float32)
    for k in range(count):
        total = np.float32(0)
        for i in range(hidden.shape[1]):
            total += hidden[k, i] * net.filter_last[i]
        scores[k] = total
    width = (net.filter_most, net.filter_margin)
    filter_turns(finals, scores, net.laws[at.RULES_CHECKERS], width)


@entry
def valued(net: Net, rows: Rows, before: Bytes, finals: Finals) -> Candidates:
    """The final positions of rows without look-ahead; `before` are the facts of each row."""
    count = finals.offsets[-1]
    boards, pins, offsets = finals.boards[:count], finals.pins[:count], finals.offsets
    found = Candidates(
        np.empty(count, np.float32),
        np.zeros(count, np.int8),
        np.empty((count, net.points.shape[0]), np.float32),
        np.empty((count, FACTS_SIZE), np.int8),
        np.empty(count, np.int8),
    )
    next_facts_batch(net.laws, net.stakes, before, (boards, offsets), found.facts)
    laws = (net.laws, net.stakes)
    outcomes_batch(laws, (rows.boards, before), (boards, pins, offsets), found.outcomes)
    board = (boards, pins, number(at.OPPONENT))
    value_batch(net, board, found.facts, found.chances, found.equities)
    for row in range(rows.boards.shape[0]):
        for k in range(offsets[row], offsets[row + 1]):
            # The network has guessed these too; the end of a game is known exactly.
            if found.outcomes[k] == GOING_ON:
                found.equities[k] = -found.equities[k]
            else:
                found.equities[k] = net.worth[before[row, FACT_FIRST], found.outcomes[k]]
    return found


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
def answered(net: Net, table: Table, which: int) -> Answers:
    """Answer every roll in one position without look-ahead."""
    rolls = every_roll()
    rows = begun(net, table, which, rolls)
    before = np.empty((ROLLS, FACTS_SIZE), np.int8)
    for row in range(ROLLS):
        for fact in range(FACTS_SIZE):
            before[row, fact] = table.facts[which, fact]
    finals = all_finals(net, rows)
    if net.filter_table.shape[0]:
        keep_likely(net, finals)
    found = valued(net, rows, before, finals)
    outcomes = net.points.shape[0]
    answers = Answers(
        np.empty(ROLLS, np.float32),
        np.zeros((ROLLS, outcomes), np.float32),
        np.empty(ROLLS, np.int8),
        Table(
            np.empty((ROLLS, 2, at.PLACES), np.int8),
            np.empty((ROLLS, 2), np.int32),
            np.empty((ROLLS, FACTS_SIZE), np.int8),
        ),
    )
    for row in range(ROLLS):
        best = finals.offsets[row]
        for k in range(best + 1, finals.offsets[row + 1]):
            # The first of equals, so that every machine chooses the same turn.
            if found.equities[k] > found.equities[best]:
                best = k
        answers.equities[row] = found.equities[best]
        answers.outcomes[row] = found.outcomes[best]
        if found.outcomes[best] == GOING_ON:
            for j in range(outcomes):
                answers.chances[row, j] = found.chances[best, outcomes - 1 - j]
        else:
            answers.chances[row, found.outcomes[best]] = 1
        put_after(finals, found.facts, best, answers.after, row)
    return answers


@jit
def put_after(finals: Finals, facts: Bytes, k: int, after: Table, row: int) -> None:
    """Write a final position as the player who rolls next sees it."""
    for side in range(2):
        after.pins[row, side] = finals.pins[k, 1 - side]
        for place in range(at.PLACES):
            after.boards[row, side, place] = finals.boards[k, 1 - side, place]
    for fact in range(FACTS_SIZE):
        after.facts[row, fact] = facts[k, fact]


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
        if plies > 1 and answers.outcomes[roll] == GOING_ON:
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
    found = all_finals(net, rows)
    count = found.offsets[1]
    if count > told.equities.shape[0]:
        return -1
    worth = valued(net, rows, table.facts, found)
    for k in range(count):
        copy_position(found.boards, found.pins, k, (finals.boards, finals.pins), k)
        for i in range(DICE):
            for part in range(at.MOVE_SIZE):
                finals.moves[k, i, part] = found.moves[k, i, part]
        told.equities[k] = worth.equities[k]
        told.plies[k] = 0
        for j in range(told.chances.shape[1]):
            told.chances[k, j] = worth.chances[k, j]
        for fact in range(FACTS_SIZE):
            told.facts[k, fact] = worth.facts[k, fact]
        told.outcomes[k] = worth.outcomes[k]
    if count > 1:
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
    many = 0
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
        if told.outcomes[k] == GOING_ON:
            put_after(finals, told.facts, k, after, number(0))
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
