"""Many positions valued in one call, against one at a time."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

import nardy
from nardy.analysis.decisions import estimate
from nardy.analysis.evaluations import evaluate_many
from nardy.bots.neural import NeuralBot
from nardy.core.dice import Roll
from nardy.core.position import Position
from nardy.core.situation import Situation
from nardy.core.validity import check_position
from nardy.errors import PositionError, RulesError
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


STD = {24: 2, 13: 5, 8: 3, 6: 5}


@pytest.mark.parametrize(
    ("rules", "position", "told"),
    [
        (BACKGAMMON, Position((15,), (15,)), "expected 26 counts"),
        (BACKGAMMON, Position((*[0] * 26, 15), (15, *[0] * 24)), "expected 26 counts"),
        (BACKGAMMON, Position((-1, 16, *[0] * 24), (15, *[0] * 25)), "0 or more checkers"),
        (BACKGAMMON, Position.of(STD, {1: 2, 6: 13}), "both players stand on one point"),
        (LONG_NARDY, Position.of({25: 1, 24: 14}, {24: 15}), "nothing is hit"),
        (LONG_NARDY, Position.of({24: 14, 12: 1}, {24: 15}), "both players stand on one point"),
        (PLAKOTO, Position.of({24: 14, 1: 1}, {24: 15}), "both players stand on one point"),
    ],
)
def test_an_impossible_position_is_told_with_its_place(
    rules: nardy.Rules, position: Position, told: str
) -> None:
    with pytest.raises(RulesError, match=rf"{told}.*number 1 of the list"):
        evaluate_many(rules, [rules.start, position])


SIDES = (
    *({1: 1, 24: 14}, {1: 2, 24: 13}, {24: 15}, {24: 14, 3: 1}, {25: 1, 24: 14}, {0: 15}),
    *({24: 1, 2: 14}, {24: 1, 1: 14}, {12: 1, 24: 14}),
)


def complaint_about(rules: nardy.Rules, position: Position) -> str:
    try:
        check_position(rules, position)
    except PositionError as error:
        return str(error)
    return ""


PINS = (frozenset[int](), frozenset({24}), frozenset({1}))


@pytest.mark.parametrize("rules", [BACKGAMMON, LONG_NARDY, PLAKOTO], ids=lambda rules: rules.id)
def test_the_same_positions_are_refused_as_one_at_a_time(rules: nardy.Rules) -> None:
    possible = 0
    for player, opponent, mine, theirs in itertools.product(SIDES, SIDES, PINS, PINS):
        position = replace(
            Position.of(player, opponent), player_pinned=mine, opponent_pinned=theirs
        )
        told = complaint_about(rules, position)
        if not told:
            possible += len(evaluate_many(rules, [position]))
            continue
        with pytest.raises(RulesError) as refused:
            evaluate_many(rules, [position])
        assert str(refused.value) == f"{told} (number 0 of the list)"
    assert possible


def test_the_package_has_it_at_hand() -> None:
    assert nardy.evaluate_many(BACKGAMMON, [BACKGAMMON.start]).chances.shape == (1, 6)
