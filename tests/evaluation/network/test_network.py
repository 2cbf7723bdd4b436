"""A network says the same of a position whoever asks, and however many with it."""

import threading
from collections.abc import Callable
from copy import copy, deepcopy
from pickle import dumps, loads
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.effort import each
from tests.kernel.samples import samples

from nardy.evaluation.network.network import (
    FACT_NUMBERS,
    UNLIKELY,
    Floats,
    Network,
    Positions,
    fact_numbers,
    layers_of,
)
from nardy.games import GAMES, find_game
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_arrays
from nardy.kernel.features import FEATURES_SIZE, PHASES, RACE, features_batch
from nardy.kernel.forward import fold
from nardy.kernel.scoring import FACTS_SIZE

SOME = ("backgammon", "hypergammon", "plakoto", "long-nardy@draw", "mad-gulbar", "nuclear")
EXACT = {"rel": 1e-5, "abs": 1e-5}


def network_of(text: str, seed: int = 1) -> Network:
    """A network that knows nothing, biases among its random weights."""
    network = Network.random(find_game(text), 12, 5, seed)
    random = np.random.default_rng(seed)
    for name in ("bias", "upper_bias", "last_bias"):
        network.views[name][...] = random.normal(0, 0.3, network.views[name].shape)
    return network


def positions_of(text: str, count: int, seat: int = at.PLAYER) -> Positions:
    rng = Random(text)
    boards, pins = position_arrays([s.position for s in samples(text, count, seed=41)])
    facts = [[rng.choice((0, 1)) for _ in range(FACTS_SIZE)] for _ in boards]
    return Positions(boards, pins, seat, np.array(facts, np.int8))


def part(positions: Positions, which: slice) -> Positions:
    boards, pins, seat, facts = positions
    return Positions(boards[which], pins[which], seat, facts[which])


@pytest.mark.parametrize("seat", [at.PLAYER, at.OPPONENT])
@pytest.mark.parametrize("text", SOME)
def test_one_by_one_in_chunks_or_together_the_value_is_the_same(
    text: str, seat: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    network, positions = network_of(text), positions_of(text, 33, seat)
    chances, equities = network.value(positions)
    for size in (1, 11, 32):
        monkeypatch.setattr("nardy.evaluation.network.network.CHUNK", size)
        again = network.value(positions)
        assert again[0] == pytest.approx(chances, **EXACT)
        assert again[1] == pytest.approx(equities, **EXACT)
    for k in range(0, 33, 8):
        alone = network.value(part(positions, slice(k, k + 1)))
        assert alone[0][0] == pytest.approx(chances[k], **EXACT)
        assert alone[1][0] == pytest.approx(equities[k], **EXACT)


@pytest.mark.parametrize("text", SOME)
def test_chances_sum_to_one_and_equities_are_their_points(text: str) -> None:
    network = network_of(text)
    chances, equities = network.value(positions_of(text, 60))
    assert (chances >= 0).all()
    assert chances.sum(1) == pytest.approx(np.ones(60), abs=1e-5)
    assert equities == pytest.approx(chances @ network.points, abs=1e-5)


@each("text", GAMES)
def test_seats_may_be_swapped_with_their_checkers(text: str) -> None:
    network, positions = network_of(text), positions_of(text, 30)
    boards, pins, _, facts = positions
    turned = Positions(boards[:, ::-1].copy(), pins[:, ::-1].copy(), at.OPPONENT, facts)
    for mine, theirs in zip(network.value(positions), network.value(turned), strict=True):
        assert (mine == theirs).all()


def slow_value(network: Network, positions: Positions) -> Floats:
    """The upper layers as they are written in a book; nobody has borne off."""
    network.refresh()
    views = network.views
    layers = layers_of(network).first(len(positions.boards))
    network.fill(positions, layers)
    hidden = layers.hidden.astype(np.float64)
    second = np.maximum(hidden @ views["upper"] + views["upper_bias"], 0)
    logits = second @ views["last"] + views["last_bias"]
    return np.exp(logits) / np.exp(logits).sum(1, keepdims=True)


@pytest.mark.parametrize("text", SOME)
def test_two_layers_and_a_softmax_follow_the_first(text: str) -> None:
    network, positions = network_of(text), positions_of(text, 60)
    nobody_off = ~positions.boards[:, :, at.OFF].any(1)
    boards, pins, seat, facts = positions
    some = Positions(boards[nobody_off], pins[nobody_off], seat, facts[nobody_off])
    assert len(some.boards) > 5
    assert network.value(some)[0] == pytest.approx(slow_value(network, some), abs=1e-5)


def test_no_position_has_no_value() -> None:
    chances, equities = network_of("backgammon").value(
        part(positions_of("backgammon", 3), slice(0))
    )
    assert chances.shape == (0, 6)
    assert equities.shape == (0,)


@pytest.mark.parametrize("text", SOME)
def test_the_views_are_the_flat_weights_each_once(text: str) -> None:
    network = network_of(text)
    network.flat[:] = np.arange(len(network.flat))
    found = np.concatenate([view.ravel() for view in network.views.values()])
    assert found.tolist() == network.flat.tolist()
    network.views["upper"][...] = -1
    assert (network.flat == -1).sum() == 12 * 5
    dense = layers_of(network).first(3).dense
    assert dense.shape == (3, FEATURES_SIZE + FACT_NUMBERS)


class WatchedLock:
    """A lock that tells when somebody waits for it."""

    def __init__(self) -> None:
        self.lock, self.is_waited_for = threading.Lock(), threading.Event()

    def __enter__(self) -> None:
        if not self.lock.acquire(blocking=False):
            self.is_waited_for.set()
            self.lock.acquire()

    def __exit__(self, *_: object) -> None:
        self.lock.release()


def test_a_thread_waits_until_another_has_made_the_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    network, positions = network_of("backgammon"), positions_of("backgammon", 20)
    known = network_of("backgammon").value(positions)[1]
    found, makers, lock = list[Floats](), list[threading.Thread](), WatchedLock()
    other = threading.Thread(target=lambda: found.append(network.value(positions)[1]))

    def fold_meanwhile(*arrays: Any) -> None:
        makers.append(threading.current_thread())
        if len(makers) == 1:
            other.start()
            assert lock.is_waited_for.wait(10)
        fold(*arrays)

    monkeypatch.setattr("nardy.evaluation.network.move_filter.FOLDING", lock)
    monkeypatch.setattr("nardy.evaluation.network.network.fold", fold_meanwhile)
    mine = network.value(positions)[1]
    other.join(10)
    assert makers == [threading.current_thread()]
    assert mine.tolist() == found[0].tolist() == known.tolist()


def test_weights_that_have_changed_count_after_a_refresh() -> None:
    network, positions = network_of("backgammon"), positions_of("backgammon", 20)
    before = network.value(positions)[1]
    other = network_of("backgammon", seed=2)
    network.flat[:] = other.flat
    network.refresh()
    after = network.value(positions)[1]
    assert (after == other.value(positions)[1]).all()
    assert (after != before).any()


def test_the_seed_makes_the_weights() -> None:
    rules = GAMES["backgammon"]
    first, again, other = (Network.random(rules, 4, 3, seed).flat for seed in (1, 1, 2))
    assert (first == again).all()
    assert (first != other).any()


def test_a_relative_of_the_same_outcomes_is_adopted_whole() -> None:
    network, relative = network_of("nackgammon", seed=3), network_of("backgammon")
    network.adopt(relative)
    assert (network.flat == relative.flat).all()


def test_an_outcome_that_a_relative_lacks_begins_as_the_nearest() -> None:
    network, relative = network_of("long-nardy@amateur", seed=3), network_of("long-nardy")
    network.adopt(relative)
    # 4, 3, 2, 1 and the losses, of 2, 1 and theirs.
    nearest = [0, 0, 0, 1, 2, 3, 3, 3]
    assert (network.views["last"] == relative.views["last"][:, nearest]).all()
    bias = relative.views["last_bias"][nearest]
    bias[[0, 1, 6, 7]] -= UNLIKELY
    assert (network.views["last_bias"] == bias).all()
    for name in ("points", "pinned", "dense", "bias", "upper", "upper_bias"):
        assert (network.views[name] == relative.views[name]).all()


@pytest.mark.parametrize("copies", [2, 3])
def test_a_narrower_relative_is_widened_and_thinks_about_the_same(copies: int) -> None:
    narrow = network_of("backgammon")
    wide = Network.random(narrow.rules, copies * narrow.hidden, narrow.second, 7)
    before = wide.value(positions_of("backgammon", 60))[0]
    wide.adopt(narrow, seed=1)
    positions = positions_of("backgammon", 60)
    thought, kept = narrow.value(positions)[0], wide.value(positions)[0]
    assert abs(kept - thought).mean() < 0.1 * abs(before - thought).mean()
    # Units that share the work of one are not the same, or they would stay so for ever.
    units = wide.views["points"].reshape(-1, wide.hidden)
    assert (units[:, 0] != units[:, narrow.hidden]).any()
    again = Network.random(narrow.rules, copies * narrow.hidden, narrow.second, 8)
    again.adopt(narrow, seed=1)
    assert (again.flat == wide.flat).all()


def test_phases_begin_as_the_one_of_a_relative_and_then_learn_apart() -> None:
    relative, positions = network_of("backgammon"), positions_of("backgammon", 60)
    # What is shipped may be older, and have fewer phases.
    network = Network.random(relative.rules, relative.hidden, relative.second, 7, PHASES)
    network.adopt(relative)
    for found, known in zip(network.value(positions), relative.value(positions), strict=True):
        assert (found == known).all()
    before = network.value(positions)[1]
    network.views["bias"][RACE] += 1
    network.refresh()
    changed = network.value(positions)[1] != before
    features = np.empty((60, FEATURES_SIZE), np.float32)
    phases = np.empty(60, np.int8)
    features_batch(network.laws, positions[:3], features, phases)
    assert (changed == (phases == RACE)).all()
    assert 0 < changed.sum() < 60


def test_a_second_layer_is_widened_too() -> None:
    relative, positions = network_of("backgammon"), positions_of("backgammon", 60)
    network = Network.random(relative.rules, relative.hidden, 2 * relative.second, 7)
    before = network.value(positions)[0]
    network.adopt(relative, seed=1)
    thought, kept = relative.value(positions)[0], network.value(positions)[0]
    assert 0 < abs(kept - thought).mean() < 0.1 * abs(before - thought).mean()


FACTS = np.array([[1, 0, 1, 0, 2, 3, 1], [0, 1, 0, 1, 99, 0, 0]], np.int8)
"""Facts of two games: first, last, bombs, turns, left."""


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("backgammon", [[0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0]]),
        ("long-nardy@draw", [[1, 0, 0, 0, 0, 0, 1], [0, 1, 0, 0, 0, 0, 0]]),
        ("nuclear", [[0, 0, 1, 0, 0, 0, 1], [0, 0, 0, 1, 0, 0, 0]]),
        ("gul-bara", [[0, 0, 0, 0, 1, 0, 1], [0, 0, 0, 0, 0, 1, 0]]),
        ("mad-gulbar", [[0, 0, 0, 0, 0, 0, 1], [0, 0, 0, 0, 0, 0, 0]]),
    ],
)
def test_a_network_is_told_the_facts_that_a_law_asks_for(text: str, numbers: list) -> None:
    assert fact_numbers(find_game(text), FACTS).tolist() == numbers


def pickled(network: Network) -> Network:
    return loads(dumps(network))  # noqa: S301 (of our own)


@pytest.mark.parametrize("copied", [copy, deepcopy, pickled])
def test_a_copy_of_a_network_has_its_own_tables(copied: Callable[[Network], Network]) -> None:
    text = "hypergammon"
    network, positions = network_of(text), positions_of(text, 5)
    chances, equities = network.value(positions)
    again = copied(network)
    assert np.array_equal(again.value(positions)[1], equities)
    assert again.table is not network.table
    # Its views are those of its weights.
    again.flat[:] = 0
    assert not any(view.any() for view in again.views.values())
    again.refresh()
    assert np.allclose(again.value(positions)[0], 1 / chances.shape[1])
