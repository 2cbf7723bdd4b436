"""A move filter scores positions as its weights say, and lets the best of each roll through."""

from copy import deepcopy
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from tests.search.lockstep import played_as

from nardy.evaluation.network.move_filter import HIDDEN, SHAPES, WIDTH, MoveFilter, size_of
from nardy.games import GAMES
from nardy.kernel import layout as at
from nardy.kernel.forward import CELLS, kind_of
from nardy.kernel.layout import Bytes, Finals, Pins
from nardy.search.choose import all_finals
from nardy.search.tables import GameTables, Tables, rows_of


def first_turns(text: str) -> Finals:
    """All turns of all rolls from the start."""
    game = GameTables.of(played_as(text))
    dice = np.array([(high, low) for high in range(1, 7) for low in range(1, high)], np.int8)
    tables = Tables.begun(game, len(dice))
    return all_finals(game, rows_of(game, tables, dice, np.full(len(dice), 3)))


def score_by_hand(move_filter: MoveFilter, board: Bytes, pins: Pins) -> float:
    """Number by number, in floats; seen by the opponent, who rolls next."""
    views = move_filter.views
    hidden = views["bias"].astype(float)
    counts = np.concatenate([board[at.OPPONENT], board[at.PLAYER]])
    for cell in range(CELLS):
        if counts[cell]:
            numbers = move_filter.basis[kind_of(cell), counts[cell]]
            hidden += numbers @ views["points"][cell]
    for side, mask in enumerate((pins[at.OPPONENT], pins[at.PLAYER])):
        for point in range(1, 25):
            if int(mask) >> point & 1:
                hidden += views["pinned"][24 * side + point - 1]
    return float(np.maximum(hidden, 0) @ views["last"])


@pytest.mark.parametrize("text", ["backgammon", "plakoto", "hypergammon"])
def test_scores_are_what_the_weights_say(text: str) -> None:
    move_filter, finals = MoveFilter.random(GAMES[text], 4), first_turns(text)
    pins = finals.pins.copy()
    if text == "plakoto":
        pins[::3, 0] |= 1 << 5
        pins[::4, 1] |= 1 << 7
    scores = move_filter.scores(finals.boards, pins)
    for k in Random(3).sample(range(len(scores)), 20):
        assert scores[k] == pytest.approx(
            score_by_hand(move_filter, finals.boards[k], pins[k]), abs=5e-3
        )


def test_only_the_best_of_each_roll_come_through() -> None:
    move_filter = MoveFilter.random(GAMES["backgammon"], 4)
    every = first_turns("backgammon")
    scores, offsets = move_filter.scores(every.boards, every.pins), every.offsets.copy()
    boards = every.boards.copy()
    left = move_filter.filtered(every)
    assert len(left.boards) == left.offsets[-1] < len(boards)
    for low, high, begin, end in zip(
        offsets[:-1], offsets[1:], left.offsets[:-1], left.offsets[1:], strict=True
    ):
        row = scores[low:high]
        kept = np.flatnonzero(row >= np.sort(row)[::-1][: WIDTH.most][-1])
        kept = kept[row[kept] >= row.max() - WIDTH.margin]
        assert (left.boards[begin:end] == boards[low:high][kept]).all()


def test_changed_weights_count_after_a_refresh_and_a_copy_stays() -> None:
    move_filter, finals = MoveFilter.random(GAMES["backgammon"], 4), first_turns("backgammon")
    before = move_filter.scores(finals.boards, finals.pins)
    kept = move_filter.copy()
    move_filter.flat[:] *= 2
    move_filter.refresh()
    assert move_filter.scores(finals.boards, finals.pins) == pytest.approx(
        4 * before, rel=0.05, abs=0.02
    )
    assert (kept.scores(finals.boards, finals.pins) == before).all()
    assert len(move_filter.flat) == size_of(SHAPES) == CELLS * 5 * HIDDEN + 48 * HIDDEN + 2 * HIDDEN


def test_a_game_takes_a_move_filter_that_chooses_by_the_same_points() -> None:
    game = GameTables.of(played_as("backgammon"))
    move_filter = MoveFilter.random(GAMES["backgammon"], 1)
    assert game.with_filter(move_filter).move_filter is move_filter
    assert game.with_filter(move_filter).with_filter(None).move_filter is None
    assert game.with_filter(MoveFilter.random(GAMES["long-nardy"], 1)).move_filter is None
    match = game.with_filter(move_filter).valued(np.zeros((2, 6)))
    assert match.move_filter is None
    assert match.with_filter(move_filter).move_filter is None
    assert replace(move_filter, flat=move_filter.flat.copy()).points == move_filter.points


def test_a_copied_move_filter_has_views_of_its_own_weights() -> None:
    move_filter, finals = MoveFilter.random(GAMES["backgammon"], 4), first_turns("backgammon")
    scores = move_filter.scores(finals.boards, finals.pins)
    again = deepcopy(move_filter)
    assert np.array_equal(again.scores(finals.boards, finals.pins), scores)
    again.flat[:] = 0
    again.refresh()
    assert not again.scores(finals.boards, finals.pins).any()
    assert np.array_equal(move_filter.scores(finals.boards, finals.pins), scores)
