"""The order of final positions."""

from tests.moments import moment

from nardy.bots.baseline.bot import candidates
from nardy.bots.baseline.ranking import WON, best, ending, ranked


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


def test_values_fall_and_no_position_is_lost() -> None:
    situation = moment("plakoto w 24:10,20:5 24:15", 4, 2)
    finals = candidates(situation)
    order = ranked(situation, finals)
    values = [value for _, value in order]
    assert values == sorted(values, reverse=True)
    assert {final for final, _ in order} == set(finals)
