"""The laws on masks, each beside its twin in the rule book."""

from random import Random

import numpy as np
import pytest
from tests.effort import each
from tests.kernel.samples import dealt, strange_rules, work_of

from nardy.core.choices import Contact, HomeHit
from nardy.core.formations import breaks_prime as core_breaks_prime
from nardy.core.formations import broken_formation
from nardy.core.position import BAR, OFF
from nardy.core.steps import NO_LIMIT, MidTurn, Step, broken_law
from nardy.games import BACKGAMMON, LONG_NARDY, find_game
from nardy.kernel import layout as at
from nardy.kernel.arrays import mask_of, points_of
from nardy.kernel.laws import (
    POINTS,
    bearers,
    breaks_formation,
    breaks_prime,
    ends_game,
    faced,
    next_readings,
    origins,
    target_of,
)


def frame_of(rules, mid: MidTurn) -> np.ndarray:
    return work_of(rules, mid).frame


@pytest.mark.parametrize("rules", [BACKGAMMON, LONG_NARDY], ids=str)
def test_the_opponents_names_of_points(rules) -> None:
    parallel = int(rules is LONG_NARDY)
    for point in range(1, 25):
        assert points_of(faced(1 << point, parallel)) == {rules.facing(point)}
    assert faced(faced(0b10110, parallel), parallel) == 0b10110
    assert faced(POINTS, parallel) == POINTS
    assert faced(1 << BAR | 1 << OFF, parallel) == 0


def test_a_checker_lands_off_with_a_larger_die() -> None:
    assert [target_of(3, die) for die in (1, 2, 3, 4)] == [2, 1, 0, 0]


def test_who_is_borne_off() -> None:
    assert bearers(5, 0b0110000) == 1 << 5
    assert bearers(6, 0b0010100) == 1 << 4
    assert bearers(3, 0b0010100) == 0
    assert bearers(6, 1) == 0


def test_what_ends_the_game() -> None:
    frame = np.zeros(at.FRAME_SIZE, np.int64)
    assert ends_game(frame, 1, 0)
    assert not ends_game(frame, 3, 1)
    frame[at.FRAME_FIRST_HIT_WINS] = 1
    assert ends_game(frame, 3, 1)


@each("seed", range(40))
def test_origins_are_those_of_the_rule_book(seed: int) -> None:
    rng = Random(seed)
    rules = strange_rules(rng).replace(
        id="plain", prime=find_game("gul-bara").prime, quarter=None, release=False
    )
    for _ in range(20):
        die = rng.randint(1, 6)
        from_head = rng.choice((0, 1)) if rules.head else NO_LIMIT
        mid = MidTurn(dealt(rules, rng), (die,), in_order=True, from_head=from_head)
        frame = frame_of(rules, mid)
        found = points_of(origins(frame, die, frame[at.FRAME_HELD], mid.from_head))
        steps = (Step(origin, die) for origin in range(1, 26))
        assert found == {step.origin for step in steps if broken_law(rules, mid, step) is None}


@each("seed", range(40))
def test_formations_are_those_of_the_rule_book(seed: int) -> None:
    rng = Random(seed)
    for _ in range(20):
        rules = strange_rules(rng)
        position = dealt(rules, rng)
        mid = MidTurn(position, (1,), in_order=True, from_head=99)
        frame = frame_of(rules, mid)
        held = frame[at.FRAME_HELD]
        broken = broken_formation(rules, position)
        assert breaks_formation(frame, held, 0) == (broken is not None)
        if frame[at.FRAME_PRIME]:
            assert breaks_prime(frame, held, 0) == core_breaks_prime(rules, position)


def test_a_prime_round_the_opponents_corner_is_none() -> None:
    # The mover's 9-14 are the opponent's 21, 22, 23, 24 and 1, 2.
    frame = np.zeros(at.FRAME_SIZE, np.int64)
    frame[at.FRAME_PARALLEL] = 1
    frame[at.FRAME_PRIME] = at.PRIME_FORBID
    assert not breaks_prime(frame, mask_of(frozenset(range(9, 15))), 0)
    assert breaks_prime(frame, mask_of(frozenset({22, 23, 24, 1, 2, 3})), 0)


def test_readings_of_who_hit() -> None:
    frame = np.zeros(at.FRAME_SIZE, np.int64)
    frame[at.FRAME_HOME_HIT] = at.HOME_HIT_NO_HIDE
    on_five = next_readings(frame, at.NOBODY, (8, 5, 1), 1, 0)
    assert on_five == 1 << (1 << 4)
    # The hitter joins nobody; another checker may.
    assert next_readings(frame, on_five, (5, 3, 0), 1, 1) == 0
    assert next_readings(frame, on_five, (6, 3, 0), 1, 1) == on_five
    # Of two on the point either may have moved.
    both = next_readings(frame, on_five, (5, 3, 0), 2, 0)
    assert both == 1 << (1 << 4) | 1 << (1 << 2)
    # Off only as a last resort.
    assert next_readings(frame, on_five, (5, 0, 0), 1, 1) == 0
    frame[at.FRAME_LAST_RESORT] = 1
    assert next_readings(frame, on_five, (5, 0, 0), 1, 1) == at.NOBODY
    frame[at.FRAME_HOME_HIT] = at.HOME_HIT_NO_MOVE
    assert next_readings(frame, on_five, (5, 3, 0), 1, 0) == 0


def test_the_lists_of_choices_are_complete() -> None:
    assert len(HomeHit) == 4
    assert len(Contact) == 3
