"""What is kept of each row is what sorting it would keep, in the order it had."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nardy.kernel import layout as at
from nardy.kernel.layout import Finals
from nardy.kernel.move_filter import filter_turns, least_of

CHECKERS = 15
Rows = list[list[tuple[float, bool]]]
"""Of each row its positions: a score, and whether all checkers are off."""
ROWS = st.lists(
    st.lists(st.tuples(st.sampled_from([-1.0, 0.0, 0.25, 0.5, 0.75]), st.booleans()), min_size=1),
    max_size=5,
)


def finals_of(rows: Rows) -> tuple[Finals, np.ndarray]:
    """Positions that differ in a count on point 3, and their scores."""
    every = [position for row in rows for position in row]
    boards = np.zeros((len(every), 2, at.PLACES), np.int8)
    for k, (_, over) in enumerate(every):
        boards[k, at.PLAYER, 3] = k % 100
        boards[k, at.PLAYER, at.OFF] = CHECKERS if over else 3
    numbers = np.arange(len(every))
    pins = np.stack([numbers, -numbers], 1).astype(np.int32)
    moves = (numbers % 100).astype(np.int8)[:, None, None].repeat(at.MOVE_SIZE, 2)
    offsets = np.cumsum([0, *map(len, rows)])
    return Finals(boards, pins, moves, offsets), np.array([s for s, _ in every], np.float32)


def kept_by_sorting(row: list[tuple[float, bool]], most: int, margin: float) -> list[int]:
    """Equal scores count as one, so that nothing is left to chance."""
    best = sorted({score for score, _ in row}, reverse=True)[:most]
    good = [score for score in best if score >= best[0] - margin]
    return [n for n, (score, over) in enumerate(row) if score in good or over]


@given(ROWS, st.integers(1, 4), st.sampled_from([0.0, 0.25, 0.6, 9.0]))
def test_the_best_few_are_kept_in_their_order(rows: Rows, most: int, margin: float) -> None:
    finals, scores = finals_of(rows)
    boards, numbers = finals.boards.copy(), finals.pins[:, 0].copy()
    starts = finals.offsets.copy()
    filter_turns(finals, scores, CHECKERS, (most, margin))
    for n, row in enumerate(rows):
        low, high = finals.offsets[n : n + 2]
        wanted = starts[n] + np.array(kept_by_sorting(row, most, margin), np.int64)
        assert finals.pins[low:high, 0].tolist() == numbers[wanted].tolist()
        assert finals.pins[low:high, 1].tolist() == (-numbers[wanted]).tolist()
        assert (finals.boards[low:high] == boards[wanted]).all()
        assert (finals.moves[low:high, 0, 0] == numbers[wanted] % 100).all()
    assert finals.offsets[0] == 0


@pytest.mark.parametrize(
    ("most", "margin", "least"),
    [(1, 9.0, 0.75), (2, 9.0, 0.5), (3, 9.0, 0.25), (9, 0.3, 0.45), (9, 9.0, -8.25)],
)
def test_the_least_score(most: int, margin: float, least: float) -> None:
    scores = np.array([7, 0.5, -1, 0.75, 0.25, 0.75, 8], np.float32)
    assert least_of(scores, (1, 6), most, margin) == pytest.approx(least)
