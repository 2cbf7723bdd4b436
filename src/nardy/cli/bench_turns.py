"""The benchmark `nardy bench turns`; importing it imports Numba."""

import time

from nardy.core.dice import DiceList
from nardy.core.legal import begin, sequences
from nardy.core.rules import Rules
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_arrays, position_at, rules_array
from nardy.kernel.bench import random_rows, turns_rate
from nardy.kernel.layout import Rows, pick_rows

SLOW = 100
"""The rule book gets one in so many rows, since it is slower."""


def measure(rules: Rules, count: int, seed: int) -> dict[str, float]:
    """Rates of kernel and rule book, by process CPU time."""
    start = position_arrays([rules.start])[0][0]
    rows = random_rows(rules_array(rules), start, count, seed)
    rate = turns_rate(rules_array(rules), rows)
    slow = pick_rows(rows, slice(max(1, len(rows.boards) // SLOW)))
    return {
        "kernel": rate.generations,
        "positions": rate.finals,
        "rule_book": rule_book_rate(rules, slow),
    }


def rule_book_rate(rules: Rules, rows: Rows) -> float:
    """Generations per second of the rule book on these rows."""
    cases = [
        (position_at(rows.boards, rows.pins, k), dice_list_at(rows, k))
        for k in range(len(rows.boards))
    ]
    start = time.process_time()
    for position, dice in cases:
        sequences(rules, begin(rules, position, dice))
    return len(cases) / max(1e-9, time.process_time() - start)


def dice_list_at(rows: Rows, k: int) -> DiceList:
    """The dice of a row as a value of the rule book."""
    mid = rows.mids[k]
    numbers = tuple(rows.dice[k, : mid[at.MID_DICE]].tolist())
    return DiceList(numbers, bool(mid[at.MID_IN_ORDER]), int(mid[at.MID_DOUBLE]))
