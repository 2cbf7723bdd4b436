"""Kernel and rule book answer the same rows."""

import pytest

from nardy.cli.bench_turns import dice_list_at, measure, rule_book_rate
from nardy.core.dice import DiceList, Roll
from nardy.games import BACKGAMMON, GAMES
from nardy.kernel.arrays import begin_rows


@pytest.mark.parametrize("game", ["backgammon", "long-nardy", "gul-bara"])
def test_both_have_a_rate(game: str) -> None:
    rates = measure(GAMES[game], 512, seed=3)
    assert set(rates) == {"kernel", "positions", "rule_book"}
    assert all(rate > 0 for rate in rates.values())


@pytest.mark.parametrize("roll", [Roll(3, 1), Roll(4, 4)])
def test_a_row_gives_its_dice_back(roll: Roll) -> None:
    dice = DiceList.of(roll)
    rows = begin_rows(BACKGAMMON, [BACKGAMMON.start], [dice])
    assert dice_list_at(rows, 0) == dice
    assert rule_book_rate(BACKGAMMON, rows) > 0
