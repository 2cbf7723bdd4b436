"""Speed of turn generation, on rows from random play, by process CPU time."""

import time
from typing import NamedTuple

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.layout import Bytes, Finals, Ints, Rows
from nardy.kernel.play import begin_batch, roll_batch
from nardy.kernel.turns import turns_batch

ROOM = 1 << 14
TURNS = 128
"""Number of turns played in each of the parallel games."""
MARKS = 2 * at.PLACES + 2
"""Numbers in a board and its pins."""
BATCH = 512
"""Rows of one call: their final positions fit into a processor's cache."""


class BenchRate(NamedTuple):
    """Turn generations for each second of CPU time; one lists all turns of a position and roll."""

    generations: float
    finals: float
    """Final positions for each second."""


def random_rows(rules: Ints, start: Bytes, count: int, seed: int = 1) -> Rows:
    """Positions from random play with a roll for each, as rows before the first move.

    Doubles are played as four moves: cascades have too many turns to list.

    Args:
        rules: A game (layout.py).
        start: int8[2, 26], the start position.
        count: The number of rows.
        seed: Equal seeds give equal rows.
    """
    random = np.random.default_rng(seed)
    rules = rules.copy()
    rules[at.RULES_CASCADE_COUNT] = 0
    games = max(1, count // TURNS)
    boards = np.repeat(start[None], games, axis=0)
    pins = np.zeros((games, 2), np.int32)
    found: list[Rows] = []
    for _ in range(-(-count // games)):
        mids = np.zeros((games, at.MIDS_SIZE), np.int64)
        rows = Rows(boards, pins, np.zeros((games, 4), np.int8), mids)
        rolls = random.integers(1, 7, (games, 2)).astype(np.int8)
        roll_batch(rules, rolls, np.zeros(games, np.int64), rows)
        begin_batch(rules, rows, ROOM)
        found.append(rows)
        finals = all_turns(rules, rows)
        chosen = choose(finals, random.integers(1, 1 << 62, MARKS))
        boards = np.ascontiguousarray(finals.boards[chosen][:, ::-1])
        pins = np.ascontiguousarray(finals.pins[chosen][:, ::-1])
        over = boards[:, at.OPPONENT, at.OFF] == start[at.PLAYER].sum()
        boards[over] = start
        pins[over] = 0
    return part_of(joined(found), 0, count)


def joined(batches: list[Rows]) -> Rows:
    """The rows of all batches."""
    return Rows(
        np.concatenate([batch.boards for batch in batches]),
        np.concatenate([batch.pins for batch in batches]),
        np.concatenate([batch.dice for batch in batches]),
        np.concatenate([batch.mids for batch in batches]),
    )


def part_of(rows: Rows, low: int, high: int) -> Rows:
    """The rows from one index to another."""
    boards, pins, dice, mids = rows
    return Rows(boards[low:high], pins[low:high], dice[low:high], mids[low:high])


def all_turns(rules: Ints, rows: Rows) -> Finals:
    """The turns of all rows, with growing capacity."""
    capacity = 64 * len(rows.boards)
    while True:
        finals = room_for(len(rows.boards), capacity, rows.dice.shape[1])
        lost, crowded = turns_batch(rules, rows, ROOM, finals)
        if crowded:
            raise RuntimeError("four dice have more turns than expected")
        if not lost:
            return finals
        capacity += lost


def room_for(rows: int, capacity: int, dice: int) -> Finals:
    """Empty arrays for the final positions of this many rows."""
    return Finals(
        np.empty((capacity, 2, at.PLACES), np.int8),
        np.empty((capacity, 2), np.int32),
        np.empty((capacity, dice, at.MOVE_SIZE), np.int8),
        np.empty(rows + 1, np.int64),
    )


def turns_rate(rules: Ints, rows: Rows, repeats: int = 5) -> BenchRate:
    """The median rate of several repeats over all rows, after a first call that compiles."""
    batches = [part_of(rows, low, low + BATCH) for low in range(0, len(rows.boards), BATCH)]
    capacity = max(len(all_turns(rules, batch).boards) for batch in batches)
    finals = room_for(BATCH, capacity, rows.dice.shape[1])
    rates: list[BenchRate] = []
    for _ in range(repeats):
        found = 0
        begin = time.process_time()
        for batch in batches:
            turns_batch(rules, batch, ROOM, finals)
            found += int(finals.offsets[len(batch.boards)])
        spent = time.process_time() - begin
        rates.append(BenchRate(len(rows.boards) / spent, found / spent))
    return sorted(rates)[repeats // 2]


def choose(finals: Finals, weights: Ints) -> Ints:
    """A pseudo-random final position of every row, independent of their order."""
    marks = marks_of(finals, weights)
    best = np.maximum.reduceat(marks, finals.offsets[:-1])
    chosen = np.flatnonzero(marks == np.repeat(best, np.diff(finals.offsets)))
    return chosen[np.searchsorted(chosen, finals.offsets[:-1])]


def marks_of(finals: Finals, weights: Ints) -> Ints:
    """A hash of each final position; equal boards and pins have equal hashes."""
    count = finals.offsets[-1]
    boards = finals.boards[:count].reshape(-1, 2 * at.PLACES).astype(np.int64)
    pins = finals.pins[:count].astype(np.int64)
    return np.concatenate([boards, pins], axis=1) @ weights


def checksum(finals: Finals) -> int:
    """A hash of all final positions, independent of their order within a row.

    It is the same on every machine; it changes with the laws or the layout.
    """
    marks = marks_of(finals, np.random.default_rng(0).integers(1, 1 << 62, MARKS))
    rows = np.repeat(np.arange(len(finals.offsets) - 1), np.diff(finals.offsets))
    # Mixed before adding, so that swapping checkers between positions changes the sum.
    marks = (marks ^ marks >> 29) * 0x2545F4914F6CDD1D
    return int(((marks ^ marks >> 32) * (2 * rows + 1)).sum())
