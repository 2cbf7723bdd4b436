"""Match chances by cube level, compiled, against the formulas in evaluation/cube."""

import numpy as np
import pytest
from tests.kernel.compiled_cubes import stand_of

from nardy.core.cube import Cube, Owner
from nardy.core.situation import Score, Situation
from nardy.core.text import situation_text
from nardy.evaluation.cube.match_value import match_ladder
from nardy.games import find_game
from nardy.kernel.cube_ladder import match_chances

NEAR = 1e-9


def moment(game: str, score: Score, value: int = 1) -> Situation:
    rules = find_game(game)
    owner = Owner.PLAYER if value > 1 else Owner.NOBODY
    return Situation(rules=rules, position=rules.start, score=score, cube=Cube(value, owner))


@pytest.mark.parametrize(
    "situation",
    [
        moment("backgammon", Score(7, 3, 2)),
        moment("backgammon", Score(7, 3, 6, is_crawford=True)),
        moment("backgammon", Score(40, 1, 2), 4),
        moment("backgammon,cube_cap=4", Score(11, 0, 5), 2),
        moment("long-nardy,last_throw=half", Score(5, 0.5, 2)),
    ],
    ids=situation_text,
)
def test_the_levels_are_those_of_the_ladder(situation: Situation) -> None:
    known, found = match_ladder(situation), stand_of(situation).ladder
    for side, view in ((1, known), (0, known.flipped())):
        assert found.worth[side] == pytest.approx(view.worth, abs=NEAR)
        assert found.cash[side] == pytest.approx(view.cash, abs=NEAR)
        assert found.loss[side] == pytest.approx(view.loss, abs=NEAR)
        assert found.useless[side].astype(bool).tolist() == [list(one) for one in view.useless]


def test_match_chances_are_those_of_the_equities() -> None:
    rules = find_game("backgammon")
    situation = Situation(rules=rules, position=rules.start, score=Score(7, 3, 2))
    ladder, found = match_ladder(situation), np.zeros(2)
    match_chances(stand_of(situation).ladder, np.array([1.0, -0.5]), found)
    assert found.tolist() == pytest.approx([ladder.chance_of(1.0), ladder.chance_of(-0.5)])
