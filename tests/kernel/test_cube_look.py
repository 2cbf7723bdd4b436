"""Compiled look-ahead with the cube, against the judge of reviews."""

from dataclasses import replace

import numpy as np
import pytest
from tests.effort import each, tries
from tests.kernel.compiled_cubes import stand_of
from tests.kernel.compiled_nets import net_of

from nardy.analysis.judge import Judge
from nardy.bots.neural import IN_MATCH, NeuralBot
from nardy.core.cube import Cube, Owner
from nardy.core.situation import Score, Situation
from nardy.formats import position_text
from nardy.kernel import act_layout as of
from nardy.kernel.arrays import position_arrays
from nardy.kernel.cube_look import weigh_cube
from nardy.kernel.cube_values import fill_worth
from nardy.kernel.decisions import Table
from nardy.search.conversions import facts_of

NEAR = 1e-5
BOARDS = (
    "24:2,13:5,8:3,6:5 24:2,13:5,8:3,6:5",
    "20:1,13:3,8:4,6:4,5:3 bar:1,13:4,8:3,6:5,3:2",
    "8:3,6:5,5:4,4:3 23:2,8:2,6:5,4:3,3:3",
    "7:1,6:4,5:4,4:3 6:5,4:3,3:3",
)
CUBES = (Cube(), Cube(2, Owner.PLAYER), Cube(4, Owner.OPPONENT))
SCORES = (None, Score(3, 1, 0), Score(5, 4, 2), Score(7, 2, 5))
ALL = [
    (board, cube, score, plies)
    for plies in (1, 2)
    for board in BOARDS
    for cube in CUBES
    for score in SCORES
]


def moment(board: str, cube: Cube, score: Score | None) -> Situation:
    plain = position_text.loads(f"backgammon w {board}")
    return replace(plain, cube=cube, score=score)


@each(("board", "cube", "score", "plies"), ALL[:: tries(7, 1, 1)])
def test_the_kernel_weighs_a_double_as_the_judge_does(
    board: str, cube: Cube, score: Score | None, plies: int
) -> None:
    situation = moment(board, cube, score)
    first = situation.first is situation.to_act
    stand = stand_of(situation, of.WHITE if first else of.BLACK)
    net = net_of(situation.rules, stand)
    fill_worth(stand, net.worth)
    if score:
        net = net._replace(filter_most=IN_MATCH.most, filter_margin=IN_MATCH.margin)
    boards, pins = position_arrays([situation.position])
    table = Table(boards, pins, facts_of(situation)[None].copy())
    chances, found = np.zeros(len(net.points), np.float32), np.zeros(3)
    weigh_cube(net, table, plies, chances, found)
    judged = Judge.of(NeuralBot(plies)).weigh(situation)
    assert chances.tolist() == pytest.approx(judged.chances.tolist(), abs=NEAR)
    assert found.tolist() == pytest.approx([*judged.equities], abs=NEAR)
