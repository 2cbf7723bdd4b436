"""The bridge: what goes over it comes back."""

from random import Random

import numpy as np
import pytest
from tests.effort import each
from tests.kernel.samples import dealt, strange_rules

from nardy.core.dice import ROLLS, DiceList, Roll
from nardy.core.legal import begin, legal_moves, sequences
from nardy.core.position import Position
from nardy.errors import RulesError, TooManyTurns
from nardy.games import BACKGAMMON, CAUCASIAN, GAMES, find_game
from nardy.kernel import layout as at
from nardy.kernel.arrays import (
    begin_rows,
    find_turns,
    kernel_longest,
    kernel_moves,
    kernel_turns,
    mask_of,
    points_of,
    position_arrays,
    position_at,
    rows_of,
    rules_array,
)


@each("seed", range(20))
def test_positions_come_back(seed: int) -> None:
    rng = Random(seed)
    rules = strange_rules(rng)
    positions = [dealt(rules, rng) for _ in range(20)]
    boards, pins = position_arrays(positions)
    assert boards.shape == (20, 2, 26)
    assert (boards.dtype, pins.dtype) == (np.int8, np.int32)
    assert [position_at(boards, pins, k) for k in range(20)] == positions


def test_no_positions_are_arrays_too() -> None:
    boards, pins = position_arrays([])
    assert boards.shape == (0, 2, 26)
    assert pins.shape == (0, 2)
    assert len(find_turns(BACKGAMMON, rows_of([]))) == 0


def test_masks_come_back() -> None:
    assert points_of(mask_of(frozenset({1, 24}))) == {1, 24}


@each("game", GAMES)
def test_rules_know_their_layout(game: str) -> None:
    laws = rules_array(GAMES[game])
    assert laws.shape == (at.RULES_SIZE,)
    assert laws[at.RULES_VERSION] == at.LAYOUT_VERSION


def test_rules_cannot_be_changed_from_outside() -> None:
    rules_array(BACKGAMMON)[:] = 0
    assert rules_array(BACKGAMMON)[at.RULES_CHECKERS] == 15


def test_a_game_with_too_many_checkers_is_left_to_the_rule_book() -> None:
    rules = BACKGAMMON.replace(id="crowd", start=Position.of({24: 128}))
    with pytest.raises(RulesError, match="up to 127 checkers a side, backgammon has 128"):
        rules_array(rules)


def test_a_batch_gives_the_turns_of_each_row() -> None:
    lists = [DiceList.of(roll) for roll in ROLLS]
    turns = find_turns(BACKGAMMON, begin_rows(BACKGAMMON, [BACKGAMMON.start] * 21, lists))
    assert len(turns) == 21
    for row, dice in enumerate(lists):
        expected = sequences(BACKGAMMON, begin(BACKGAMMON, BACKGAMMON.start, dice))
        assert set(turns[row]) == set(expected)


def test_output_grows_to_what_is_needed() -> None:
    ones = DiceList.of(Roll(1, 1))
    rules = find_game("gul-bara")
    for own in (dict.fromkeys(range(10, 25), 1), {24: 3, 20: 3, 17: 3, 14: 3, 11: 3}):
        position = Position.of(own, {24: 15})
        finals = kernel_turns(rules, position, ones)
        assert len(finals) > 64
        assert set(finals) == set(sequences(rules, begin(rules, position, ones)))


@pytest.mark.parametrize("limit", [20, 41, 42])
def test_more_turns_than_the_limit(limit: int) -> None:
    if limit < 42:
        with pytest.raises(TooManyTurns, match=str(limit)):
            kernel_turns(BACKGAMMON, BACKGAMMON.start, Roll(1, 1), limit)
    else:
        assert len(kernel_turns(BACKGAMMON, BACKGAMMON.start, Roll(1, 1), limit)) == 42


def test_cascades_may_have_too_many_turns() -> None:
    rules = find_game("mad-gulbar")
    position = Position.of({24: 3, 20: 3, 17: 3, 14: 3, 11: 3}, {24: 15})
    with pytest.raises(TooManyTurns):
        kernel_turns(rules, position, Roll(2, 2))


def test_hitters_cross_the_bridge() -> None:
    position = Position.of({8: 1, 7: 2, 4: 2, 0: 10}, {20: 1, 1: 14})
    mid = begin(CAUCASIAN, position, DiceList((3, 2, 1), in_order=True))
    after = next(mid for move, mid in legal_moves(CAUCASIAN, mid).items() if move.hits)
    assert after.hitters == {frozenset({5})}
    assert kernel_moves(CAUCASIAN, after) == legal_moves(CAUCASIAN, after)
    everywhere = frozenset({frozenset(range(1, 7))})
    assert rows_of([begin_with(after, everywhere)]).mids[0, at.MID_READINGS] == -(1 << 63)


def begin_with(mid, hitters):
    return type(mid)(mid.position, mid.dice, mid.in_order, mid.from_head, hitters)


def test_the_longest_play() -> None:
    assert kernel_longest(BACKGAMMON, begin(BACKGAMMON, BACKGAMMON.start, Roll(6, 6))) == 4
    assert kernel_longest(BACKGAMMON, begin(BACKGAMMON, BACKGAMMON.start, Roll(6, 5))) == 2
