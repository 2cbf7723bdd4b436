"""Networks as the compiled search takes them value positions as they do themselves."""

import numpy as np
import pytest
from tests.effort import some

from nardy.evaluation.network.bundled_weights import bundled
from nardy.evaluation.network.compiled import NO_RACES, compiled_net, uses_of
from nardy.evaluation.network.exact_first import ExactFirst
from nardy.evaluation.network.network import Network, Positions
from nardy.games import GAMES, find_game
from nardy.kernel import layout as at
from nardy.kernel.scoring import FACT_FIRST, FACT_TURNS_MINE, FACT_TURNS_THEIRS, FACTS_SIZE
from nardy.kernel.valuing import value_batch
from nardy.search.tables import GameTables, Tables


@pytest.mark.parametrize("game", some(GAMES, 6))
def test_values_are_those_of_the_network(game: str) -> None:
    rules = GAMES[game]
    network, tables = bundled(rules)[0], Tables.begun(GameTables.of(rules), 3)
    chances, equities = network.value(
        Positions(tables.boards, tables.pins, at.PLAYER, tables.facts)
    )
    told = np.empty_like(chances), np.empty_like(equities)
    board = tables.boards, tables.pins, at.PLAYER
    value_batch(compiled_net(network, rules), board, tables.facts, *told)
    assert np.abs(told[0] - chances).max() < 1e-5
    assert np.abs(told[1] - equities).max() < 1e-5


def test_of_a_variant_with_other_outcomes_the_outcomes_are_the_networks() -> None:
    rules = find_game("long-nardy@draw")
    network = bundled(rules)[0]
    net = compiled_net(network, rules)
    assert net.points.tolist() == network.points.tolist()
    assert net.worth.shape == (2, len(network.points))


def test_a_network_without_a_move_filter_has_no_rows_of_one() -> None:
    rules = GAMES["portes"]
    assert not len(compiled_net(Network.random(rules, 8, 8, 1), rules).filter_table)


@pytest.mark.parametrize("game", ["backgammon", "gul-bara", "hypergammon", "nuclear"])
def test_races_have_the_chances_of_the_exact_table(game: str) -> None:
    rules, random = GAMES[game], np.random.default_rng(3)
    sides = random.multinomial(rules.checkers, [1 / 7] * 7, (50, 2))
    boards = np.zeros((50, 2, at.PLACES), np.int8)
    boards[:, :, :7] = np.where(sides[:, :, :1] == rules.checkers, np.roll(sides, 1, 2), sides)
    pins, facts = np.zeros((50, 2), np.int32), np.zeros((50, FACTS_SIZE), np.int8)
    facts[:, FACT_FIRST] = random.integers(0, 2, 50)
    # Late enough for cascades.
    facts[:, [FACT_TURNS_MINE, FACT_TURNS_THEIRS]] = 9
    network = bundled(rules)[0]
    for seat in (at.PLAYER, at.OPPONENT):
        chances, equities = ExactFirst(network, rules).value(Positions(boards, pins, seat, facts))
        told = np.empty_like(chances), np.empty_like(equities)
        value_batch(compiled_net(network, rules), (boards, pins, seat), facts, *told)
        assert np.abs(told[0] - chances).max() < 1e-6
        assert np.abs(told[1] - equities).max() < 1e-5
    assert (game == "nuclear") == (compiled_net(network, rules).races is NO_RACES)


def test_a_game_uses_what_its_rules_have() -> None:
    assert uses_of(find_game("nuclear")).tolist() == [1, 0, 1]
    assert uses_of(find_game("nuclear,bomb_hits=opponent")).tolist() == [1, 0, 0]
    assert uses_of(find_game("gul-bara")).tolist()[:2] == [0, 1]
    assert uses_of(find_game("mad-gulbar")).tolist()[:2] == [0, 0]
