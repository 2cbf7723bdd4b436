"""A network that is told what is exactly known, and its values in the outcomes of a variant."""

from random import Random

import numpy as np
import pytest
from tests.evaluation.network.test_network import network_of, part, positions_of
from tests.search.lockstep import tiny
from tests.search.test_bomb import moments

from nardy.core.position import Position
from nardy.evaluation.network.exact_first import ExactFirst, mapped_value
from nardy.evaluation.network.network import Floats, Positions
from nardy.evaluation.outcomes import outcomes_of
from nardy.exact.bearoff import race_chances
from nardy.games import BACKGAMMON, find_game
from nardy.kernel import layout as at
from nardy.search.conversions import tables_of
from nardy.search.tables import GameTables


def mixed(text: str) -> Positions:
    """Every third of them a race at home."""
    positions = positions_of(text, 30)
    rng, checkers = Random(text), find_game(text).checkers
    for k in range(0, 30, 3):
        for side in range(2):
            counts = dict.fromkeys(range(1, 7), 0)
            for _ in range(rng.randint(1, checkers)):
                counts[rng.randint(1, 6)] += 1
            off = checkers - sum(counts.values())
            positions.boards[k, side] = Position.of(counts | {0: off}).player
        positions.pins[k] = 0
    return positions


@pytest.mark.parametrize("text", ["backgammon", "long-nardy@draw"])
def test_races_are_looked_up_and_the_rest_is_the_networks(text: str) -> None:
    network, positions = network_of(text), mixed(text)
    is_race, exact = race_chances(network.rules, outcomes_of(network.rules).stakes, positions)
    assert 10 <= is_race.sum() < 30
    chances, equities = ExactFirst(network, network.rules).value(positions)
    guessed, worth = network.value(positions)
    assert chances[is_race].tolist() == exact[is_race].tolist()
    assert equities[is_race] == pytest.approx(exact[is_race] @ network.points, abs=1e-6)
    assert chances[~is_race] == pytest.approx(guessed[~is_race], abs=1e-5)
    assert equities[~is_race] == pytest.approx(worth[~is_race], abs=1e-5)


def test_only_races_and_none_at_all() -> None:
    network, positions = network_of("backgammon"), mixed("backgammon")
    value = ExactFirst(network, BACKGAMMON).value
    one = part(positions, slice(0, 1))
    assert value(one)[0].sum() == pytest.approx(1, abs=1e-5)
    start = Positions(
        np.array([[BACKGAMMON.start.player] * 2], np.int8),
        np.zeros((1, 2), np.int32),
        at.PLAYER,
        one.facts,
    )
    assert value(start)[0].tolist() == network.value(start)[0].tolist()


def test_the_outcomes_are_those_of_the_reading() -> None:
    """A reading with a last throw, played by the network of the published game."""
    network, rules = network_of("long-nardy"), find_game("long-nardy@draw")
    positions = mixed("long-nardy")
    is_race, exact = race_chances(rules, outcomes_of(rules).stakes, positions)
    chances, equities = ExactFirst(network, rules).value(positions)
    assert chances.shape == (30, 5)
    assert chances.sum(1) == pytest.approx(1, abs=1e-5)
    assert chances[is_race].tolist() == exact[is_race].tolist()
    assert (chances[~is_race, 2] == 0).all(), "of draws the network knows nothing"
    assert equities == pytest.approx(chances @ np.array(outcomes_of(rules).points), abs=1e-5)


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
