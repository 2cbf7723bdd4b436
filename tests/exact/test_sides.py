"""Sides of games of a few checkers, and their numbers."""

import numpy as np
import pytest

from nardy.core.position import Position
from nardy.exact.sides import last_place, side_numbers, sides_of
from nardy.games import BACKGAMMON, GAMES, find_game
from nardy.kernel.bearoff_rolls import HOME, side_number


def test_many_numbers_are_those_of_one_by_one() -> None:
    random = np.random.default_rng(1)
    counts = random.integers(0, 3, (50, 26)).astype(np.int8)
    counts[:, HOME + 1 :] = 0
    expected = [side_number(row.astype(np.int64), HOME) for row in counts]
    assert side_numbers(counts, HOME).tolist() == expected


@pytest.mark.parametrize(
    ("name", "count"), [("hypergammon", 3_276), ("two", 351), ("block", 2_925)]
)
def test_every_side_is_there_once(name: str, count: int) -> None:
    games = {
        "two": BACKGAMMON.replace(id="two", start=Position.of({24: 2})),
        "block": GAMES["long-nardy"].replace(id="block", start=Position.of({24: 3})),
    }
    rules = games.get(name) or find_game(name)
    sides = sides_of(rules)
    assert len(sides.counts) == count
    assert (sides.counts.sum(1) == rules.checkers).all()
    assert side_numbers(sides.counts, last_place(rules)).tolist() == list(range(count))
