"""Many positions valued in one call, against one at a time."""

import numpy as np
import pytest

import nardy
from nardy.analysis.decisions import estimate
from nardy.analysis.evaluations import evaluate_many
from nardy.bots.neural import NeuralBot
from nardy.core.dice import Roll
from nardy.core.position import Position
from nardy.core.situation import Situation
from nardy.errors import RulesError
from nardy.games import BACKGAMMON, LONG_NARDY, PLAKOTO


@pytest.mark.parametrize("rules", [BACKGAMMON, LONG_NARDY, PLAKOTO], ids=lambda rules: rules.id)
def test_each_row_is_what_one_position_alone_is_worth(rules: nardy.Rules) -> None:
    turns = nardy.legal_turns(rules, rules.start, Roll(6, 5))
    positions = [rules.start, *(final.flipped() for final in turns.values())]
    found = evaluate_many(rules, positions)
    assert len(found) == len(positions) == len(list(found))
    for one, position in zip(found, positions, strict=True):
        alone = estimate(Situation(rules=rules, position=position), NeuralBot(0))
        assert one.equity == pytest.approx(alone.equity, abs=1e-6)
        assert one.probabilities.as_dict() == pytest.approx(alone.probabilities.as_dict(), abs=1e-6)
    assert found.wins == pytest.approx([one.probabilities.win for one in found])
    assert np.allclose(found.chances.sum(1), 1)
    assert np.allclose(found.chances @ np.array(found.points), found.equities, atol=1e-5)


def test_a_part_is_seen_as_the_whole() -> None:
    found = evaluate_many(BACKGAMMON, [BACKGAMMON.start] * 3)
    assert len(found[1:]) == 2
    assert found[1:][0] == found[1]
    with pytest.raises(IndexError):
        found[3]


def test_no_positions_are_worth_nothing() -> None:
    assert list(evaluate_many(BACKGAMMON, [])) == []


@pytest.mark.parametrize("player", [{6: 14}, {6: 16}, {6: 200}])
def test_a_wrong_number_of_checkers_is_told_with_its_place(player: dict[int, int]) -> None:
    with pytest.raises(RulesError, match=r"expected .*15 checkers|expected 15|number 1 "):
        evaluate_many(BACKGAMMON, [BACKGAMMON.start, Position.of(player, {6: 15})])


def test_the_package_has_it_at_hand() -> None:
    assert nardy.evaluate_many(BACKGAMMON, [BACKGAMMON.start]).chances.shape == (1, 6)
