"""Whether to take: the answers to a double, weighed by a network and by rollout."""

from dataclasses import replace

import numpy as np
import pytest
from tests.moments import STD, moment

from nardy.analysis.answers import (
    before_double,
    is_double,
    rolled_answers,
    seen_by_opponent,
    weigh_answers,
    worth_of_answers,
)
from nardy.analysis.rolled_cubes import RolledCube
from nardy.bots.neural import NeuralBot
from nardy.core.cube import Offer
from nardy.core.cube_acts import offer_double
from nardy.errors import IllegalActError
from nardy.evaluation.cube.cubeful import CubeDecision, cube_equities

MONEY = f"backgammon w {STD} {STD} offer=double"
LAST_ROLL = "backgammon w 6:1 1:2 offer=double"
"""Black rolls next and takes both checkers off whatever he throws: White must pass."""


def weighed(text: str) -> dict[str, float]:
    return dict(weigh_answers(moment(text), NeuralBot(0)).worth)


def test_the_moment_before_the_double_leads_to_the_offer() -> None:
    for text in (MONEY, f"{MONEY} match=5:3-2", f"backgammon b {STD} {STD} cube=4w offer=double"):
        offered = moment(text)
        assert is_double(offered)
        assert offer_double(before_double(offered)) == offered


def test_nothing_is_doubled_while_a_roll_is_due() -> None:
    rolling = moment(f"backgammon w {STD} {STD}")
    assert not is_double(rolling)
    assert before_double(rolling) is rolling
    with pytest.raises(IllegalActError):
        weigh_answers(rolling, NeuralBot(0))


@pytest.mark.parametrize("offer", ["cube=4b offer=beaver", "dice=31 offer=gammon"])
def test_other_offers_have_other_answers(offer: str) -> None:
    with pytest.raises(IllegalActError, match="cannot weigh the answers to a double: an offer"):
        weigh_answers(moment(f"backgammon w {STD} {STD} {offer}"), NeuralBot(0))


def test_answers_are_equal_by_their_figures_and_may_be_in_sets() -> None:
    found = weigh_answers(moment(MONEY), NeuralBot(0))
    assert {found, replace(found, worth=dict(found.worth))} == {found}
    assert found != replace(found, worth={})


def test_answers_are_the_doublers_equities_from_the_other_side() -> None:
    offered = moment(MONEY)
    chances = NeuralBot(0).probabilities(before_double(offered))
    equities = cube_equities(before_double(offered), chances)
    taken, worth = equities.double_take, worth_of_answers(offered, equities)
    assert worth == {"take": -taken, "pass": -1.0, "beaver": -2 * taken}
    assert weighed(MONEY) == pytest.approx(worth)


def test_what_is_lost_whatever_falls_is_passed() -> None:
    found = weigh_answers(moment(LAST_ROLL), NeuralBot(0))
    assert found.worth["take"] == pytest.approx(-2)
    assert found.advice == "pass"
    assert found.probabilities.win == 0
    assert found.equity == pytest.approx(-1)


def test_in_a_match_the_chances_to_win_it_are_told_and_nobody_beavers() -> None:
    found = weigh_answers(moment(f"{MONEY} match=5:3-2"), NeuralBot(0))
    assert set(found.worth) == {"take", "pass"}
    assert found.match_chances is not None
    # Who passes at 3-2 to 5 plays on at 3-3: nobody is ahead.
    assert found.match_chances["pass"] == pytest.approx(0.5)
    assert (found.match_chances["take"] > 0.5) == (found.advice == "take")


@pytest.mark.parametrize(("taken", "advice"), [(0.4, "take"), (1.3, "pass"), (-0.2, "beaver")])
def test_rolled_answers_keep_their_errors(taken: float, advice: str) -> None:
    nothing = 0.0, 0.0
    double = RolledCube(
        nothing, (taken, 0.03), (1.0, 0.0), nothing, CubeDecision.DOUBLE_TAKE, nothing
    )
    worth = rolled_answers(moment(MONEY), double)
    assert worth["take"] == (-taken, 0.03)
    assert worth["beaver"] == pytest.approx((-2 * taken, 0.06))
    assert max(worth, key=lambda name: worth[name][0]) == advice
    assert "beaver" not in rolled_answers(moment(MONEY.replace(" w", ",beavers=off w")), double)


def test_a_beaver_wins_no_more_than_the_doubler_pays_to_pass_it() -> None:
    """Who doubled with a game as good as lost passes the beaver for 2: a take wins more."""
    lost = "backgammon b bar:2,24:3,13:4,6:4,5:2 13:2,8:2,6:3,5:3,4:3,3:2 offer=double"
    worth = weighed(lost)
    assert worth["take"] > 2
    assert worth["beaver"] == 2
    assert weigh_answers(moment(lost), NeuralBot(0)).advice == "take"
    assert NeuralBot(0).choose_act(moment(lost)) == "take"


@pytest.mark.parametrize(("taken", "beaver"), [(-1.5, (2.0, 0.0)), (-2.6, (2.0, 0.0))])
def test_a_rolled_beaver_that_is_passed_is_sure(taken: float, beaver: tuple) -> None:
    nothing = 0.0, 0.0
    double = RolledCube(
        nothing, (taken, 0.03), (1.0, 0.0), nothing, CubeDecision.DOUBLE_TAKE, nothing
    )
    assert rolled_answers(moment(MONEY), double)["beaver"] == beaver


def test_who_beavers_wrongly_is_raccooned_where_that_is_allowed() -> None:
    offered = moment(MONEY.replace(" w", ",raccoons=on w"))
    won = np.array([0, 0.1, 0.7, 0.2, 0, 0], np.float32)
    worth = worth_of_answers(offered, cube_equities(before_double(offered), won))
    assert worth["beaver"] == max(-4, 4 * worth["take"])
    offered = moment(MONEY.replace(" w", ",cube_cap=4,raccoons=on w"))
    capped = worth_of_answers(offered, cube_equities(before_double(offered), won))
    assert capped["beaver"] == 2 * capped["take"]


def test_chances_are_turned_to_the_other_side_and_back() -> None:
    chances = {
        "win": (0.6, 0.1), "win_gammon": (0.2, 0.0), "lose_gammon": (0.05, 0.0),
        "lose": (0.3, 0.1), "draw": (0.1, 0.0),
    }  # fmt: skip
    turned = seen_by_opponent(chances)
    assert turned["lose"] == chances["win"]
    assert turned["lose_gammon"] == chances["win_gammon"]
    assert turned["draw"] == chances["draw"]
    assert list(turned) == list(chances)
    assert seen_by_opponent(turned) == chances


def test_other_offers_are_not_doubles() -> None:
    assert not is_double(replace(moment(MONEY), offer=Offer.SINGLE))


@pytest.mark.parametrize(
    "text",
    [
        "backgammon b 6:3,5:2,4:2 6:3,5:3,4:2 offer=double match=5:1-1",
        "backgammon b 6:2,5:1 6:3 offer=double match=5:1-1",
    ],
)
def test_match_chances_rank_the_answers_as_the_advice_does(text: str) -> None:
    found = weigh_answers(moment(text), NeuralBot(0))
    assert found.match_chances is not None
    assert found.advice == "pass"
    assert found.match_chances["pass"] >= found.match_chances["take"]


def test_answers_are_those_that_the_bot_gives() -> None:
    text = f"{MONEY} match=5:3-2"
    bot = NeuralBot(1)
    taken = bot.weigh(before_double(moment(text))).equities.double_take
    assert weigh_answers(moment(text), bot).worth["take"] == pytest.approx(-taken)
