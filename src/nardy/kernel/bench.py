"""Speed of turn generation, on rows from random play, by process CPU time."""

import time
from typing import NamedTuple

import numpy as np

from nardy.kernel import layout as at
from nardy.kernel.arrays import all_turns, make_finals
from nardy.kernel.layout import Bytes, Finals, Ints, Rows, join_rows, pick_rows
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
        # A finished game begins again, so that every row has turns to list.
        over = boards[:, at.OPPONENT, at.OFF] == start[at.PLAYER].sum()
        boards[over] = start
        pins[over] = 0
    return pick_rows(join_rows(found), slice(count))


def turns_rate(rules: Ints, rows: Rows, repeats: int = 5) -> BenchRate:
    """The median rate of several repeats over all rows, after a first call that compiles."""
    starts = range(0, len(rows.boards), BATCH)
    batches = [pick_rows(rows, slice(low, low + BATCH)) for low in starts]
    capacity = max(len(all_turns(rules, batch).boards) for batch in batches)
    finals = make_finals(BATCH, capacity, rows.dice.shape[1])
    rates: list[BenchRate] = []
    for _ in range(repeats):
        # Process time, because the machine may be shared.
        found = 0
        begin = time.process_time()
        for batch in batches:
            turns_batch(rules, batch, ROOM, finals)
            found += int(finals.offsets[len(batch.boards)])
        spent = time.process_time() - begin
        rates.append(BenchRate(len(rows.boards) / spent, found / spent))
    # The median, because other work on the machine slows down single repeats.
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
