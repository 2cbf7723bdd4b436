"""Compile the kernel by Numba ahead of time: `python -m nardy.kernel.warm`.

Compiling takes a minute, once for each version; loading from the cache takes a moment.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false
# pyright: reportUnknownVariableType=false, reportUntypedBaseClass=false

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from numba.core import event

from nardy.kernel import (
    bearoff_rolls,
    features,
    forward,
    jit,
    judging,
    learning,
    leftovers,
    moves,
    play,
    scoring,
    texts,
    turns,
)
from nardy.kernel import layout as at
from nardy.kernel.cache import mark_complete, prune
from nardy.kernel.layout import Bytes, Choices, Finals, Floats, Ints, Rows

Report = Callable[[int, int], None]
"""Called with the number of compiled functions and the total."""


def warm(report: Report | None = None) -> int:
    """Compile every function of the kernel, or load it from the cache.

    Returns: how many functions had to be compiled.
    """
    counter = _Counter(report)
    event.register("numba:compile", counter)
    try:
        call_everything()
    finally:
        event.unregister("numba:compile", counter)
    # Only after everything is compiled: other processes trust the mark.
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
                self.report(self.compiled, len(jit.NAMES))


def _bytes(*shape: int) -> Bytes:
    return np.zeros(shape, np.int8)


def _floats(*shape: int) -> Floats:
    return np.zeros(shape, np.float32)


def call_everything() -> None:
    """Play one roll of a game without checkers, which calls every function that bots need."""
    rules, offsets = np.zeros(at.RULES_SIZE, np.int64), np.zeros(2, np.int64)
    boards, pins = _bytes(1, 2, at.PLACES), np.zeros((1, 2), np.int32)
    rows = Rows(boards.copy(), pins.copy(), _bytes(1, 4), np.zeros((1, at.MIDS_SIZE), np.int64))
    finals = Finals(boards, pins, _bytes(1, 4, at.MOVE_SIZE), offsets)
    move = _bytes(1, at.MOVE_SIZE)
    play.roll_batch(rules, np.ones((1, 2), np.int8), np.zeros(1, np.int64), rows)
    play.begin_batch(rules, rows, 16)
    turns.turns_batch(rules, rows, 16, finals)
    moves.first_moves_batch(rules, rows, 16, Choices(move, offsets, np.zeros(1, np.int64)))
    play.play_batch(rules, rows, move)
    leftovers.leftover_batch(_bytes(1, 4), rows)
    leftovers.left_over_batch(rules, rows, np.zeros(1, np.int64), _bytes(1, 4))
    judging.first_broken_law(rules, rows, move, 16)
    turns.filter_turns(finals._replace(offsets=np.array([0, 1])), _floats(1), 1, (1, 0.1))
    texts.write_sides(boards, pins, np.empty(2 * texts.LONGEST, np.uint8), np.empty(3, np.int64))
    texts.surely_move(rules, boards, pins, np.empty(1, np.bool_))
    stakes = np.zeros(scoring.STAKES_SIZE, np.int64)
    stakes[scoring.STAKES_SIZES] = 1
    facts = _bytes(1, scoring.FACTS_SIZE)
    scoring.next_facts_batch(rules, stakes, facts, (boards, offsets), facts)
    scoring.outcomes_batch((rules, stakes), (boards, facts), (boards, pins, offsets), _bytes(1))
    scoring.explode_batch(1, (boards, facts), np.zeros(0, np.int64))
    _call_networks(rules, stakes, (boards, pins, at.PLAYER))
    _call_bearoff(stakes, (boards, pins, at.PLAYER), facts)


def _call_networks(rules: Ints, stakes: Ints, board: features.Board) -> None:
    """Value one position with a network of one unit, and take a training step."""
    size, cells = features.FEATURES_SIZE, forward.CELLS
    dense, phases, flat, upper = _floats(1, size), _bytes(1), _floats(1), _floats(1, 1)
    features.features_batch(rules, board, dense, phases)
    forward.dense_batch(rules, board, _floats(1, 0), dense, phases)
    basis, points = forward.make_basis(1), _floats(cells, forward.NUMBERS, 1)
    table = np.zeros((2 * cells + forward.PIN_CELLS + 1, 1), np.int16)
    shorts = np.zeros((size, 1), np.int16)
    forward.fold(points, basis, table)
    forward.shorten_rows(_floats(size, 1), 1, shorts)
    forward.first_layer(board, dense, phases, (table, shorts, 1), upper)
    forward.second_layer(upper, (upper.copy(), flat), upper.copy())
    chances = _floats(1, 2)
    forward.probabilities_batch(stakes, (board[0], at.PLAYER), _floats(2), chances, flat)
    gradient = points[None], _floats(1, forward.PIN_CELLS, 1), _floats(1, size, 1), upper.copy()
    learning.first_gradient(board, (dense, phases), basis, upper, gradient)
    learning.adam(flat, flat.copy(), _floats(2, 1), 0.1, 1)
    learning.td_targets(chances, _bytes(1), 0, 0.5, chances.copy())


def _call_bearoff(stakes: Ints, board: features.Board, facts: Bytes) -> None:
    """Fill the table of one side with all off, and value a race of two such sides."""
    one, dice = np.zeros((1, 2)), bearoff_rolls.DICE
    singles, chains = np.zeros((1, dice), np.int32), np.zeros((1, dice, 1), np.int32)
    table = bearoff_rolls.SideTable(np.zeros(1), one, one, singles, chains)
    bearoff_rolls.fill_rolls(1, False, table)
    is_race = np.zeros(1, np.bool_)
    bearoff_rolls.find_races(0, board, facts, is_race)
    tables = _floats(1, 2), _floats(1, 2)
    bearoff_rolls.races_batch((1, stakes), tables, (board, facts), is_race, _floats(1, 2))


def main() -> None:
    """Compile the kernel, with a progress bar on a terminal; a built one needs nothing."""
    if not jit.USES_NUMBA:
        return
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
