"""Training positions as tensors of PyTorch, on the device that learns from them.

The kernel computes features and phases, once for each position. All else that a step needs stays on the
device, so nothing is copied while it learns. PyTorch is the extra `gpu`, imported when it is needed.
"""

from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple, Self

import numpy as np

from nardy.core.rules import Rules
from nardy.errors import MissingExtraError, NardyError
from nardy.evaluation.network.network import FACT_NUMBERS, fact_numbers
from nardy.evaluation.outcomes import outcomes_of
from nardy.kernel import layout as at
from nardy.kernel.arrays import rules_array
from nardy.kernel.features import FEATURES_SIZE
from nardy.kernel.forward import CELLS, NUMBERS, PIN_CELLS, dense_batch, kind_of, make_basis
from nardy.kernel.layout import Bytes, Flags, Floats, Ints
from nardy.kernel.scoring import STAKES_SINGLE, STAKES_SIZES
from nardy.train.candidate_pairs import EPOCHS
from nardy.train.selfplay import Lessons

Tensor = Any
"""A tensor of PyTorch; its types are not known where it is not installed."""
INPUTS = (CELLS * NUMBERS, PIN_CELLS, FEATURES_SIZE + FACT_NUMBERS, 1)
"""Inputs for each array of weights of the first layer (network.FIRST)."""
DEVICES = {"cuda": "cuda", "torch-cpu": "cpu"}
"""PyTorch's name for each choice of --device; the choice `cpu` is the kernel, without PyTorch."""


class DeviceError(NardyError):
    """The device that was asked for is not there."""


def torch_module() -> Any:
    """PyTorch.

    Raises:
        MissingExtraError: it is not installed.
    """
    try:
        return import_module("torch")
    except ImportError:
        raise MissingExtraError.of("PyTorch for --device", "gpu") from None


def torch_device(name: str) -> Any:
    """PyTorch's device for a choice of --device.

    Raises:
        MissingExtraError: PyTorch is not installed.
        DeviceError: there is no GPU that PyTorch can use.
    """
    torch = torch_module()
    # The actors have all cores; threads that wait for each other would take them.
    torch.set_num_threads(1)
    if DEVICES[name] == "cuda" and not torch.cuda.is_available():
        raise DeviceError(
            f"expected a GPU for --device {name}, got none that PyTorch {torch.__version__} can use; "
            "do without --device, or install its driver"
        )
    return torch.device(DEVICES[name])


class TargetTensors(NamedTuple):
    """Positions with their targets on a device, in groups side by side; one row a position."""

    inputs: Tensor
    """float32[n, sum of INPUTS]: the inputs of the first layer, at last 1 for the bias."""
    phases: Tensor
    """int64[n]: the phase of each position (kernel/features.py)."""
    possible: Tensor
    """bool[n, outcomes]: the outcomes that are not ruled out by checkers off."""
    targets: Tensor
    """float32[n, outcomes]: the chances to learn."""
    starts: Tensor
    """int64[groups]: the first row of each group."""
    widths: Tensor
    """int64[groups]: the number of rows of each group."""

    @classmethod
    def of(cls, rules: Rules, lessons: Lessons, offsets: Ints, device: Any) -> Self:
        """The tensors of positions; `offsets` int64[groups + 1] are those of their groups."""
        torch = torch_module()
        size = lessons.size
        dense = np.empty((size, FEATURES_SIZE + FACT_NUMBERS), np.float32)
        phases = np.empty(size, np.int8)
        board = (lessons.boards, lessons.pins, at.PLAYER)
        dense_batch(rules_array(rules), board, fact_numbers(rules, lessons.facts), dense, phases)

        def moved(array: np.ndarray) -> Tensor:
            return torch.from_numpy(np.ascontiguousarray(array)).to(device)

        counts = moved(lessons.boards).reshape(size, CELLS).long()
        cells = moved(_basis_of_cells(rules.checkers))[torch.arange(CELLS, device=device), counts]
        # The points of a side's pins are the bits 1 to 24.
        bits = torch.arange(1, at.BAR, device=device, dtype=torch.int32)
        pins = (moved(lessons.pins).unsqueeze(-1) >> bits & 1).float()
        bias = torch.ones((size, 1), device=device)
        return cls(
            torch.cat([cells.flatten(1), pins.flatten(1), moved(dense), bias], 1),
            moved(phases).long(),
            moved(possible_outcomes(rules, lessons.boards)),
            moved(lessons.targets),
            moved(offsets[:-1].astype(np.int64)),
            moved(np.diff(offsets).astype(np.int64)),
        )

    @property
    def size(self) -> int:
        """Number of positions."""
        return len(self.inputs)

    @property
    def groups(self) -> int:
        """Number of groups."""
        return len(self.starts)

    def positions(self, rows: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Inputs, phases, possible outcomes and targets of these rows."""
        return self.inputs[rows], self.phases[rows], self.possible[rows], self.targets[rows]

    def joined(self, new: "TargetTensors", first: int) -> "TargetTensors":
        """These groups from the group `first` on, then new ones."""
        cat = torch_module().cat
        row = int(self.starts[first]) if first < self.groups else self.size
        # The first four have one row a position, the others one a group.
        kept = TargetTensors._make([*(t[row:] for t in self[:4]), *(t[first:] for t in self[4:])])
        *columns, widths = (cat(pair) for pair in zip(kept, new, strict=True))
        columns[-1] = cat([kept.starts - row, new.starts + (self.size - row)])
        return TargetTensors._make([*columns, widths])


class TorchWindow:
    """The newest targets, kept on the device; otherwise as candidate_pairs.Window."""

    def __init__(self, generator: Any, epochs: int = EPOCHS) -> None:
        """`generator` is PyTorch's random generator of the device."""
        self.epochs = epochs
        self.generator = generator
        self._parts: list[tuple[int, int]] = []
        """Positions and groups of each part that is kept."""
        self.kept: TargetTensors | None = None
        """All targets that are kept; None before the first."""

    def add(self, new: TargetTensors, most: int) -> tuple[TargetTensors, Tensor]:
        """Add new targets; return all that are kept, at least the newest *most*, and the groups to train on."""
        self._parts.append((new.size, new.groups))
        sizes, first = sum(size for size, _ in self._parts), 0
        while sizes - self._parts[0][0] >= most:
            size, groups = self._parts.pop(0)
            sizes -= size
            first += groups
        kept = new if self.kept is None else self.kept.joined(new, first)
        self.kept = kept
        chosen = torch_module().randint(
            max(1, kept.groups),
            (self.epochs * new.groups,),
            generator=self.generator,
            device=kept.starts.device,
        )
        return kept, chosen


def possible_outcomes(rules: Rules, boards: Bytes) -> Flags:
    """bool[n, outcomes]: False for losses that a player with a checker off cannot have.

    As in forward.probabilities_batch: such a player can only lose a single.
    """
    outcomes = outcomes_of(rules)
    larger = outcomes.stakes[STAKES_SIZES] - 1 - outcomes.stakes[STAKES_SINGLE]
    column = np.arange(len(outcomes.points))
    is_off = boards[:, :, at.OFF, None] != 0
    large_wins, large_losses = column < larger, column >= len(column) - larger
    return ~(is_off[:, at.OPPONENT] & large_wins | is_off[:, at.PLAYER] & large_losses)


@lru_cache
def _basis_of_cells(checkers: int) -> Floats:
    """float32[CELLS, counts, NUMBERS]: the inputs of each cell for each count on it."""
    kinds = [kind_of(cell) for cell in range(CELLS)]
    return make_basis(checkers)[kinds]
