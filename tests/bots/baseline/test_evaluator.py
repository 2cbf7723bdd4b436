"""Positions as log odds, the tables of weights, and the order of final positions."""

import pytest
from tests.bots.playing import moments
from tests.effort import each
from tests.moments import moment

from nardy.bots.baseline.bot import candidates
from nardy.bots.baseline.evaluator import (
    WON,
    best,
    contact_weights,
    ending,
    evaluate,
    evaluate_all,
    reasons,
    values_of,
    weight_tables,
    win_chance,
)
from nardy.bots.baseline.features import FEATURES, RACE
from nardy.bots.random_bot import RandomBot
from nardy.core.choices import Contact, Direction
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


@pytest.mark.parametrize("table", weight_tables()["contact"])
def test_a_table_belongs_to_a_contact_or_a_game(table: str) -> None:
    contact = GAMES[table].contact if table in GAMES else Contact(table)
    assert set(weight_tables()["contact"][table]) <= set(FEATURES[contact])


def test_every_contact_has_a_table() -> None:
    assert set(Contact) <= set(weight_tables()["contact"])


def test_the_race_knows_its_features() -> None:
    assert set(weight_tables()["race"]) <= set(RACE)


def test_the_turn_that_wins_is_best() -> None:
    situation = moment("sudden-death w 24:2,13:5,8:3,6:5 24:2,18:1,13:5,8:2,6:5", 1, 1)
    final = best(situation, candidates(situation))
    assert ending(situation, final) == WON


def test_a_gammon_is_better_than_a_single() -> None:
    last = moment("backgammon,jacoby=off w 1:1 23:1,6:14", 2, 1)
    (final,) = candidates(last)
    assert ending(last, final) == 3 * WON


def test_the_last_throw_that_only_draws_is_no_loss() -> None:
    last = moment("long-nardy,last_throw=half w 1:1 off:15 last", 2, 1)
    (final,) = candidates(last)
    assert ending(last, final) == 0


def test_the_best_has_the_highest_value() -> None:
    situation = moment("plakoto w 24:10,20:5 24:15", 4, 2)
    finals = list(candidates(situation))
    values = dict(zip(finals, values_of(situation, finals), strict=True))
    assert values[best(situation, finals)] == max(values.values())
