"""Long lists of dice played die by die, by the network's value of the position if the turn ended there.

A cascade has too many turns to list. After each die the best few positions are kept, at the end of the
turn they are its candidates; with one kept it is the way in which both players answer in a look-ahead.
Every move keeps the longest play within reach, so that each way is a legal turn.
"""

from typing import NamedTuple

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.bits import number
from nardy.kernel.candidates import ROOM, copy_position, empty_finals, value_finals
from nardy.kernel.jit import entry, jit
from nardy.kernel.layout import Bytes, Choices, Finals, Floats, Ints, Rows
from nardy.kernel.moves import MOST_MOVES, write_first_moves
from nardy.kernel.play import play_batch
from nardy.kernel.scoring import FACTS_SIZE, next_facts_batch
from nardy.kernel.states import Pool, make_pool
from nardy.kernel.valuing import Net
from nardy.kernel.work import Work, make_work


class Ways(NamedTuple):
    """Turns on their way: the positions kept so far, those of one turn behind each other."""

    rows: Rows
    moves: Bytes
    """int8[n, d, MOVE_SIZE]: the moves that led there."""
    owners: Ints
    """int64[n]: the turn that each belongs to, rising."""


@entry
def empty_ways(count: int, most: int) -> Ways:
    """Room for this many positions of turns of at most this many dice."""
    rows = Rows(
        np.empty((count, 2, at.PLACES), np.int8),
        np.empty((count, 2), np.int32),
        np.empty((count, most), np.int8),
        np.empty((count, at.MIDS_SIZE), np.int64),
    )
    moves = np.zeros((count, most, at.MOVE_SIZE), np.int8)
    return Ways(rows, moves, np.empty(count, np.int64))


@jit
def copy_row(rows: Rows, which: int, into: Rows, row: int) -> None:
    """Copy one turn on its way."""
    copy_position(rows.boards, rows.pins, which, (into.boards, into.pins), row)
    for j in range(rows.dice.shape[1]):
        into.dice[row, j] = rows.dice[which, j]
    for column in range(at.MIDS_SIZE):
        into.mids[row, column] = rows.mids[which, column]


@jit
def copy_way(ways: Ways, which: int, into: Ways, row: int) -> None:
    """Copy one turn on its way, with its moves and its owner."""
    copy_row(ways.rows, which, into.rows, row)
    for j in range(ways.moves.shape[1]):
        for column in range(at.MOVE_SIZE):
            into.moves[row, j, column] = ways.moves[which, j, column]
    into.owners[row] = ways.owners[which]


@jit
def is_same(rows: Rows, one: int, other: int) -> bool:
    """Whether two turns on their way may go on in the same ways."""
    same = True
    for side in range(2):
        same = same and rows.pins[one, side] == rows.pins[other, side]
        for place in range(at.PLACES):
            same = same and rows.boards[one, side, place] == rows.boards[other, side, place]
    for column in range(at.MIDS_SIZE):
        same = same and rows.mids[one, column] == rows.mids[other, column]
    return same


@entry
def single_moves(net: Net, ways: Ways, tools: tuple[Work, Pool]) -> tuple[Choices, Pool]:
    """The moves of every position that keep the longest play within reach; a larger pool where needed."""
    work, pool = tools
    count = ways.owners.shape[0]
    choices = Choices(
        np.empty((MOST_MOVES * count, at.MOVE_SIZE), np.int8),
        np.empty(count + 1, np.int64),
        np.empty(count, np.int64),
    )
    while write_first_moves(net.laws, ways.rows, (work, pool), choices)[1]:
        pool = make_pool(8 * pool.states.shape[0])
    return choices, pool


@entry
def one_further(net: Net, ways: Ways, choices: Choices, j: int) -> Ways:
    """Every position after each of its moves, which is move j of the turn."""
    count = choices.offsets[-1]
    ahead = empty_ways(count, ways.moves.shape[1])
    for way in range(ways.owners.shape[0]):
        for k in range(choices.offsets[way], choices.offsets[way + 1]):
            copy_way(ways, number(way), ahead, number(k))
            for column in range(at.MOVE_SIZE):
                ahead.moves[k, j, column] = choices.moves[k, column]
    play_batch(net.laws, ahead.rows, choices.moves[:count])
    return ahead


@entry
def worth_now(net: Net, facts: Bytes, ways: Ways, tried: tuple[Choices, Ways]) -> Floats:
    """The movers' equities float32[k] if their turns ended here; `facts` are those of the turns."""
    choices, ahead = tried
    before = np.empty((ways.owners.shape[0], FACTS_SIZE), np.int8)
    for way in range(before.shape[0]):
        for fact in range(FACTS_SIZE):
            before[way, fact] = facts[ways.owners[way], fact]
    count = ahead.owners.shape[0]
    rows = ahead.rows
    finals = Finals(rows.boards, rows.pins, ahead.moves, choices.offsets)
    after = np.empty((count, FACTS_SIZE), np.int8)
    next_facts_batch(net.laws, net.stakes, before, (rows.boards, choices.offsets), after)
    equities = np.empty(count, np.float32)
    chances = np.empty((count, net.points.shape[0]), np.float32)
    value_finals(net, before, finals, after, (chances, equities))
    return equities


@entry
def best_few(ahead: Ways, equities: Floats, width: int) -> Ways:
    """The best positions of each turn, at most this many, the best first; equal ones once."""
    count = ahead.owners.shape[0]
    kept = np.empty(count, np.int64)
    many, first = number(0), number(0)
    while first < count:
        end = first
        while end < count and ahead.owners[end] == ahead.owners[first]:
            end += 1
        begin = many
        while many - begin < width:
            best = number(-1)
            for k in range(first, end):
                # The first of equals, so that every machine keeps the same.
                if best >= 0 and equities[k] <= equities[best]:
                    continue
                is_kept = False
                for i in range(begin, many):
                    is_kept = is_kept or is_same(ahead.rows, kept[i], number(k))
                if not is_kept:
                    best = number(k)
            if best < 0:
                break
            kept[many] = best
            many += 1
        first = end
    ways = empty_ways(many, ahead.moves.shape[1])
    for i in range(many):
        copy_way(ahead, kept[i], ways, number(i))
    return ways


@entry
def cascade_finals(net: Net, rows: Rows, facts: Bytes, width: int) -> Finals:
    """Some good final positions of every row, at most `width`, with their moves.

    `facts` int8[n, FACTS_SIZE] are those of the rows before their turns. A row that the last move ended
    early, as by bearing off the last checker, may have more.
    """
    count, most = rows.boards.shape[0], rows.dice.shape[1]
    ends = empty_ways(count * width * (most + 1), most)
    many = number(0)
    work = make_work(np.zeros((MOST_MOVES, 1, at.MOVE_SIZE), np.int8), most)
    pool = make_pool(number(ROOM))
    ways = empty_ways(count, most)
    for row in range(count):
        copy_row(rows, number(row), ways.rows, number(row))
        ways.owners[row] = row
    j = number(0)
    while ways.owners.shape[0]:
        choices, pool = single_moves(net, ways, (work, pool))
        for way in range(ways.owners.shape[0]):
            if choices.offsets[way] == choices.offsets[way + 1]:
                copy_way(ways, number(way), ends, many)
                many += 1
        ahead = one_further(net, ways, choices, j)
        ways = best_few(ahead, worth_now(net, facts, ways, (choices, ahead)), width)
        j += 1
    return in_rows(ends, many, count)


@entry
def in_rows(ends: Ways, many: int, count: int) -> Finals:
    """The ends of turns sorted by their rows, each final position once."""
    finals = empty_finals(count, many, ends.moves.shape[1])
    last = number(0)
    finals.offsets[0] = 0
    for row in range(count):
        for k in range(many):
            if ends.owners[k] != row or is_known(ends.rows, number(k), (finals, last), row):
                continue
            copy_position(ends.rows.boards, ends.rows.pins, k, (finals.boards, finals.pins), last)
            for j in range(ends.moves.shape[1]):
                for column in range(at.MOVE_SIZE):
                    finals.moves[last, j, column] = ends.moves[k, j, column]
            last += 1
        finals.offsets[row + 1] = last
    return finals


@jit
def is_known(rows: Rows, which: int, found: tuple[Finals, int], row: int) -> bool:
    """Whether a row has this final position already, by other moves."""
    finals, last = found
    known = False
    for k in range(finals.offsets[row], last):
        same = True
        for side in range(2):
            same = same and rows.pins[which, side] == finals.pins[k, side]
            for place in range(at.PLACES):
                same = same and rows.boards[which, side, place] == finals.boards[k, side, place]
        known = known or same
    return known


@entry
def cascade_batch(net: Net, turns: tuple[Rows, Bytes], width: int, finals: Finals) -> int:
    """Write `cascade_finals` of rows and facts; return how many, or -1 where they do not fit."""
    rows, facts = turns
    found = cascade_finals(net, rows, facts, width)
    count = found.offsets[-1]
    if count > finals.boards.shape[0]:
        return -1
    for k in range(count):
        copy_position(found.boards, found.pins, number(k), (finals.boards, finals.pins), number(k))
        for j in range(found.moves.shape[1]):
            for column in range(at.MOVE_SIZE):
                finals.moves[k, j, column] = found.moves[k, j, column]
    for row in range(found.offsets.shape[0]):
        finals.offsets[row] = found.offsets[row]
    return count
