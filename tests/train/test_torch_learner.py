"""A learner of PyTorch learns what the kernel's learner does."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.search.lockstep import played_as
from tests.train.lessons import cross_entropy, lessons_of, rivals_of, worth_loss

from nardy.evaluation.network.network import Network, Positions
from nardy.games import GAMES
from nardy.kernel import layout as at
from nardy.kernel.features import PHASES
from nardy.kernel.forward import UNIT
from nardy.kernel.layout import pick_rows
from nardy.train import torch_learner
from nardy.train import trainer as training
from nardy.train.actor import Stage
from nardy.train.candidate_pairs import CandidatePairs, equity_gradient
from nardy.train.gradient import Gradient
from nardy.train.learner import BATCH, EXACT_BATCH, Learner
from nardy.train.torch_learner import TorchLearner, equity_pull
from nardy.train.torch_targets import TargetTensors
from nardy.train.trainer import Trainer
from nardy.train.training_plan import TrainingPlan

torch: Any = pytest.importorskip("torch", reason="needs the extra `gpu`, which is not installed")

# The kernel rounds the first layer to 16 bits.
ROUNDING = 3e-3
RATE = 1e-3
GAMES_OF_ALL_KINDS = ("backgammon", "plakoto")


@pytest.fixture(autouse=True)
def as_small_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps of the size of the processor's, at its rates."""
    monkeypatch.setattr(torch_learner, "TORCH_BATCH", BATCH)
    monkeypatch.setattr(torch_learner, "RATE_POWER", 0)


def network_of(text: str, phases: int = PHASES) -> Network:
    """A random network whose phases differ."""
    network = Network.random(played_as(text), 16, 8, 1, phases)
    random = np.random.default_rng(2)
    network.flat[:] += random.normal(0, 0.05, network.flat.shape)
    return network


def without_rounding(network: Network) -> Network:
    """The network with a first layer that the kernel's whole numbers hold exactly, so no unit is on for one alone."""
    views = network.views
    for name in ("points", "pinned", "bias"):
        views[name][...] = np.rint(views[name] * (UNIT // 2)) / (UNIT // 2)
    # The inputs that are no multiples of a half: shares of all checkers, and dense numbers.
    views["points"][:, :, 4] = 0
    views["points"][:, [at.OFF, at.PLACES + at.OFF], 1] = 0
    views["dense"][...] = 0
    return network


def learner_of(network: Network) -> TorchLearner:
    return TorchLearner(network.with_weights(network.flat.copy()), 1, "torch-cpu")


def tensors_of(network: Network, pairs: CandidatePairs) -> TargetTensors:
    return TargetTensors.of(network.rules, pairs.rows, pairs.offsets, torch.device("cpu"))


def found_gradient(
    learner: TorchLearner, pairs: CandidatePairs, *, are_pairs: bool = True
) -> tuple[np.ndarray, float]:
    """The gradient of one step over all groups, and its loss."""
    kept = tensors_of(learner.network, pairs)
    widest = torch.arange(int(kept.widths.max()))
    chosen = kept, torch.arange(kept.groups)
    loss = learner._add_gradient(chosen, widest, are_pairs)  # noqa: SLF001 (one step's)
    return learner._gradient.numpy(), float(loss)  # noqa: SLF001


@pytest.mark.parametrize("text", GAMES_OF_ALL_KINDS)
@pytest.mark.parametrize("phases", [1, PHASES])
def test_the_same_weights_give_the_same_values_in_the_kernel(text: str, phases: int) -> None:
    network, lessons = network_of(text, phases), lessons_of(text)
    learner = learner_of(network)
    kept = TargetTensors.of(
        network.rules, lessons, np.arange(lessons.size + 1), torch.device("cpu")
    )
    assert len(set(kept.phases.tolist())) > 3
    expanded = learner._by_phase(kept.inputs, kept.phases)  # noqa: SLF001
    *_, chances = learner._chances(expanded, kept.possible)  # noqa: SLF001
    positions = Positions(lessons.boards, lessons.pins, at.PLAYER, lessons.facts)
    known, equities = network.value(positions)
    assert chances.numpy() == pytest.approx(known, abs=ROUNDING)
    assert (chances.numpy() @ network.points) == pytest.approx(equities, abs=3 * ROUNDING)
    assert ((chances.numpy() == 0) == (known == 0)).all()


@pytest.mark.parametrize("text", GAMES_OF_ALL_KINDS)
@pytest.mark.parametrize("phases", [1, PHASES])
@pytest.mark.parametrize("are_pairs", [True, False])
def test_the_gradient_is_that_of_the_kernel(text: str, phases: int, are_pairs: bool) -> None:
    network, pairs = without_rounding(network_of(text, phases)), rivals_of(text)
    gradient = Gradient(network, pairs.size)
    network.refresh()
    offsets = pairs.offsets if are_pairs else None
    loss = gradient.add(pairs.rows, (0, pairs.size), offsets, pairs.size)
    found, told = found_gradient(learner_of(network), pairs, are_pairs=are_pairs)
    assert told == pytest.approx(loss, rel=ROUNDING)
    views, known = network.with_weights(found.copy()).views, network.with_weights(gradient.flat)
    for name, array in known.views.items():
        assert (views[name] != 0).any() == (array != 0).any()
        assert np.linalg.norm(views[name] - array) <= 1e-4 * np.linalg.norm(array), name


def test_the_gradient_is_that_of_automatic_differentiation() -> None:
    """To all digits, since nothing is rounded to 16 bits."""
    pairs, network = rivals_of("plakoto"), network_of("plakoto")
    learner = learner_of(network)
    found = found_gradient(learner, pairs)[0].copy()
    weights = torch.tensor(network.flat, requires_grad=True)
    learner._views = learner._views_of(weights)  # noqa: SLF001
    kept = tensors_of(network, pairs)
    expanded = learner._by_phase(kept.inputs, kept.phases)  # noqa: SLF001
    *_, chances = learner._chances(expanded, kept.possible)  # noqa: SLF001
    points = torch.tensor(network.points)
    wrong = chances @ points - kept.targets @ points
    total = -(kept.targets * chances.clamp_min(1e-9).log()).sum()
    total += torch_learner.EQUITY_WEIGHT / 2 * (wrong**2).sum()
    wanted = kept.targets @ points
    for low, width in zip(kept.starts.tolist(), kept.widths.tolist(), strict=True):
        part = slice(low, low + width)
        shares = (-wanted[part] / torch_learner.TEMPERATURE).softmax(0)
        apart = shares @ (wrong[part] - shares @ wrong[part]) ** 2
        total += torch_learner.DIFFERENCE_WEIGHT / 2 * width * apart
    (total / pairs.size).backward()
    slope = weights.grad.numpy()
    assert found == pytest.approx(slope, abs=2e-5 * float(abs(slope).max()))


def test_the_pull_of_equities_is_that_of_the_kernel_whatever_the_widths() -> None:
    random, widths = np.random.default_rng(1), np.array([3, 1, 4, 2])
    is_there = np.arange(4) < widths[:, None]
    equities, wanted = random.normal(0, 0.1, (2, 4, 4)).astype(np.float32)
    tensors = map(torch.tensor, (equities, wanted, is_there))
    found = equity_pull(*tensors, torch_learner.DIFFERENCE_WEIGHT).numpy()
    offsets = np.concatenate([[0], np.cumsum(widths)])
    known = equity_gradient(equities[is_there], wanted[is_there], offsets)
    assert found[is_there] == pytest.approx(known, abs=1e-5)


@pytest.mark.parametrize("text", GAMES_OF_ALL_KINDS)
def test_a_few_steps_end_where_the_kernel_ends(text: str) -> None:
    network, pairs = network_of(text), rivals_of(text)
    mine, known = learner_of(network), Learner(network.with_weights(network.flat.copy()), 1)
    for _ in range(5):
        told = mine.compare(pairs, RATE), known.compare(pairs, RATE)
        assert told[0] == pytest.approx(told[1], rel=0.01)
    moved, should = mine.network.flat - network.flat, known.network.flat - network.flat
    assert np.linalg.norm(moved - should) < 0.1 * np.linalg.norm(should)
    averages = mine.averaged().flat - network.flat, known.averaged().flat - network.flat
    assert np.linalg.norm(averages[0] - averages[1]) < 0.1 * np.linalg.norm(averages[1])
    assert (mine.steps, mine.rounds) == (known.steps, known.rounds) == (5, 5)
    assert mine.snapshot().flat.tolist() == mine.network.flat.tolist()


def test_the_losses_fall() -> None:
    network, pairs = network_of("hypergammon"), rivals_of("hypergammon")
    learner, lessons = learner_of(network), lessons_of("hypergammon")
    before = worth_loss(network, pairs), cross_entropy(network, lessons)
    for _ in range(100):
        learner.compare(pairs, RATE)
    assert worth_loss(learner.network, pairs) < 0.9 * before[0]
    learner = learner_of(network)
    for _ in range(40):
        learner.learn(lessons, RATE)
    assert learner.steps == 80
    assert cross_entropy(learner.network, lessons) < 0.9 * before[1]


def test_larger_steps_are_longer_by_a_power(monkeypatch: pytest.MonkeyPatch) -> None:
    rates = list[float]()
    monkeypatch.setattr(TorchLearner, "_adam", lambda _, rate: rates.append(rate))
    monkeypatch.setattr(torch_learner, "TORCH_BATCH", 1_024)
    monkeypatch.setattr(torch_learner, "RATE_POWER", 0.5)
    learner = learner_of(network_of("hypergammon"))
    lessons, pairs = lessons_of("hypergammon", 2_048), rivals_of("hypergammon")
    learner.learn(pick_rows(lessons, np.arange(2_100) % lessons.size), RATE)
    learner.compare(pairs.some(np.arange(128) % pairs.groups), RATE)
    wanted = [2 * RATE, 2 * RATE, RATE * (1_024 / EXACT_BATCH) ** 0.5]
    assert rates == pytest.approx(wanted)


def test_where_nothing_was_decided_nothing_is_learned() -> None:
    network = network_of("hypergammon")
    learner = learner_of(network)
    nothing = rivals_of("hypergammon").some(np.arange(0))
    assert learner.refine(nothing, RATE) == learner.compare(nothing, RATE) == 0
    assert learner.network.flat.tolist() == network.flat.tolist()


def test_exact_targets_are_learned_several_times() -> None:
    learner = learner_of(network_of("hypergammon"))
    for _ in range(2):
        assert learner.refine(rivals_of("hypergammon"), RATE) > 0
    assert learner.rounds == 2
    # Six times 224 targets are five steps of 256.
    assert 8 <= learner.steps <= 12


def test_all_that_a_window_keeps_is_learned_again_by_a_rate_that_falls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(torch_learner, "AGAIN_PART", 40)
    learner, pairs = learner_of(network_of("hypergammon")), rivals_of("hypergammon")
    learner.refine_again(3, RATE, 600.0)
    assert learner.rounds == 0
    learner.refine(pairs.some(np.arange(40)), 0.0)
    learner.refine(pairs.some(np.arange(40, pairs.groups)), 0.0)
    learned, learn = list[tuple[list[int], float]](), TorchLearner._compare  # noqa: SLF001

    def seen(
        self: TorchLearner, drawn: tuple[TargetTensors, torch.Tensor], rate: float, kept: float
    ) -> float:
        assert self._difference_weight == 600.0
        learned.append((drawn[1].tolist(), rate))
        return learn(self, drawn, rate, kept)

    monkeypatch.setattr(TorchLearner, "_compare", seen)
    learner.refine_again(3, RATE, 600.0)
    rates = [rate for _, rate in learned]
    assert len(rates) == 3 * (pairs.size // 40) > 9
    assert rates == pytest.approx(np.linspace(RATE, 0, len(rates), endpoint=False))
    groups = sorted(group for found, _ in learned for group in found)
    assert groups == sorted(3 * list(range(pairs.groups)))
    begun, ended = network_of("hypergammon").flat, learner.network.flat
    assert abs(learner.averaged().flat - ended).max() < 0.1 * abs(begun - ended).max()


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(training.ROUNDS, Stage.PLAY, 600)
    monkeypatch.setitem(training.ROUNDS, Stage.EXACT, 80)
    monkeypatch.setattr(training, "TABLES", 16)
    monkeypatch.setattr(training, "ROLLS_A_ROUND", 50)


@pytest.mark.usefixtures("small")
def test_a_run_goes_on_from_its_checkpoint_on_any_device(tmp_path: Path) -> None:
    plan = TrainingPlan(
        rules=GAMES["hypergammon"], hidden=8, second=8, phases=PHASES, device="torch-cpu"
    )
    trainer = Trainer(plan)
    trainer.run(lambda progress: progress.rounds / 5, exact_share=0.6)
    assert isinstance(trainer.learner, TorchLearner)
    assert trainer.progress.exact > 0 < trainer.progress.lessons
    assert trainer.learner.network.phases == PHASES
    trainer.save(tmp_path / "saved")
    for device in ("torch-cpu", "cpu"):
        back = Trainer(replace(plan, device=device))
        back.restore(tmp_path / "saved")
        before, after = trainer.learner.state(), back.learner.state()
        for one, other in zip(before, after, strict=True):
            assert np.array_equal(one, other)
        assert back.learner.averaged().flat.tolist() == trainer.learner.averaged().flat.tolist()
        back.run(lambda progress: progress.rounds / 7, exact_share=1.0)
        assert back.learner.state().steps > before.steps
