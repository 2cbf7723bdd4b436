"""The final positions of one turn or of several, with their values.

They stand between the search of turns and the look-ahead (`decisions.py`).
"""

from typing import NamedTuple

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.bits import number
from nardy.kernel.bombs import value_with_bombs
from nardy.kernel.forward import first_layer
from nardy.kernel.jit import entry, jit
from nardy.kernel.layout import Bytes, Finals, Floats, Ints, Pins, Rows
from nardy.kernel.leftovers import is_owed, leaves_dice
from nardy.kernel.scoring import (
    FACT_FIRST,
    FACT_LEFT,
    FACTS_SIZE,
    GOING_ON,
    next_facts_batch,
    outcomes_batch,
)
from nardy.kernel.turns import filter_turns, turns_batch
from nardy.kernel.valuing import Net

DICE = 4
"""Dice of the longest list whose turns are all listed; longer ones are cascades (`cascades.py`)."""
ROOM = 1 << 12
"""States of the first search of a turn; those that need more get eight times as much."""
PER_ROW, SPARE = 40, 500
"""Final positions for which there is room at first, for each row and besides."""


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


@entry
def all_finals(net: Net, rows: Rows) -> Finals:
    """Every final position of rows of DICE dice, in arrays that may be longer; the offsets tell."""
    count = rows.boards.shape[0]
    capacity = PER_ROW * count + SPARE
    room = number(ROOM)
    finals = empty_finals(count, capacity, number(DICE))
    lost, crowded = turns_batch(net.laws, rows, room, finals)
    while lost or crowded:
        capacity += lost
        # Rare rows need more room: laws on the order of moves.
        if crowded:
            room *= 8
        finals = empty_finals(count, capacity, number(DICE))
        lost, crowded = turns_batch(net.laws, rows, room, finals)
    return finals


@entry
def empty_finals(count: int, capacity: int, most: int) -> Finals:
    """Room for the final positions of some rows, each of at most this many moves."""
    return Finals(
        np.empty((capacity, 2, at.PLACES), np.int8),
        np.empty((capacity, 2), np.int32),
        np.empty((capacity, most, at.MOVE_SIZE), np.int8),
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


@jit
def rolls_again(before: Bytes, row: int, facts: Bytes, k: int) -> int:
    """1 if the mover also rolls next, as after leftovers."""
    return number(facts[k, FACT_FIRST] == before[row, FACT_FIRST])


@jit
def put_after(
    finals: Finals, places: tuple[int, int], after: tuple[Bytes, Pins], again: int
) -> None:
    """Write a final position into a row of other arrays, as the player who rolls next sees it."""
    k, row = places
    for side in range(2):
        there = side if again else 1 - side
        after[1][row, side] = finals.pins[k, there]
        for place in range(at.PLACES):
            after[0][row, side, place] = finals.boards[k, there, place]


@entry
def value_finals(
    net: Net, before: Bytes, finals: Finals, facts: Bytes, values: tuple[Floats, Floats]
) -> None:
    """Fill the chances of the players who roll next, and the equities of the movers.

    `before` are the facts of each row before its turn, `facts` those after each final position. Ends of
    games are valued as the network guesses them.
    """
    chances, equities = values
    count, rows = equities.shape[0], before.shape[0]
    mixed = False
    for row in range(rows):
        mixed = mixed or before[row, FACT_LEFT] > 0
    if not mixed:
        board = (finals.boards[:count], finals.pins[:count], number(at.OPPONENT))
        value_with_bombs(net, board, facts, chances, equities)
        for k in range(count):
            equities[k] = -equities[k]
        return
    boards, pins = np.empty((count, 2, at.PLACES), np.int8), np.empty((count, 2), np.int32)
    for row in range(rows):
        for k in range(finals.offsets[row], finals.offsets[row + 1]):
            put_after(finals, (k, k), (boards, pins), rolls_again(before, row, facts, k))
    value_with_bombs(net, (boards, pins, number(at.PLAYER)), facts, chances, equities)
    for row in range(rows):
        for k in range(finals.offsets[row], finals.offsets[row + 1]):
            if not rolls_again(before, row, facts, k):
                equities[k] = -equities[k]


@entry
def valued(net: Net, rows: Rows, before: Bytes, found: tuple[Finals, Ints]) -> Candidates:
    """Final positions without look-ahead, and how many dice each used.

    `before` are the facts of each row, `rows` the turns as they began.
    """
    finals, played = found
    count = finals.offsets[-1]
    boards, pins, offsets = finals.boards[:count], finals.pins[:count], finals.offsets
    told = Candidates(
        np.empty(count, np.float32),
        np.zeros(count, np.int8),
        np.empty((count, net.points.shape[0]), np.float32),
        np.empty((count, FACTS_SIZE), np.int8),
        np.empty(count, np.int8),
    )
    next_facts_batch(net.laws, net.stakes, before, (boards, offsets), told.facts)
    for row in range(rows.boards.shape[0]):
        for k in range(offsets[row], offsets[row + 1]):
            if leaves_dice(net.laws, rows.mids, row, played[k]):
                told.facts[k, FACT_LEFT] = not is_owed(before, row, told.facts, k)
    laws = (net.laws, net.stakes)
    outcomes_batch(laws, (rows.boards, before), (boards, pins, offsets), told.outcomes)
    value_finals(net, before, finals, told.facts, (told.chances, told.equities))
    for row in range(rows.boards.shape[0]):
        for k in range(offsets[row], offsets[row + 1]):
            # The network has guessed these too; the end of a game is known exactly.
            if told.outcomes[k] != GOING_ON:
                told.equities[k] = net.worth[before[row, FACT_FIRST], told.outcomes[k]]
    return told


@entry
def moves_made(finals: Finals) -> Ints:
    """How many dice each final position used, by its moves."""
    played = np.zeros(finals.offsets[-1], np.int64)
    for k in range(played.shape[0]):
        for j in range(finals.moves.shape[1]):
            played[k] += finals.moves[k, j, at.MOVE_ORIGIN] > 0
    return played
