"""Beginning turns, and playing them move by move on rows."""

from random import Random

import numpy as np
from tests.effort import each, tries
from tests.kernel.samples import Sample, any_dice, dealt, samples, strange_rules

from nardy.core.dice import ROLLS
from nardy.core.legal import begin, legal_moves
from nardy.games import GAMES
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_arrays, position_at, rows_of, rules_array
from nardy.kernel.layout import Rows
from nardy.kernel.play import begin_batch, play_batch, roll_batch


def assert_same_rows(rows: Rows, others: Rows) -> None:
    assert rows.boards.tolist() == others.boards.tolist()
    assert rows.pins.tolist() == others.pins.tolist()
    width = max(rows.dice.shape[1], others.dice.shape[1])
    dice = [np.pad(r.dice, ((0, 0), (0, width - r.dice.shape[1]))).tolist() for r in (rows, others)]
    assert dice[0] == dice[1]
    assert rows.mids[:, : at.MID_DOUBLE].tolist() == others.mids[:, : at.MID_DOUBLE].tolist()


@each("game", GAMES)
def test_rolls_give_the_dice_lists_of_the_rule_book(game: str) -> None:
    rules = GAMES[game]
    boards, pins = position_arrays([rules.start] * len(ROLLS))
    for taken in (0, 2, 3, 99):
        rows = Rows(
            boards,
            pins,
            np.full((len(ROLLS), 24), 7, np.int8),
            np.zeros((len(ROLLS), at.MIDS_SIZE), np.int64),
        )
        rolls = np.array([(roll.low, roll.high) for roll in ROLLS], np.int8)
        roll_batch(rules_array(rules), rolls, np.full(len(ROLLS), taken), rows)
        assert begin_batch(rules_array(rules), rows, 1_000) == 0
        lists = [rules.dice_list(roll, taken) for roll in ROLLS]
        cascades = [rules.is_cascade(roll, taken) for roll in ROLLS]
        assert (rows.mids[:, at.MID_IN_ORDER] == at.CASCADE).tolist() == cascades
        rows.mids[cascades, at.MID_IN_ORDER] = 1
        assert_same_rows(rows, rows_of([begin(rules, rules.start, dice) for dice in lists]))
        assert rows.mids[:, at.MID_DOUBLE].tolist() == [dice.double for dice in lists]


def test_a_cascade_is_cut_where_a_row_is_too_short() -> None:
    boards, pins = position_arrays([GAMES["gul-bara"].start])
    rows = Rows(boards, pins, np.zeros((1, 4), np.int8), np.zeros((1, at.MIDS_SIZE), np.int64))
    laws = rules_array(GAMES["gul-bara"])
    roll_batch(laws, np.array([[2, 2]], np.int8), np.array([9]), rows)
    assert rows.dice.tolist() == [[2, 2, 2, 2]]
    assert rows.mids[0, at.MID_DICE] == 4


def follow(sample: Sample, rng: Random) -> None:
    """One turn to its end, the row beside the turn of the rule book."""
    mid = begin(*sample)
    rows = rows_of([mid])
    laws = rules_array(sample.rules)
    while moves := legal_moves(sample.rules, mid):
        move, after = rng.choice(list(moves.items()))
        left = list(mid.dice)
        for die in after.dice:
            left.remove(die)
        play_batch(laws, rows, np.array([[move.origin, move.target, left[0], move.hits]], np.int8))
        mid = after
        assert position_at(rows.boards, rows.pins, 0) == mid.position
        assert_same_rows(rows, rows_of([mid]))


@each("game", GAMES)
def test_rows_change_as_turns_of_the_rule_book_do(game: str) -> None:
    rng = Random(game)
    for sample in samples(game, tries(15, 30, 30), seed=5):
        follow(sample, rng)


@each("seed", range(10))
def test_rows_change_so_in_games_that_nobody_plays(seed: int) -> None:
    rng = Random(100 + seed)
    for _ in range(20):
        rules = strange_rules(rng)
        follow(Sample(rules, dealt(rules, rng), any_dice(rules, rng)), rng)


def test_a_row_without_a_move_is_left_as_it_is() -> None:
    rules = GAMES["backgammon"]
    mids = [begin(rules, rules.start, ROLLS[5])] * 2
    rows = rows_of(mids)
    play_batch(rules_array(rules), rows, np.array([[24, 21, 3, 0], [0, 0, 0, 0]], np.int8))
    assert position_at(rows.boards, rows.pins, 0) != rules.start
    assert position_at(rows.boards, rows.pins, 1) == rules.start
