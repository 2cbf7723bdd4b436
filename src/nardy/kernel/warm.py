"""Compile the kernel ahead of time: `python -m nardy.kernel.warm`.

Compiling takes some 20 seconds, once for each version; loading from the cache takes a moment.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUntypedBaseClass=false

import os
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from numba.core import event

from nardy.kernel import layout as at
from nardy.kernel import scoring
from nardy.kernel.bearoff import DICE, SideTable, fill_rolls, find_races, races_batch
from nardy.kernel.cache import mark_complete, prune
from nardy.kernel.features import FEATURES_SIZE, Board, features_batch
from nardy.kernel.forward import (
    CELLS,
    NUMBERS,
    PIN_CELLS,
    dense_batch,
    first_layer,
    fold,
    make_basis,
    probabilities_batch,
    second_layer,
    shorten_rows,
)
from nardy.kernel.jit import NAMES
from nardy.kernel.layout import Bytes, Choices, Finals, Ints, Rows
from nardy.kernel.learning import adam, first_gradient, td_targets
from nardy.kernel.move_filter import filter_turns
from nardy.kernel.moves import first_moves_batch
from nardy.kernel.play import begin_batch, play_batch, roll_batch
from nardy.kernel.scoring import explode_batch, next_facts_batch, outcomes_batch
from nardy.kernel.texts import LONGEST, surely_move, write_sides
from nardy.kernel.turns import turns_batch

Report = Callable[[int, int], None]
"""Called with the number of compiled functions and the total."""


def warm(report: Report | None = None) -> int:
    """Compile every function of the kernel, or load it from the cache.

    Returns: how many functions had to be compiled.
    """
    counter = _Counter(report)
    event.register("numba:compile", counter)
    try:
        _call_everything()
    finally:
        event.unregister("numba:compile", counter)
    mark_complete()
    prune()
    return counter.compiled


class _Counter(event.Listener):
    """Counts the kernel's functions as they are compiled."""

    def __init__(self, report: Report | None) -> None:
        self.report = report
        self.compiled = 0

    def on_start(self, event: Any) -> None:
        """Ignore the start; functions count when compiled."""

    def on_end(self, event: Any) -> None:
        if event.data["dispatcher"].py_func.__module__.startswith("nardy.kernel"):
            self.compiled += 1
            if self.report is not None:
                self.report(self.compiled, len(NAMES))


def _call_everything() -> None:
    """Play one roll of a game without checkers, which calls every function."""
    rules = np.zeros(at.RULES_SIZE, np.int64)
    rows = Rows(
        np.zeros((1, 2, at.PLACES), np.int8),
        np.zeros((1, 2), np.int32),
        np.zeros((1, 4), np.int8),
        np.zeros((1, at.MIDS_SIZE), np.int64),
    )
    offsets = np.zeros(2, np.int64)
    boards, pins = np.zeros((1, 2, at.PLACES), np.int8), np.zeros((1, 2), np.int32)
    finals = Finals(boards, pins, np.zeros((1, 4, at.MOVE_SIZE), np.int8), offsets)
    moves = np.zeros((1, at.MOVE_SIZE), np.int8)
    roll_batch(rules, np.ones((1, 2), np.int8), np.zeros(1, np.int64), rows)
    begin_batch(rules, rows, 16)
    turns_batch(rules, rows, 16, finals)
    first_moves_batch(rules, rows, 16, Choices(moves, offsets, np.zeros(1, np.int64)))
    play_batch(rules, rows, moves)
    _call_networks(rules, rows)


def _call_networks(rules: Ints, rows: Rows) -> None:
    """Value one position with a network of one unit, and take a training step."""
    stakes = np.zeros(scoring.STAKES_SIZE, np.int64)
    stakes[scoring.STAKES_SIZES] = 1
    facts = np.zeros((1, scoring.FACTS_SIZE), np.int8)
    offsets = np.zeros(2, np.int64)
    boards, pins, _, _ = rows
    next_facts_batch(rules, stakes, facts, (boards, offsets), facts)
    finals = (boards, pins, offsets)
    outcomes_batch((rules, stakes), (boards, facts), finals, np.zeros(1, np.int8))
    explode_batch(1, (boards, facts), np.zeros(0, np.int64))
    board = (boards, pins, at.PLAYER)
    phases = np.zeros(1, np.int8)
    features_batch(rules, board, np.zeros((1, FEATURES_SIZE), np.float32), phases)
    dense = np.zeros((1, FEATURES_SIZE), np.float32)
    dense_batch(rules, board, np.zeros((1, 0), np.float32), dense, phases)
    basis = make_basis(1)
    points = np.zeros((CELLS, NUMBERS, 1), np.float32)
    size = (2 * CELLS + PIN_CELLS + 1, 1)
    table = np.zeros(size, np.int16)
    pinned, upper = np.zeros((PIN_CELLS, 1), np.float32), np.zeros((1, 1), np.float32)
    dense_weights = np.zeros((FEATURES_SIZE, 1), np.float32)
    fold(points, basis, table)
    shorts = np.zeros((FEATURES_SIZE, 1), np.int16)
    shorten_rows(dense_weights, 1, shorts)
    first_layer(board, dense, phases, (table, shorts, 1), upper)
    second_layer(upper, (upper.copy(), upper[0].copy()), upper.copy())
    chances, flat = np.zeros((1, 2), np.float32), np.zeros(1, np.float32)
    probabilities_batch(stakes, (boards, at.PLAYER), np.zeros(2, np.float32), chances, flat)
    weights = (points[None], pinned[None], dense_weights[None], flat[None])
    first_gradient(board, (dense, phases), basis, upper, weights)
    adam(flat, flat.copy(), np.zeros((2, 1), np.float32), 0.1, 1)
    td_targets(chances, np.zeros(1, np.int8), 0, 0.5, chances.copy())
    kept = Finals(boards, pins, np.zeros((1, 4, at.MOVE_SIZE), np.int8), np.array([0, 1]))
    filter_turns(kept, flat, 1, (1, 0.1))
    _call_bearoff(stakes, board, facts)
    write_sides(rows.boards, rows.pins, np.empty(2 * LONGEST, np.uint8), np.empty(3, np.int64))
    surely_move(rules, rows.boards, rows.pins, np.empty(1, np.bool_))


def _call_bearoff(stakes: Ints, board: Board, facts: Bytes) -> None:
    """Fill the table of one side with all off, and value a race of two such sides."""
    one, chains = np.zeros((1, 2)), np.zeros((1, DICE, 1), np.int32)
    fill_rolls(1, False, SideTable(np.zeros(1), one, one, np.zeros((1, DICE), np.int32), chains))
    is_race, table = np.zeros(1, np.bool_), one.astype(np.float32)
    find_races(0, board, facts, is_race)
    laws = 1, stakes
    races_batch(laws, (table, table), (board, facts), is_race, np.zeros((1, 2), np.float32))


def main() -> None:
    """Warm up the kernel, with a progress bar on a terminal; --behind lowers the priority."""
    if "--behind" in sys.argv and hasattr(os, "nice"):
        os.nice(10)
    compiled = warm(_say_once) if not sys.stderr.isatty() else _warm_with_bar()
    if compiled:
        sys.stderr.write(f"kernel: {compiled} functions compiled\n")


def _say_once(done: int, total: int) -> None:
    if done == 1:
        sys.stderr.write(f"kernel: compiling {total} functions, once for this version ...\n")


def _warm_with_bar() -> int:
    from rich.console import Console  # noqa: PLC0415 (only where somebody looks)
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("compiling the kernel", total=None)

        def show(done: int, total: int) -> None:
            progress.update(task, completed=done, total=total)

        return warm(show)


if __name__ == "__main__":
    main()
