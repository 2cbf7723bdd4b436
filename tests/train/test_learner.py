"""A network that learns: the loss, its gradient, and the average of the weights."""

import numpy as np
import pytest
from tests.train.lessons import (
    cross_entropy,
    lessons_of,
    network_of,
    rivals_of,
    worth_loss,
)

from nardy.games import GAMES
from nardy.kernel.layout import pick_rows
from nardy.train import learner as learning
from nardy.train.candidate_pairs import EPOCHS, CandidatePairs
from nardy.train.gradient import Gradient
from nardy.train.learner import BATCH, EXACT_BATCH, PART, Learner, spans

RATE = 1e-3


@pytest.mark.parametrize("text", ["hypergammon", "plakoto", "mad-gulbar", "nuclear"])
def test_the_loss_is_the_cross_entropy_to_the_targets(text: str) -> None:
    """At rate 0 nothing is learned, so every batch is judged by the same weights."""
    network, lessons = network_of(text), lessons_of(text)
    told = Learner(network, 1).learn(lessons, 0.0)
    assert network.flat.tolist() == network_of(text).flat.tolist()
    assert told == pytest.approx(cross_entropy(network, lessons), rel=1e-4)


@pytest.mark.parametrize("text", ["hypergammon", "plakoto", "long-nardy"])
def test_the_loss_falls_on_lessons_that_stay_the_same(text: str) -> None:
    network, lessons = network_of(text), lessons_of(text)
    before = cross_entropy(network, lessons)
    learner = Learner(network, 1)
    told = [learner.learn(lessons, RATE) for _ in range(40)]
    assert cross_entropy(network, lessons) < 0.9 * before
    assert told[-1] < told[0]
    assert learner.rounds == 40
    assert learner.steps == 80


def test_a_pass_is_cut_into_equal_parts_of_whole_groups() -> None:
    assert spans((0, 10), 2) == [(0, 5), (5, 10)]
    assert spans((4, 10), 0) == [(4, 10)]
    offsets = np.array([0, 4, 7, 8, 12])
    assert spans((0, 12), 2, offsets) == [(0, 7), (7, 12)]
    assert spans((7, 12), 5, offsets) == [(7, 8), (8, 12)]


def test_no_step_is_smaller_than_a_batch_and_no_row_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    steps, rows = list[int](), list[int]()
    monkeypatch.setattr(learning, "adam", lambda *_: steps.append(sum(rows)))
    monkeypatch.setattr(
        Gradient, "_backward", lambda _, positions, *__: rows.append(len(positions.boards))
    )
    lessons = lessons_of("hypergammon", 2 * BATCH)
    more = pick_rows(lessons, np.arange(3 * BATCH - 1) % lessons.size)
    Learner(network_of("hypergammon"), 1).learn(more, RATE)
    assert steps == [more.size // 2, more.size]
    assert max(rows) <= PART


def test_steps_with_exact_targets_grow_and_their_rate_with_the_root(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rates = list[float]()
    monkeypatch.setattr(learning, "adam", lambda _, __, ___, rate, ____: rates.append(rate))
    pairs = rivals_of("hypergammon")
    pairs = pairs.some(np.arange(12 * EXACT_BATCH) % pairs.groups)
    learner = Learner(network_of("hypergammon"), 1)
    learner.compare(pairs, RATE)
    small, rates[:] = len(rates), []
    learner.refine(pairs, RATE, growth=4)
    drawn = EPOCHS * pairs.size
    assert small == pairs.size // EXACT_BATCH
    assert len(rates) == pytest.approx(drawn / (4 * EXACT_BATCH), rel=0.05)
    assert set(rates) == {2 * RATE}


def test_all_that_a_window_keeps_is_learned_again_by_a_rate_that_falls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(learning, "AGAIN_PART", 40)
    pairs, learner = rivals_of("hypergammon"), Learner(network_of("hypergammon"), 1)
    learner.refine_again(3, RATE, 600.0)
    assert learner.rounds == 0
    learner.refine(pairs.some(np.arange(40)), 0.0)
    learner.refine(pairs.some(np.arange(40, pairs.groups)), 0.0)
    learned, compare = list[tuple[list[list[float]], float]](), Learner.compare

    def seen(self: Learner, some: CandidatePairs, rate: float, *more: float) -> float:
        assert {one.difference_weight for one in self._gradients} == {600.0}
        learned.append((some.rows.targets.tolist(), rate))
        return compare(self, some, rate, *more)

    monkeypatch.setattr(Learner, "compare", seen)
    learner.refine_again(3, RATE, 600.0)
    rates = [rate for _, rate in learned]
    assert len(rates) == 3 * (pairs.size // 40) > 9
    assert rates == pytest.approx(np.linspace(RATE, 0, len(rates), endpoint=False))
    targets = sorted(target for found, _ in learned for target in found)
    assert targets == sorted(3 * pairs.rows.targets.tolist())
    assert learned[0][0] != pairs.rows.targets[: len(learned[0][0])].tolist()
    # The average is of the end: of what was before, next to nothing is left.
    begun, ended = network_of("hypergammon").flat, learner.network.flat
    assert abs(learner.averaged().flat - ended).max() < 0.1 * abs(begun - ended).max()


def test_what_rivals_are_worth_is_learned_faster_than_by_their_chances_alone() -> None:
    pairs = rivals_of("hypergammon")
    both, chances = network_of("hypergammon"), network_of("hypergammon")
    learners = Learner(both, 1), Learner(chances, 1)
    before = worth_loss(both, pairs)
    for _ in range(100):
        learners[0].compare(pairs, RATE)
        learners[1].learn(pick_rows(pairs.rows, np.arange(BATCH) % pairs.size), RATE)
    assert worth_loss(both, pairs) < worth_loss(chances, pairs) < before
    assert cross_entropy(both, pairs.rows) < cross_entropy(network_of("hypergammon"), pairs.rows)


def test_one_step_of_adam_is_as_long_as_the_rate() -> None:
    network = network_of("hypergammon")
    Learner(network, 1).learn(lessons_of("hypergammon", BATCH), RATE)
    moved = abs(network.flat - network_of("hypergammon").flat)
    assert moved.max() == pytest.approx(RATE, rel=1e-2)


def test_the_average_follows_the_weights() -> None:
    """The first rounds count alike; the random beginning is soon forgotten."""
    network = network_of("hypergammon")
    learner, expected = Learner(network, 1), network.flat.astype(np.float64)
    for number in range(1, 6):
        learner.learn(lessons_of("hypergammon"), RATE)
        share = number / (number + 10)
        expected = share * expected + (1 - share) * network.flat
        assert learner.average == pytest.approx(expected, abs=1e-7)
    assert learner.averaged().flat == pytest.approx(expected, abs=1e-6)


def test_late_rounds_change_the_average_little() -> None:
    learner = Learner(network_of("hypergammon"), 1)
    learner.rounds = 1_000_000
    before = learner.average.copy()
    learner.learn(lessons_of("hypergammon"), RATE)
    changed = learner.network.flat - before
    assert learner.average - before == pytest.approx(0.01 * changed, abs=1e-7)


def test_others_play_with_copies() -> None:
    learner = Learner(network_of("hypergammon"), 1)
    snapshot, averaged = learner.snapshot(), learner.averaged()
    learner.learn(lessons_of("hypergammon"), RATE)
    beginning = network_of("hypergammon").flat.tolist()
    assert snapshot.flat.tolist() == averaged.flat.tolist() == beginning
    assert learner.snapshot().flat.tolist() != beginning


def test_the_same_seed_learns_the_same() -> None:
    learners = [Learner(network_of("fevga"), seed) for seed in (1, 1, 2)]
    for learner in learners:
        for _ in range(3):
            learner.learn(lessons_of("fevga"), RATE)
    one, same, other = (learner.network.flat.tolist() for learner in learners)
    assert one == same
    assert one != other


@pytest.mark.parametrize("threads", [2, 4])
def test_threads_learn_what_one_learns(threads: int) -> None:
    lessons = lessons_of("hypergammon")
    learners = [Learner(network_of("hypergammon"), 1, count) for count in (1, threads, threads)]
    told = [[learner.learn(lessons, RATE) for _ in range(3)] for learner in learners]
    one, several, again = (learner.network.flat for learner in learners)
    assert told[1] == pytest.approx(told[0], rel=1e-5)
    assert several == pytest.approx(one, abs=RATE / 10)
    assert several.tolist() == again.tolist()


@pytest.mark.thorough
@pytest.mark.parametrize("text", GAMES)
def test_the_loss_falls_in_every_game(text: str) -> None:
    network, lessons = network_of(text), lessons_of(text)
    before, learner = cross_entropy(network, lessons), Learner(network, 1)
    for _ in range(20):
        learner.learn(lessons, RATE)
    assert cross_entropy(network, lessons) < before
