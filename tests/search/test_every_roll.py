"""All rolls of many tables at once; test_lookahead.py holds the values against the rule book."""

import numpy as np
import pytest
from tests.search.lockstep import tiny

from nardy.core.dice import ROLLS
from nardy.formats import position_text
from nardy.kernel.scoring import FACT_FIRST
from nardy.search.conversions import tables_of
from nardy.search.every_roll import EVERY_ROLL, answered, answers
from nardy.search.tables import GameTables

MOMENTS = [
    position_text.loads(f"hypergammon {text}")
    for text in ("w 24:1,6:1,3:1 23:1,4:1,2:1", "w 1:1 3:1", "b 20:1,6:1 24:1,4:1")
]


def test_the_rolls_stand_in_the_order_of_the_rule_book() -> None:
    assert EVERY_ROLL.tolist() == [[roll.high, roll.low] for roll in ROLLS]


def test_every_table_is_advanced_by_the_best_answer_to_every_roll() -> None:
    network, game = tiny("hypergammon", 3), GameTables.of(MOMENTS[0].rules)
    tables = tables_of(game, MOMENTS)
    after, turn, chances = answered(game, tables, network.value)
    best = answers(game, tables, network.value)
    assert chances == pytest.approx(best.probabilities.reshape(len(chances), -1), abs=1e-6)
    assert turn.equities == pytest.approx(best.equities.ravel(), abs=1e-6)
    # Who answered is now the other player.
    assert np.array_equal(after.boards[:, 1], turn.boards[:, 0])
    before = np.repeat(tables.facts[:, FACT_FIRST], len(ROLLS))
    assert np.array_equal(after.facts[:, FACT_FIRST], 1 - before)
    assert chances.sum(1) == pytest.approx(1, abs=1e-5)
