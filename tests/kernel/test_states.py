"""States as numbers, and the table that finds them again."""

from random import Random

import numpy as np
import pytest
from tests.kernel.samples import dealt

from nardy.core.steps import NO_LIMIT, MidTurn, displaced
from nardy.games import BACKGAMMON
from nardy.kernel import layout as at
from nardy.kernel.arrays import rows_of, rules_array
from nardy.kernel.frame import read_row
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
    make_pool,
    put_after,
)
from nardy.kernel.work import SearchMove


def test_numbers_tell_every_count() -> None:
    rng = Random(1)
    rules = BACKGAMMON.replace(id="many", start=BACKGAMMON.start.of({24: 127}))
    states = np.zeros((2, STATE_SIZE), np.int64)
    for _ in range(100):
        position = dealt(rules, rng)
        mid = MidTurn(position, (1,), in_order=True, from_head=NO_LIMIT)
        frame, own = np.zeros(at.FRAME_SIZE, np.int64), np.zeros(at.PLACES, np.int8)
        read_row(rules_array(rules), rows_of([mid]), 0, frame, own)
        first_state(frame, own, states)
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
