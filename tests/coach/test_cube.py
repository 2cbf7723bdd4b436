"""The cube explained: take and doubling points by closed formulas and by trying every chance."""

from dataclasses import replace

import numpy as np
import pytest
from tests.moments import moment

from nardy.bots.neural import NeuralBot
from nardy.coach.cube import WAITS, CubeExplanation, explain_cube
from nardy.errors import IllegalActError, NardyError
from nardy.evaluation.cube.cubeful import choice_among, cube_equities
from nardy.evaluation.cube.match_cube import EFFICIENCY
from nardy.evaluation.outcomes import points_of

RACE = "backgammon w 8:2,6:4,5:4,4:3,3:2 9:2,7:2,6:5,5:3,4:1,3:2"
ATTACK = "backgammon w 24:2,13:3,8:3,6:4,5:3 bar:1,24:1,13:5,8:3,6:5"
START = "backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5"
DRAWS = (
    "plakoto,cube_play=on w 24:p,10:1,7:1,4:1,3:4,2:7 24:1,21:p,12:1,4:1,3:1,2:4,1:6",
    "plakoto,cube_play=on w 24:p,18:1,14:p,12:1,5:5,4:1,3:5 24:1,23:1,22:p,16:1,11:1,6:1,4:1,3:2,2:4,1:2",
)
"""Two mothers pinned, so that games are drawn (found in random play)."""


def explained(text: str, act: str | None = None) -> CubeExplanation:
    return explain_cube(moment(text), act, NeuralBot(0))


def at(found: CubeExplanation, win: float) -> np.ndarray:
    """The chances with another chance to win and the same sizes of wins and losses."""
    points = points_of(found.situation.rules)
    chances = found.chances.astype(float)
    wins, losses = points > 0, points < 0
    return np.where(wins, chances * win / chances[wins].sum(), 0) + np.where(
        losses, chances * (1 - win) / chances[losses].sum(), 0
    )


def test_an_explanation_equals_itself_and_may_be_in_sets() -> None:
    found, again = explained(RACE), explained(RACE)
    assert found == found  # noqa: PLR0124 (that is what is asked)
    assert len({found, again, found}) == 2


@pytest.mark.parametrize("text", [RACE, ATTACK, START])
def test_the_take_point_of_money_is_janowskis(text: str) -> None:
    found = explained(text)
    points = points_of(found.situation.rules)
    wins, losses = points > 0, points < 0
    chances = found.chances.astype(float)
    # The opponent answers: their average loss is the player's average win.
    lost = chances[wins] @ points[wins] / chances[wins].sum()
    won = chances[losses] @ -points[losses] / chances[losses].sum()
    point = (lost - 0.5) / (won + lost + 0.5 * EFFICIENCY)
    assert found.takes_from == pytest.approx(point, abs=1e-5)


@pytest.mark.parametrize("text", [RACE, ATTACK, f"{RACE} match=7:3-5", f"{START} match=5:0-0"])
def test_the_points_are_where_the_right_act_changes(text: str) -> None:
    found = explained(text)
    situation, low, need = found.situation, found.doubles_from, found.takes_from
    assert low is not None
    assert need is not None
    for win in np.linspace(0.02, 0.98, 49):
        equities = cube_equities(situation, at(found, win))
        waits = choice_among(situation, equities) in WAITS
        if abs(win - low) > 1e-3 and win < 1 - need:
            assert waits is bool(win < low)
        if abs(1 - win - need) > 1e-3:
            assert (equities.double_take <= equities.double_pass) is bool(1 - win >= need)


@pytest.mark.parametrize("text", DRAWS)
def test_draws_keep_their_share_where_the_chance_to_win_varies(text: str) -> None:
    found = explained(text)
    points, chances = points_of(found.situation.rules), found.chances.astype(float)
    wins, losses, drawn = points > 0, points < 0, chances[points == 0].sum()
    assert found.drawn == pytest.approx(drawn, abs=1e-6)
    assert drawn > 0.05
    passed = []
    tried = np.linspace(0.01, 0.99 - drawn, 500)
    for win in tried:
        sizes = np.where(wins, win / chances[wins].sum(), 1.0)
        sizes[losses] = (1 - drawn - win) / chances[losses].sum()
        equities = cube_equities(found.situation, (chances * sizes).astype(np.float32))
        passed.append(equities.double_take > equities.double_pass)
    cash = tried[passed.index(True)]
    assert found.passes_from == pytest.approx(cash, abs=0.0021)
    assert found.takes_from == pytest.approx(1 - drawn - cash, abs=0.0021)


def test_the_answer_is_seen_by_the_player_who_answers() -> None:
    doubled, answered = explained(ATTACK), explained(f"{ATTACK} offer=double")
    flipped = replace(doubled.situation.flipped(), to_act=answered.situation.to_act)
    assert answered.situation.offer is not None
    asked = explain_cube(replace(flipped, offer=answered.situation.offer), None, NeuralBot(0))
    assert asked.takes_from == pytest.approx(doubled.takes_from)
    assert asked.win == pytest.approx(1 - doubled.win, abs=1e-6)
    assert asked.larger == pytest.approx(doubled.larger[::-1], abs=1e-6)
    assert asked.worth["pass"] == -doubled.equities.double_pass


def test_the_best_act_and_what_another_loses() -> None:
    found = explained(RACE)
    assert (found.best, found.act) == ("double", "roll")
    assert explained(RACE, "roll").loss == found.loss > 0
    assert explained(START).best == "roll"
    assert explained(START, "double").loss == explained(START).loss


def test_who_can_never_double_again() -> None:
    assert explained(RACE).never_again == ""
    assert explained(RACE.replace("backgammon", "backgammon,cube_cap=2")).never_again == "cap"
    # At 5:3-3 a cube of two wins the match, so the taker needs no more.
    assert explained(f"{RACE} match=5:3-3").never_again == "match"
    assert explained(f"{RACE} match=9:3-3").never_again == ""


def test_doubles_that_risk_or_gain_nothing() -> None:
    after = explained(f"{RACE} match=5:2-4")
    assert after.is_free
    assert not after.is_useless
    assert explained(f"{RACE} match=5:4-2").is_useless
    assert not explained(RACE).is_free


def test_the_last_checkers_have_no_points() -> None:
    late = explained("backgammon w 2:2,off:13 1:2,off:13")
    assert late.takes_from is None
    assert late.doubles_from is None


def test_where_there_is_nothing_to_decide() -> None:
    with pytest.raises(IllegalActError, match="cube"):
        explained("backgammon,cube_play=off w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5")
    with pytest.raises(IllegalActError):
        explain_cube(moment(START, 3, 1), None, NeuralBot(0))
    for offer in ("cube=2b offer=beaver", "offer=gammon"):
        with pytest.raises(IllegalActError, match="explain the cube"):
            explained(f"{RACE} {offer}")
    with pytest.raises(NardyError, match="expected an act"):
        explained(RACE, "take")
