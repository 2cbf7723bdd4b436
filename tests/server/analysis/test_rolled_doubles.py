"""A double is rolled out in parts: their means are those of a rollout, with the errors of the parts."""

import pytest

from nardy.core.game import Game
from nardy.core.situation import Situation
from nardy.errors import IllegalActError
from nardy.formats import position_text
from nardy.kernel import is_available
from nardy.server.analysis.evaluations import NotEvaluatedError
from nardy.server.analysis.rolled_doubles import (
    DoublePart,
    double_of,
    doubler_of,
    error_of,
    rolled_part,
)

RACE = position_text.loads("backgammon w 6:3,5:3,4:3 6:4,5:3,4:3")
"""White leads by half a roll."""


def parts(waiting: float, taken: float) -> list[DoublePart]:
    return [DoublePart(waiting + 0.01 * n, taken + 0.02 * n, 0.7) for n in (-1, 0, 1)]


def test_the_means_have_the_errors_of_the_parts() -> None:
    found = double_of(RACE, parts(0.5, 0.8))
    assert (found.no_double, found.double_take, found.double_pass) == pytest.approx((0.5, 0.8, 1))
    assert found.no_double_error == pytest.approx(error_of([0.49, 0.5, 0.51]))
    assert found.double_take_error == pytest.approx(error_of([0.78, 0.8, 0.82]))
    # Both move together: the gain is surer than either.
    assert found.gain == pytest.approx(0.3)
    assert found.gain_error == pytest.approx(error_of([0.29, 0.3, 0.31]))
    assert (found.advice, found.win) == ("double, take", pytest.approx(0.7))
    first = double_of(RACE, parts(0.5, 0.8)[:1])
    assert (first.no_double_error, first.double_take_error, first.gain_error) == (None, None, None)


@pytest.mark.parametrize(
    ("waiting", "taken", "advice"),
    [
        (0.9, 0.8, "no double"),
        (0.9, 1.2, "double, pass"),
        # By the Jacoby rule nothing is too good while the cube is in the middle.
        (1.1, 1.2, "double, pass"),
    ],
)
def test_the_advice_follows_from_the_means(waiting: float, taken: float, advice: str) -> None:
    assert double_of(RACE, parts(waiting, taken)).advice == advice


def offered() -> Situation:
    game = Game(RACE.rules, situation=RACE)
    game.offer_double()
    return game.situation


def test_a_double_and_its_answers_are_one_question() -> None:
    assert doubler_of(offered()) == doubler_of(RACE) == RACE
    with pytest.raises(IllegalActError):
        doubler_of(position_text.loads("backgammon w 6:3,5:3,4:3 6:4,5:3,4:3 dice=31"))
    theirs = position_text.loads("backgammon w 6:3,5:3,4:3 6:4,5:3,4:3 cube=2b")
    with pytest.raises(NotEvaluatedError, match="may double"):
        doubler_of(theirs)
    with pytest.raises(NotEvaluatedError):
        doubler_of(position_text.loads("long-nardy w 6:15 6:15"))


def test_parts_are_rollouts_with_seeds_of_their_own() -> None:
    if not is_available():
        pytest.skip("there is no kernel")
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415 (imports NumPy)
    from nardy.search.rollout import RolloutPlan  # noqa: PLC0415 (imports NumPy)

    bot = NeuralBot(0)
    one, other = (rolled_part(RACE, bot, RolloutPlan(trials=36, seed=n)) for n in (1, 2))
    assert one == rolled_part(RACE, bot, RolloutPlan(trials=36, seed=1))
    assert one != other
    assert one.waiting == pytest.approx(other.waiting, abs=0.2)
    assert 0.5 < one.win < 1
