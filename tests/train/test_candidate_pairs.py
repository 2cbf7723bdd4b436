"""Candidate pairs: kept together, the newest in a window, and pulled to what they are worth."""

import numpy as np
import pytest

from nardy.kernel import layout as at
from nardy.kernel.scoring import FACTS_SIZE
from nardy.train.candidate_pairs import (
    DIFFERENCE_WEIGHT,
    EPOCHS,
    EQUITY_WEIGHT,
    TEMPERATURE,
    CandidatePairs,
    Window,
    chances,
    equity_gradient,
    join_groups,
)
from nardy.train.selfplay import Lessons


def some(first: int, *widths: int) -> CandidatePairs:
    """Decisions of so many rivals each, which can be told apart by their targets."""
    count = sum(widths)
    targets = np.arange(first, first + count, dtype=np.float32)[:, None]
    boards = np.zeros((count, 2, at.PLACES), np.int8)
    lessons = Lessons(
        boards, np.zeros((count, 2), np.int32), np.zeros((count, FACTS_SIZE), np.int8), targets
    )
    return CandidatePairs(lessons, np.cumsum([0, *widths]))


def numbers(rivals: CandidatePairs) -> list[list[int]]:
    """The targets of each decision."""
    parts = np.split(rivals.rows.targets[:, 0].astype(int), rivals.offsets[1:-1])
    return [part.tolist() for part in parts]


def test_decisions_are_taken_whole_and_as_often_as_they_are_named() -> None:
    rivals = some(0, 2, 3, 1)
    assert numbers(rivals.some(np.array([2, 0, 2]))) == [[5], [0, 1], [5]]


def test_together_the_decisions_stay_apart() -> None:
    assert numbers(join_groups([some(0, 2), some(7, 1, 3)])) == [[0, 1], [7], [8, 9, 10]]


def test_a_window_keeps_the_newest_and_gives_each_several_times() -> None:
    window = Window(1)
    known = {}
    for first in (0, 20, 40):
        new = some(first, *[2] * 10)
        known |= {group[0]: group for group in numbers(new)}
        learned = numbers(window.add(new, 40))
        assert len(learned) == EPOCHS * 10
        assert all(group == known[group[0]] for group in learned)
    seen = {group[0] for group in learned}
    assert min(seen) >= 20
    assert max(seen) >= 50
    assert len(seen) > 15
    assert learned != sorted(learned)


def test_where_nothing_was_decided_nothing_is_to_be_learned() -> None:
    assert Window(1).add(some(0), 40).size == 0
    assert join_groups([some(0), some(0)]).offsets.tolist() == [0]


def test_chances_are_those_of_a_softmax_in_each_group() -> None:
    values = np.array([0.1, 0.1 + TEMPERATURE, -1.0, 0.5], np.float32)
    got = chances(values, np.array([0, 2, 3, 4]), TEMPERATURE)
    assert got == pytest.approx([1 / (1 + np.e), np.e / (1 + np.e), 1.0, 1.0], abs=1e-5)


def test_what_all_rivals_have_in_common_pulls_them_alike() -> None:
    random, offsets = np.random.default_rng(1), np.array([0, 3, 4, 8])
    wanted = random.normal(0, 0.1, 8).astype(np.float32)
    shift = np.repeat(np.array([0.3, -0.2, 0.1], np.float32), np.diff(offsets))
    assert equity_gradient(wanted + shift, wanted, offsets) == pytest.approx(
        EQUITY_WEIGHT * shift, abs=1e-4
    )


def test_what_differs_between_rivals_pulls_them_apart_and_no_other_way() -> None:
    random, offsets = np.random.default_rng(2), np.array([0, 3, 4, 8])
    wanted, got = random.normal(0, 0.1, (2, 8)).astype(np.float32)
    apart = equity_gradient(got, wanted, offsets) - EQUITY_WEIGHT * (got - wanted)
    assert abs(apart).max() > 0.1 * DIFFERENCE_WEIGHT * abs(got - wanted).max()
    assert np.add.reduceat(apart, offsets[:-1]) == pytest.approx(np.zeros(3), abs=1e-4)
    assert apart[3] == 0


def test_of_rivals_those_near_the_best_count_most() -> None:
    """The mover likes the smallest best: the last one hardly counts."""
    wanted, offsets = np.array([0.0, 0.01, 0.14], np.float32), np.array([0, 3])
    turns = [
        equity_gradient(wanted + 0.02 * np.eye(3, dtype=np.float32)[k], wanted, offsets)[k]
        for k in range(3)
    ]
    assert turns[2] < turns[0]
    assert turns[2] - 0.02 * EQUITY_WEIGHT < (turns[0] - 0.02 * EQUITY_WEIGHT) / 3


def test_a_rival_that_is_thought_too_good_for_the_other_player_is_pulled_down() -> None:
    """A positive gradient takes an equity down."""
    wanted, got = np.array([0.0, 0.1], np.float32), np.array([0.1, 0.0], np.float32)
    pull = equity_gradient(got, wanted, np.array([0, 2]))
    assert pull[0] > 0 > pull[1]
