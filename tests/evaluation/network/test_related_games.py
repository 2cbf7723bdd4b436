"""Whose network a game of one's own is judged by."""

import numpy as np
import pytest
from tests.effort import each

from nardy.analysis.decisions import estimate, rank_turns
from nardy.bots.neural import NeuralBot
from nardy.core.dice import Roll
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.evaluation.network.related_games import network_game, relative_of
from nardy.games import GAMES, LONG_NARDY


@each("rules", GAMES.values())
def test_a_game_of_the_family_is_known_as_itself(rules: Rules) -> None:
    assert network_game(rules) == rules
    assert network_game(rules.replace(last_throw=rules.last_throw)) == rules


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
