"""How moves are written."""

import numpy as np

from nardy.kernel.work import SearchMove, clear_moves, make_work, write_move


def test_a_move_is_four_numbers() -> None:
    moves = np.full((2, 3, 4), 9, np.int8)
    write_move(moves, 1, 0, SearchMove(13, 7, 6, 1))
    clear_moves(moves, 1, 1)
    assert moves[1].tolist() == [[13, 7, 6, 1], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert (moves[0] == 9).all()


def test_scratch_has_a_level_for_each_die_and_one_more() -> None:
    work = make_work(np.zeros((5, 4, 4), np.int8), 12)
    assert work.levels.shape == (13, 7)
    assert work.moves.shape == (5, 4, 4)
