"""How moves are written."""

from random import Random

import numpy as np
from tests.effort import each
from tests.kernel.samples import dealt, strange_rules, work_of

from nardy.core.choices import HeadException, HeadScope
from nardy.core.dice import ROLLS, DiceList
from nardy.core.legal import head_allowance as core_head_allowance
from nardy.core.position import Position
from nardy.core.steps import MidTurn, Step, closed_point
from nardy.games import BACKGAMMON, FEVGA, LONG_NARDY
from nardy.kernel import layout as at
from nardy.kernel.arrays import begin_rows, mask_of, points_of, rows_of, rules_array
from nardy.kernel.work import (
    SearchMove,
    clear_moves,
    make_work,
    release_prime_of,
    write_move,
)


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


def frame_of(rules, position: Position) -> tuple[np.ndarray, np.ndarray]:
    work = work_of(rules, MidTurn(position, (1,), in_order=True, from_head=99))
    return work.frame, work.own


def test_the_masks_of_the_start() -> None:
    frame, own = frame_of(BACKGAMMON, BACKGAMMON.start)
    assert points_of(frame[at.FRAME_HELD]) == {24, 13, 8, 6}
    assert points_of(frame[at.FRAME_OPEN]) == set(range(1, 25)) - {1, 12, 17, 19}
    assert points_of(frame[at.FRAME_THEIRS]) == {24, 13, 8, 6}
    assert frame[at.FRAME_LONE] == 0
    assert own.tolist() == list(BACKGAMMON.start.player)


@each("seed", range(30))
def test_open_points_are_those_of_the_rule_book(seed: int) -> None:
    rng = Random(seed)
    rules = strange_rules(rng)
    for _ in range(10):
        position = dealt(rules, rng)
        mid = MidTurn(position, (1,), in_order=True, from_head=99)
        found = {p for p in range(1, 25) if not closed_point(rules, mid, Step(p + 1, 1))}
        assert points_of(frame_of(rules, position)[0][at.FRAME_OPEN]) == found


def test_the_wall_stands_in_front_of_the_crowd() -> None:
    rows = rows_of([MidTurn(FEVGA.start, (1,), in_order=True, from_head=99)])
    release_prime = release_prime_of(rules_array(FEVGA), rows.boards, 0)
    assert release_prime == mask_of(frozenset(FEVGA.facing(point) for point in range(18, 24)))
    scattered = Position.of({24: 15}, {24: 14, 5: 1})
    rows = rows_of([MidTurn(scattered, (1,), in_order=True, from_head=99)])
    assert release_prime_of(rules_array(FEVGA), rows.boards, 0) == 0


@each("exception", ["classic", "any_double", "always_double", "six_four", "none"])
@each("scope", ["head_block", "always"])
def test_how_many_may_leave_the_head(exception: str, scope: str) -> None:
    rng = Random(1)
    rules = LONG_NARDY.replace(head_exception=HeadException(exception), head_scope=HeadScope(scope))
    heads = [Position.of({24: 15}, {24: 15}), Position.of({24: 14, 20: 1}, {24: 15})]
    points = [{24: 14, rng.randint(1, 23): 1} for _ in range(10)]
    heads += [Position.of({24: 15}, opponent) for opponent in points]
    lists = [DiceList.of(roll) for roll in ROLLS]
    for position in heads:
        rows = begin_rows(rules, [position] * len(lists), lists)
        expected = [core_head_allowance(rules, position, dice) for dice in lists]
        assert rows.mids[:, at.MID_FROM_HEAD].tolist() == expected
