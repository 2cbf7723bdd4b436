"""How many turns a second: the kernel, the rule book, open_spiel and bgsage.

    python benchmarks/turns.py [COUNT] [SEED]

A generation is all legal turns of one position and roll. All answer the same COUNT (4,000)
positions of random play, interleaved, a few times. Printed is the median of the process CPU time,
on one core. Compare ratios: other machines, and other hours, have other speeds.
"""

import statistics
import sys
import time
from collections.abc import Callable

from peers import Case, load, our_cases, sage_board, spiel_cases, spiel_generate

from nardy.core.dice import DiceList, Roll
from nardy.core.legal import begin, sequences
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.games import BACKGAMMON, GAMES
from nardy.kernel.arrays import (
    all_turns,
    begin_rows,
    make_finals,
    position_arrays,
    position_at,
    rules_array,
)
from nardy.kernel.bench import random_rows
from nardy.kernel.layout import Rows, pick_rows
from nardy.kernel.turns import turns_batch

REPEATS = 7
BATCH = 512
ROOM = 1 << 14
SLOW = 10
"""The rule book answers one position in so many."""

Task = tuple[int, Callable[[], object]]
"""The number of generations, and the function that makes them."""


def rates(tasks: dict[str, Task]) -> dict[str, float]:
    """Generations a second of each, the median of interleaved repeats."""
    spent: dict[str, list[float]] = {name: [] for name in tasks}
    for _, task in tasks.values():
        task()  # compiled, loaded, warm
    for _ in range(REPEATS):
        for name, (_, task) in tasks.items():
            start = time.process_time()
            task()
            spent[name].append(time.process_time() - start)
    return {name: tasks[name][0] / statistics.median(times) for name, times in spent.items()}


def kernel_task(rules: Rules, rows: Rows) -> Task:
    laws = rules_array(rules)
    starts = range(0, len(rows.boards), BATCH)
    batches = [pick_rows(rows, slice(low, low + BATCH)) for low in starts]
    capacity = max(len(all_turns(laws, batch).boards) for batch in batches)
    finals = make_finals(BATCH, capacity, rows.dice.shape[1])
    repeats = 20

    def task() -> None:
        for _ in range(repeats):
            for batch in batches:
                turns_batch(laws, batch, ROOM, finals)

    return repeats * len(rows.boards), task


def rule_book_task(rules: Rules, rows: Rows) -> Task:
    chosen = range(0, len(rows.boards), SLOW)
    mids = [
        begin(rules, position_at(rows.boards, rows.pins, k), Roll.of(*map(int, rows.dice[k, :2])))
        for k in chosen
    ]
    return len(mids), lambda: [sequences(rules, mid) for mid in mids]


def random_task(game: str, count: int, seed: int) -> dict[str, Task]:
    """Kernel and rule book on random play of one game; doubles are four moves."""
    rules = GAMES[game].replace(cascade_count=0)
    rows = random_rows(rules_array(rules), position_arrays([rules.start])[0][0], count, seed)
    return {
        "nardy kernel": kernel_task(rules, rows),
        "nardy rule book": rule_book_task(rules, rows),
    }


def rows_of_cases(cases: list[Case]) -> Rows:
    positions = [Position(case.player, case.opponent) for case in cases]
    return begin_rows(BACKGAMMON, positions, [DiceList.of(Roll.of(*case.roll)) for case in cases])


def tell(game: str, found: dict[str, float]) -> None:
    print(f"\n{game}")
    ours = found["nardy kernel"]
    for name, rate in found.items():
        ratio = "" if rate == ours else f"   the kernel is {ours / rate:,.0f} times as fast"
        print(f"  {name:16} {rate:12,.0f} generations/s{ratio}")


def main(count: int = 4_000, seed: int = 1) -> None:
    pyspiel, bgsage = load("open-spiel", "pyspiel"), load("bgsage", "bgsage")
    cases = list(spiel_cases(pyspiel, count, seed)) if pyspiel else our_cases(count, seed)
    rows = rows_of_cases(cases)
    tasks: dict[str, Task] = {
        "nardy kernel": kernel_task(BACKGAMMON, rows),
        "nardy rule book": rule_book_task(BACKGAMMON, rows),
    }
    if pyspiel:
        tasks["open_spiel"] = (count, lambda: [spiel_generate(case) for case in cases])
    if bgsage:
        boards = [(sage_board(case), *case.roll) for case in cases]
        tasks["bgsage"] = (count, lambda: [bgsage.possible_moves(*board) for board in boards])
    tell("backgammon", rates(tasks))
    for game in ("plakoto", "long-nardy", "portes", "fevga"):
        tell(game, rates(random_task(game, count, seed)))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
