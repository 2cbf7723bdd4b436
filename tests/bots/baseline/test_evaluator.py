"""Positions as log odds."""

import pytest
from tests.bots.playing import moments
from tests.effort import each

from nardy.bots.baseline.evaluator import (
    contact_weights,
    evaluate,
    evaluate_all,
    reasons,
    win_chance,
)
from nardy.bots.random_bot import RandomBot
from nardy.core.choices import Direction
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.games import BACKGAMMON, GAMES, LONG_NARDY


def test_log_odds_become_chances() -> None:
    assert win_chance(0) == 0.5
    assert win_chance(1) + win_chance(-1) == pytest.approx(1)
    assert win_chance(1_000) == pytest.approx(1)
    assert win_chance(-1_000) == pytest.approx(0)


@each("rules", GAMES.values())
def test_who_waits_at_the_start_is_a_little_behind(rules: Rules) -> None:
    assert 0.35 < win_chance(evaluate(rules, rules.start)) < 0.6


def test_a_race_far_ahead_is_as_good_as_won() -> None:
    ahead = Position.of({2: 2}, {6: 8})
    assert win_chance(evaluate(BACKGAMMON, ahead)) > 0.97
    assert win_chance(evaluate(BACKGAMMON, ahead.flipped())) < 0.03


def test_a_game_of_ones_own_takes_the_weights_of_its_contact() -> None:
    odd = LONG_NARDY.replace(id="odd", direction=Direction.CONTRARY)
    assert contact_weights(odd) == contact_weights(odd.replace(id="other"))
    assert -5 < evaluate(odd, odd.start) < 5


def test_reasons_add_up_to_the_value() -> None:
    position = BACKGAMMON.start
    total = sum(weight * value for _, weight, value in reasons(BACKGAMMON, position))
    assert total == pytest.approx(evaluate(BACKGAMMON, position))


@each("rules", GAMES.values())
def test_many_positions_are_seen_as_one_by_one(rules: Rules) -> None:
    positions = [moment.position for moment in moments(rules, RandomBot(1), 2, most=80)]
    one_by_one = [evaluate(rules, position) for position in positions]
    assert evaluate_all(rules, positions) == pytest.approx(one_by_one)
    assert evaluate_all(rules, positions[:2]) == one_by_one[:2]
