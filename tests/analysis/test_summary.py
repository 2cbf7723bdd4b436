"""A player's game in a few figures."""

from dataclasses import replace

import pytest

from nardy.analysis.cube_review import ReviewedCube
from nardy.analysis.review import ReviewedTurn
from nardy.analysis.summary import FEWEST, LEVELS, Summary, summary
from nardy.core.estimates import CubeChoice, Probabilities, TurnChoice
from nardy.core.player import Player
from nardy.core.turn import Turn
from nardy.formats import position_text

START = position_text.loads("backgammon w 24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5 dice=31")
CHOICE = TurnChoice(Turn(()), START, 0.0, Probabilities(0.5, 0.5), 1)
TURN = ReviewedTurn(
    event=3,
    player=Player.WHITE,
    before=START,
    played="8/5 6/5",
    choices=(CHOICE, CHOICE),
    chosen=0,
    loss=0.0,
    luck=0.25,
    win=0.5,
    lose=0.5,
    is_forced=False,
)
CUBE = ReviewedCube(
    event=2,
    player=Player.WHITE,
    before=START,
    act="roll",
    best="double",
    choice=CubeChoice(0.5, 0.6, 1.0, "double, take"),
    loss=0.1,
    win=0.7,
    lose=0.3,
    plies=2,
)


def test_errors_are_counted_and_shared_out_among_decisions() -> None:
    forced = replace(TURN, is_forced=True, loss=0.5)
    unseen = replace(TURN, choices=())
    found = [
        *(TURN, CUBE, forced, unseen, replace(TURN, player=Player.BLACK, loss=9.0)),
        *(replace(TURN, loss=loss) for loss in (0.02, 0.04, 0.3)),
    ]
    results = summary(found, Player.WHITE)
    assert results == Summary(
        decisions=5, inaccuracies=1, mistakes=1, blunders=2, lost=pytest.approx(0.46), luck=1.5
    )
    assert results.error_rate == pytest.approx(92)
    assert results.performance_rating == pytest.approx(500 * 0.46 / 5)
    assert results.level == ""
    assert summary(found, Player.BLACK).blunders == 1
    assert summary([], Player.WHITE).error_rate == 0


def test_a_level_is_told_of_enough_decisions() -> None:
    def level(rate: float, decisions: int = 50) -> str:
        return Summary(decisions, 0, 0, 0, rate * decisions / 1000, 0).level

    assert [level(rate) for rate in (1, 4, 7, 11, 17, 25, 60)] == [
        *("master", "world-class", "expert", "advanced", "intermediate", "casual", "beginner")
    ]
    assert level(1, FEWEST - 1) == ""
    assert [below for below, _ in LEVELS] == sorted(below for below, _ in LEVELS)
