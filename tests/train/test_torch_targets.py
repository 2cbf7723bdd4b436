"""Positions as tensors, the newest of which are kept; and PyTorch, which may be missing."""

import sys
from types import SimpleNamespace

import numpy as np
import pytest
from tests.train.lessons import lessons_of, network_of
from tests.train.test_candidate_pairs import numbers, some

from nardy.errors import MissingExtraError
from nardy.evaluation.outcomes import outcomes_of
from nardy.games import GAMES
from nardy.kernel import layout as at
from nardy.kernel.forward import probabilities_batch
from nardy.train import torch_targets
from nardy.train.candidate_pairs import EPOCHS, CandidatePairs, Window
from nardy.train.torch_targets import (
    INPUTS,
    DeviceError,
    TargetTensors,
    TorchWindow,
    possible_outcomes,
    torch_device,
)

RULES = GAMES["backgammon"]


def test_without_pytorch_its_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(
        MissingExtraError, match=r"expected PyTorch for --device, got none; do .*gpu"
    ):
        torch_device("cuda")


def test_without_a_gpu_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = SimpleNamespace(
        __version__="9.9",
        cuda=SimpleNamespace(is_available=lambda: False),
        device=str,
        set_num_threads=lambda _: None,
    )
    monkeypatch.setattr(torch_targets, "import_module", lambda _: bare)
    with pytest.raises(
        DeviceError, match=r"expected a GPU for --device cuda, got none .* 9\.9 can"
    ):
        torch_device("cuda")
    assert torch_device("torch-cpu") == "cpu"


@pytest.mark.parametrize("text", ["backgammon", "plakoto", "hypergammon", "long-nardy@draw"])
def test_impossible_outcomes_are_those_of_the_kernel(text: str) -> None:
    network, boards = network_of(text), lessons_of(text).boards.copy()
    boards[:4, :, at.OFF] = [[0, 0], [0, 1], [1, 0], [1, 1]]
    chances = np.zeros((len(boards), len(network.points)), np.float32)
    equities = np.empty(len(boards), np.float32)
    stakes = outcomes_of(network.rules).stakes
    probabilities_batch(stakes, (boards, at.PLAYER), network.points, chances, equities)
    assert (possible_outcomes(network.rules, boards) == (chances > 0)).all()


def tensors(pairs: CandidatePairs) -> TargetTensors:
    device = pytest.importorskip("torch").device("cpu")
    return TargetTensors.of(RULES, pairs.rows, pairs.offsets, device)


def drawn(kept: TargetTensors, groups: list[int]) -> list[list[int]]:
    """The targets of groups, by which positions can be told apart."""
    spans = [(int(kept.starts[group]), int(kept.widths[group])) for group in groups]
    return [kept.targets[start : start + width, 0].int().tolist() for start, width in spans]


def test_inputs_are_the_numbers_of_the_kernel() -> None:
    lessons = lessons_of("plakoto", 64)
    device = pytest.importorskip("torch").device("cpu")
    offsets = np.arange(lessons.size + 1)
    found = TargetTensors.of(GAMES["plakoto"], lessons, offsets, device)
    cells, pins, _, bias = found.inputs.split(INPUTS, 1)
    assert (found.size, found.groups) == (64, 64)
    assert bias.tolist() == [[1.0]] * 64
    counts = lessons.boards.reshape(64, -1)
    # The fifth number of a point is its share of all checkers.
    shares = cells.view(64, 2, at.PLACES, -1)[:, :, 1 : at.BAR, 4].numpy()
    assert shares * 15 == pytest.approx(counts.reshape(64, 2, -1)[:, :, 1 : at.BAR], abs=1e-5)
    held = [
        [int(mask) >> point & 1 for mask in masks for point in range(1, at.BAR)]
        for masks in lessons.pins
    ]
    assert np.sum(held) > 0
    assert pins.int().tolist() == held


def test_a_window_on_a_device_keeps_what_the_other_keeps() -> None:
    generator = pytest.importorskip("torch").Generator()
    generator.manual_seed(1)
    window, other, known = TorchWindow(generator), Window(1), list[list[int]]()
    for first in (0, 20, 40, 60):
        new = some(first, *[3, 1] * 5)
        known += numbers(new)
        kept, chosen = window.add(tensors(new), 40)
        other.add(new, 40)
        assert len(chosen) == EPOCHS * new.groups
        assert all(group in known for group in drawn(kept, chosen.tolist()))
        everything = drawn(kept, list(range(kept.groups)))
        assert everything == [
            group
            for part in other._parts  # noqa: SLF001 (what is kept)
            for group in numbers(part)
        ]
    assert len(everything) == 20
    assert len({tuple(group) for group in drawn(kept, chosen.tolist())}) > 15


def test_a_window_without_decisions_draws_none() -> None:
    generator = pytest.importorskip("torch").Generator()
    _, chosen = TorchWindow(generator).add(tensors(some(0)), 40)
    assert len(chosen) == 0
