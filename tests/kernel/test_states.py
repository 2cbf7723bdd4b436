"""States as numbers, and the table that finds them again."""

from random import Random

import numpy as np
import pytest
from tests.effort import some, tries
from tests.kernel.samples import dealt, samples, work_of

from nardy.core.dice import DiceList, Roll
from nardy.core.legal import begin, sequences
from nardy.core.position import Position
from nardy.core.steps import NO_LIMIT, MidTurn, displaced
from nardy.games import BACKGAMMON, GAMES, find_game
from nardy.kernel.arrays import begin_rows, kernel_turns, make_finals, rules_array
from nardy.kernel.equal_dice import CROWDED
from nardy.kernel.states import (
    HELD,
    KEY_SIZE,
    NOT_FOUND,
    PLAYED,
    POSITION_SIZE,
    STATE_SIZE,
    count_at,
    find,
    first_state,
    layered,
    make_pool,
    put_after,
)
from nardy.kernel.work import SearchMove, make_work, read_row


def test_numbers_tell_every_count() -> None:
    rng = Random(1)
    rules = BACKGAMMON.replace(id="many", start=BACKGAMMON.start.of({24: 127}))
    states = np.zeros((2, STATE_SIZE), np.int64)
    for _ in range(100):
        position = dealt(rules, rng)
        mid = MidTurn(position, (1,), in_order=True, from_head=NO_LIMIT)
        work = work_of(rules, mid)
        first_state(work.frame, work.own, states)
        assert [count_at(states, 0, place) for place in range(26)] == list(position.player)
        origins = [place for place in range(1, 26) if position.player[place]]
        if not origins:
            continue
        origin = rng.choice(origins)
        target = rng.randint(0, origin - 1)
        put_after(states, 0, SearchMove(origin, target, 1, 0), 1)
        after = displaced(rules, position, origin, target).player
        assert [count_at(states, 1, place) for place in range(26)] == list(after)
        assert states[1, HELD] == sum((count > 0) << p for p, count in enumerate(after))
        assert states[1, PLAYED] == 1


def test_a_state_is_found_again_until_the_table_is_emptied() -> None:
    pool = make_pool(100)
    rng = np.random.default_rng(1)
    pool.states[:50, :KEY_SIZE] = rng.integers(-(1 << 62), 1 << 62, (50, KEY_SIZE))
    pool.states[50:, :KEY_SIZE] = pool.states[:50, :KEY_SIZE]
    assert [find(pool, s, KEY_SIZE) for s in range(50)] == [NOT_FOUND] * 50
    assert [find(pool, s, KEY_SIZE) for s in range(50, 100)] == list(range(50))
    pool.stamp[0] += 1
    assert find(pool, 60, KEY_SIZE) == NOT_FOUND
    assert find(pool, 10, KEY_SIZE) == 60


@pytest.mark.parametrize(("column", "same"), [(0, False), (3, False), (PLAYED, True)])
def test_positions_are_the_same_whatever_led_to_them(column: int, same: bool) -> None:
    pool = make_pool(4)
    pool.states[1, column] = 1
    assert find(pool, 0, POSITION_SIZE) == NOT_FOUND
    assert (find(pool, 1, POSITION_SIZE) == 0) is same


@pytest.mark.parametrize("game", some(GAMES, 9))
def test_lists_of_different_dice(game: str) -> None:
    rng = Random(game)
    for rules, position, _ in samples(game, tries(6, 30, 30), seed=8):
        dice = DiceList(tuple(rng.choices(range(1, 7), k=rng.randint(2, 4))), in_order=True)
        assert set(kernel_turns(rules, position, dice)) == set(
            sequences(rules, begin(rules, position, dice))
        )


def test_dice_behind_one_that_cannot_be_played_are_lost() -> None:
    rules = find_game("mad-gulbar")
    position = Position.of({24: 1, 0: 14}, {24: 15})
    finals = kernel_turns(rules, position, DiceList((6, 6, 5), in_order=True))
    assert list(finals.values()) == [((24, 18, False),)]


@pytest.mark.parametrize("room", [2, 10, 100])
def test_a_pool_that_is_too_small_is_never_overrun(room: int) -> None:
    rules = find_game("mad-gulbar")
    dice = rules.dice_list(Roll(1, 1))
    rows = begin_rows(rules, [Position.of({24: 5, 20: 5, 15: 5}, {24: 15})], [dice])
    work = make_work(make_finals(1, 10, 12).moves, 12)
    read_row(rules_array(rules), rows, 0, work)
    assert layered(rows, 0, work, make_pool(room), 0) == CROWDED
