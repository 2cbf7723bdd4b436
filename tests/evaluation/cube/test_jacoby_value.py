"""Positions with a cube in the middle and Jacoby's rule: the cube's own figures, and rollouts."""

import numpy as np
import pytest

from nardy.analysis.rollouts import rollout_turns
from nardy.bots.neural import NeuralBot
from nardy.core.situation import Situation
from nardy.evaluation.cube.cubeful import cube_equities
from nardy.evaluation.cube.jacoby_value import JacobyValue
from nardy.formats import position_text
from nardy.search.conversions import positions_of
from nardy.search.rollout import RolloutPlan

STD = "24:2,13:5,8:3,6:5"
START = position_text.loads(f"backgammon w {STD} {STD}")
WON = "w 6:2,5:2,4:2,3:2,2:2,1:2 18:4,14:2,6:9 dice=21"
"""White wins whatever he does; to bear off at once wins more gammons."""


class Sure:
    """Whoever rolls next has these chances everywhere."""

    def __init__(self, *chances: float) -> None:
        self.chances = np.array(chances, np.float32)

    def value(self, positions):
        many = np.tile(self.chances, (len(positions.boards), 1))
        return many, np.zeros(len(many), np.float32)


@pytest.mark.parametrize(
    "chances", [(0, 0.3, 0.4, 0.2, 0.1, 0), (0, 0, 0.5, 0.5, 0, 0), (0.1, 0.8, 0.1, 0, 0, 0)]
)
def test_it_is_what_waiting_is_worth(chances: tuple[float, ...]) -> None:
    evaluator = Sure(*chances)
    _, equities = JacobyValue.of(START, evaluator).value(positions_of([START]))
    assert equities[0] == pytest.approx(cube_equities(START, evaluator.chances).no_double, abs=1e-6)


def test_a_cube_that_nobody_may_turn_leaves_singles() -> None:
    capped = position_text.loads(f"backgammon,auto_doubles=1,cube_cap=2 w {STD} {STD} cube=2")
    assert capped.is_jacoby
    _, equities = JacobyValue.of(capped, Sure(0, 0.3, 0.4, 0.2, 0.1, 0)).value(
        positions_of([capped])
    )
    assert equities[0] == pytest.approx(0.7 - 0.3)


def losses(text: str) -> dict[str, float]:
    ranked = NeuralBot(1).rank(position_text.loads(text))
    best = ranked[0].equity
    return {str(seen.moves): best - seen.equity for seen in ranked}


def test_no_turn_loses_gammons_that_cannot_be_won() -> None:
    """A rollout with the cube says so, too; with the cube turned, or without Jacoby, they count."""
    assert max(losses(f"backgammon {WON}").values()) < 1e-4
    moment = position_text.loads(f"backgammon {WON}")
    rolled = rollout_turns(moment, NeuralBot(0), RolloutPlan(trials=72, threads=1), 4)
    assert max(turn.behind[0] for turn in rolled) < 1e-4
    assert max(losses(f"backgammon,jacoby=off {WON}").values()) > 0.02
    assert max(losses(f"backgammon {WON} cube=2w").values()) > 0.02


def test_gammons_count_for_something_as_the_cube_may_still_be_turned() -> None:
    def worth(*chances: float) -> float:
        moment: Situation = START
        return float(JacobyValue.of(moment, Sure(*chances)).value(positions_of([moment]))[1][0])

    plain, gammons = worth(0, 0, 0.5, 0.5, 0, 0), worth(0, 0.25, 0.25, 0.5, 0, 0)
    assert plain == pytest.approx(0)
    assert 0 < gammons < 0.25
