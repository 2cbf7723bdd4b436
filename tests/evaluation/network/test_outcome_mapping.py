"""A network's values in the outcomes of a reading."""

import numpy as np
import pytest
from tests.search.lockstep import tiny
from tests.search.test_bomb import moments

from nardy.evaluation.network.network import Floats, Positions
from nardy.evaluation.network.outcome_mapping import mapped_value
from nardy.evaluation.outcomes import outcomes_of
from nardy.games import find_game
from nardy.kernel import layout as at
from nardy.search.conversions import tables_of
from nardy.search.tables import GameTables


@pytest.mark.parametrize(
    "text", ["long-nardy,last_throw=half", "long-nardy,koks=3", "backgammon,stakes=1/2"]
)
def test_every_outcome_goes_where_it_scores_as_much_or_nearly(text: str) -> None:
    rules, name = find_game(text), text.split(",", maxsplit=1)[0]
    network = tiny(name)
    table = tables_of(GameTables.of(network.rules), moments(name, 40))
    positions = Positions(table.boards, table.pins, at.PLAYER, table.facts)
    chances, equities = mapped_value(network.value, network.rules, rules)(positions)
    points = np.array(outcomes_of(rules).points)
    own, _ = network.value(positions)
    assert chances.shape == (len(own), len(points))
    assert chances.sum(1) == pytest.approx(1, abs=1e-5)
    assert equities == pytest.approx(chances @ points, abs=1e-5)
    for worth, column in zip(network.points, own.T, strict=True):
        if worth in points and len(points) >= len(network.points):
            assert (chances[:, points.tolist().index(worth)] == column).all()


def test_the_networks_own_game_needs_no_fitting() -> None:
    network = tiny("backgammon")
    assert mapped_value(network.value, network.rules, network.rules) == network.value


def test_what_is_said_of_a_game_that_is_over_may_be_no_number() -> None:
    rules = find_game("long-nardy,last_throw=half")

    def nothing(positions: Positions) -> tuple[Floats, Floats]:
        count = len(positions.boards)
        return np.full((count, 4), np.inf, np.float32), np.zeros(count, np.float32)

    table = tables_of(GameTables.of(rules), moments("long-nardy", 2)[:1])
    positions = Positions(table.boards, table.pins, at.PLAYER, table.facts)
    chances, equities = mapped_value(nothing, find_game("long-nardy"), rules)(positions)
    assert (chances.shape, equities.shape) == ((1, 5), (1,))
