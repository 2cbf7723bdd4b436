"""Whose network a game without its own is judged by, built-in or from a file."""

import numpy as np
import pytest
from tests.effort import each

from nardy.analysis.decisions import estimate, rank_turns
from nardy.bots.neural import NeuralBot
from nardy.core.choices import LastThrow
from nardy.core.dice import Roll
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.data import weights_file
from nardy.evaluation.network import related_games
from nardy.evaluation.network.related_games import network_game, relative_of
from nardy.games import BACKGAMMON, FEVGA, GAMES, LONG_NARDY


@each("rules", GAMES.values())
def test_a_game_with_a_network_is_known_as_itself(rules: Rules) -> None:
    found = network_game(rules)
    if weights_file(rules.id).is_file():
        assert found == rules
    assert network_game(rules.replace(last_throw=rules.last_throw)) == found


def test_a_built_in_game_borrows_as_a_game_from_a_file_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    trained = {"long-nardy", "gul-bara", "plakoto"}
    monkeypatch.setattr(related_games, "_has_network", lambda rules: rules.id in trained)
    own = FEVGA.replace(id="courtyard", koks=3)
    assert network_game(FEVGA) == relative_of(FEVGA) == network_game(own) == GAMES["gul-bara"]
    assert network_game(FEVGA.replace(last_throw=LastThrow.HALF)) == GAMES["gul-bara"]
    assert network_game(LONG_NARDY) == LONG_NARDY
    # Nobody has a network for hits.
    assert network_game(BACKGAMMON) is None
    assert network_game(BACKGAMMON.replace(id="yard")) is None


def test_the_relative_of_a_game_with_a_network_is_another_game() -> None:
    assert relative_of(GAMES["tapa"]) == GAMES["plakoto"]


def test_without_its_equipment_there_is_no_relative() -> None:
    little = LONG_NARDY.replace(id="little", start=Position.of({24: 5}, {24: 5}))
    assert relative_of(little) is None
    assert network_game(little) is None


def test_an_own_game_is_valued_by_its_own_stakes() -> None:
    own = LONG_NARDY.replace(id="courtyard", stakes=(1,))
    assert network_game(own) == LONG_NARDY
    start = Situation(rules=own, position=own.start)
    found = estimate(start, NeuralBot(0))
    plain = found.probabilities
    assert found.equity == pytest.approx(plain.win - plain.lose, abs=1e-5)
    assert set(plain.as_dict()) == {"win", "lose"}
    ranked = rank_turns(Situation(rules=own, position=own.start, roll=Roll(6, 5)), NeuralBot(1))
    assert np.isfinite([choice.equity for choice in ranked]).all()
