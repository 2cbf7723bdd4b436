"""A learner that computes with PyTorch, on a GPU: one that keeps up with many actors.

Weights, Adam's moments and the window of targets stay on the device. The loss, its gradient and Adam are
those of gradient.py and kernel/learning.py. So the same weights give the same values as in the kernel, up to
its rounding of the first layer to 16 bits. Equal digits from equal seeds are promised by `Learner`
alone: a GPU may add in another order.
"""

from functools import partial

import numpy as np

from nardy.evaluation.network.network import FIRST, Network
from nardy.kernel.features import PHASES, first_layer_of
from nardy.kernel.layout import Ints
from nardy.train.candidate_pairs import (
    DIFFERENCE_WEIGHT,
    EPOCHS,
    EQUITY_WEIGHT,
    TEMPERATURE,
    WINDOW,
    CandidatePairs,
)
from nardy.train.learner import (
    AGAIN_KEPT,
    AGAIN_PART,
    AVERAGE,
    BATCH,
    EXACT_BATCH,
    RATE_POWER,
    LearnerState,
)
from nardy.train.selfplay import Lessons
from nardy.train.torch_targets import (
    INPUTS,
    TargetTensors,
    Tensor,
    TorchWindow,
    torch_device,
    torch_module,
)

TORCH_BATCH = 1_024
"""Positions in a step, about: smaller ones leave a GPU waiting for its next order."""


class TorchLearner:
    """A network in training on a device of PyTorch; otherwise as `Learner`."""

    def __init__(self, network: Network, seed: int, device: str) -> None:
        """Start from a network, whose weights are brought up to date after each pass.

        `device` is a choice of --device (torch_targets.DEVICES).

        Raises:
            MissingExtraError: PyTorch is not installed.
            DeviceError: there is no GPU that PyTorch can use.
        """
        torch = torch_module()
        self.network = network
        self.device = torch_device(device)
        self.steps = 0
        self.rounds = 0
        self._generator = torch.Generator(self.device)
        self._generator.manual_seed(seed)
        self._flat = self._moved(network.flat)
        self._gradient = torch.zeros_like(self._flat)
        self._moments = torch.zeros((2, *self._flat.shape), device=self.device)
        self._average = self._flat.double()
        self._views = self._views_of(self._flat)
        self._gradients = self._views_of(self._gradient)
        self._points = self._moved(network.points)
        places = [first_layer_of(phase, network.phases) for phase in range(PHASES)]
        self._places = torch.tensor(places, device=self.device)
        self.open_window(seed)

    def _moved(self, array: np.ndarray) -> Tensor:
        """A copy on the device."""
        return torch_module().tensor(array, device=self.device)

    def _views_of(self, flat: Tensor) -> dict[str, Tensor]:
        arrays = self.network.views
        parts = flat.split([array.size for array in arrays.values()])
        return {
            name: part.view(arrays[name].shape) for name, part in zip(arrays, parts, strict=True)
        }

    def open_window(
        self,
        seed: int,
        epochs: int = EPOCHS,
        difference_weight: float = DIFFERENCE_WEIGHT,
        most: int = WINDOW,
    ) -> None:
        """Forget the targets; `seed` is for the draws from those that come, each `epochs` times in the mean.

        At least the newest `most` are kept. Differences between candidates have this weight from now on.
        """
        generator = torch_module().Generator(self.device)
        generator.manual_seed(seed)
        self._window, self._most = TorchWindow(generator, epochs), most
        self._difference_weight = difference_weight

    def learn(self, lessons: Lessons, rate: float, kept_share: float = AVERAGE) -> float:
        """One pass over the lessons in random order; return the mean cross-entropy, in nats.

        `kept_share` is the share of the average weights to keep.
        """
        singles = np.arange(lessons.size + 1)
        kept = self._tensors(lessons, singles)
        order = torch_module().randperm(lessons.size, generator=self._generator, device=self.device)
        larger = TORCH_BATCH / BATCH
        return self._pass((kept, order), False, rate * larger**RATE_POWER, kept_share)

    def compare(self, pairs: CandidatePairs, rate: float, kept_share: float = AVERAGE) -> float:
        """One pass over decisions in order, trained on chances and equities; otherwise as `learn`."""
        order = torch_module().arange(pairs.groups, device=self.device)
        return self._compare((self._tensors(pairs.rows, pairs.offsets), order), rate, kept_share)

    def refine(
        self, new: CandidatePairs, rate: float, kept_share: float = AVERAGE, growth: float = 1.0
    ) -> float:
        """Add exact targets to the window, and `compare` those that are drawn from it.

        Steps do not grow: they are as large from the beginning.
        """
        del growth
        drawn = self._window.add(self._tensors(new.rows, new.offsets), self._most)
        return self._compare(drawn, rate, kept_share)

    def refine_again(self, epochs: int, rate: float, difference_weight: float) -> None:
        """Learn all targets of the window again, each `epochs` times.

        The rate falls to 0 in equal steps.
        """
        torch, kept = torch_module(), self._window.kept
        if kept is None or not kept.size:
            return
        self._difference_weight = difference_weight
        parts = max(1, kept.size // AGAIN_PART)
        for epoch in range(epochs):
            order = torch.randperm(kept.groups, generator=self._generator, device=self.device)
            for n, which in enumerate(torch.tensor_split(order, parts)):
                left = 1 - (epoch + n / parts) / epochs
                share = AGAIN_KEPT ** (1 / (parts * epochs))
                self._compare((kept, which), rate * left, share)

    def _tensors(self, lessons: Lessons, offsets: Ints) -> TargetTensors:
        return TargetTensors.of(self.network.rules, lessons, offsets, self.device)

    def _compare(
        self, drawn: tuple[TargetTensors, Tensor], rate: float, kept_share: float
    ) -> float:
        larger = TORCH_BATCH / EXACT_BATCH
        return self._pass(drawn, True, rate * larger**RATE_POWER, kept_share)

    def _pass(
        self, drawn: tuple[TargetTensors, Tensor], are_pairs: bool, rate: float, kept_share: float
    ) -> float:
        """Steps over groups in this order; `are_pairs` adds the errors of equities to the loss."""
        torch = torch_module()
        kept, order = drawn
        sizes = kept.widths[order]
        rows = int(sizes.sum())
        total = torch.zeros((), device=self.device)
        if rows:
            widest = torch.arange(int(sizes.max()), device=self.device)
            for groups in torch.tensor_split(order, max(1, rows // TORCH_BATCH)):
                total += self._add_gradient((kept, groups), widest, are_pairs)
                self.steps += 1
                self._adam(rate)
        self._settle(kept_share)
        return float(total) / max(1, rows)

    def _add_gradient(
        self, chosen: tuple[TargetTensors, Tensor], widest: Tensor, are_pairs: bool
    ) -> Tensor:
        """Compute the gradient of a step's mean loss; return the sum of its cross-entropies.

        Each group takes as many rows as the widest one, int64[most] from 0. Its first row stands for the
        missing ones, and they count nothing.
        """
        torch = torch_module()
        kept, groups = chosen
        is_there = widest < kept.widths[groups, None]
        rows = kept.starts[groups, None] + widest * is_there
        inputs, phases, possible, targets = kept.positions(rows.flatten())
        expanded = self._by_phase(inputs, phases)
        hidden, second, chances = self._chances(expanded, possible)
        error = chances - targets
        if are_pairs:
            equities = chances @ self._points
            wanted = (targets @ self._points).view(rows.shape)
            weight = self._difference_weight
            pull = equity_pull(equities.view(rows.shape), wanted, is_there, weight).view(-1, 1)
            # The derivative of an equity by the logits of a softmax.
            error += pull * chances * (self._points - equities[:, None])
        counted = is_there.view(-1, 1)
        self._backward((expanded, hidden, second), error * (counted / counted.sum()))
        return -(counted * targets * torch.log(chances.clamp_min(1e-9))).sum()

    def _by_phase(self, inputs: Tensor, phases: Tensor) -> Tensor:
        """float32[n, phases * inputs]: the inputs in the columns of each position's phase, 0 elsewhere."""
        count, parts = len(inputs), self.network.phases
        if parts == 1:
            return inputs
        expanded = inputs.new_zeros((count, parts, inputs.shape[1]))
        expanded[torch_module().arange(count, device=self.device), self._places[phases]] = inputs
        return expanded.flatten(1)

    def _chances(self, expanded: Tensor, possible: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Both layers after their ReLU, and the chances float32[n, outcomes]."""
        torch, weights, parts = torch_module(), self._views, self.network.phases
        first = torch.cat([weights[name].view(parts, -1, self.network.hidden) for name in FIRST], 1)
        hidden = (expanded @ first.flatten(0, 1)).relu_()
        second = torch.addmm(weights["upper_bias"], hidden, weights["upper"]).relu_()
        logits = torch.addmm(weights["last_bias"], second, weights["last"])
        return hidden, second, logits.masked_fill_(~possible, -torch.inf).softmax(1)

    def _backward(self, layers: tuple[Tensor, Tensor, Tensor], error: Tensor) -> None:
        """Write the gradient of all weights; `error` is that of the logits."""
        torch, weights, gradient = torch_module(), self._views, self._gradients
        expanded, hidden, second = layers
        torch.mm(second.T, error, out=gradient["last"])
        torch.sum(error, 0, out=gradient["last_bias"])
        upper = (error @ weights["last"].T) * (second > 0)
        torch.mm(hidden.T, upper, out=gradient["upper"])
        torch.sum(upper, 0, out=gradient["upper_bias"])
        lower = (upper @ weights["upper"].T) * (hidden > 0)
        parts, units = self.network.phases, self.network.hidden
        first = (expanded.T @ lower).view(parts, -1, units)
        for name, part in zip(FIRST, first.split(INPUTS, 1), strict=True):
            gradient[name].view(part.shape).copy_(part)

    def _adam(self, rate: float) -> None:
        """One step, as kernel/learning.adam."""
        mean, spread = self._moments
        mean.lerp_(self._gradient, 0.1)
        spread.mul_(0.999).addcmul_(self._gradient, self._gradient, value=0.001)
        slope = (spread / (1 - 0.999**self.steps)).sqrt_().add_(1e-8)
        self._flat.addcdiv_(mean, slope, value=-rate / (1 - 0.9**self.steps))

    def _settle(self, kept_share: float) -> None:
        self.rounds += 1
        # The first rounds count equally; otherwise the random start would remain for long.
        share = min(kept_share, self.rounds / (self.rounds + 10))
        self._average.lerp_(self._flat.double(), 1 - share)
        self.network.flat[:] = self._flat.cpu().numpy()

    def averaged(self) -> Network:
        """The network with the average weights."""
        return self.network.with_weights(self._average.float().cpu().numpy())

    def snapshot(self) -> Network:
        """A copy of the present network, for self-play."""
        return self.network.with_weights(self.state().flat)

    def state(self) -> LearnerState:
        """Copies of all that a checkpoint stores."""
        held = self._flat, self._average, self._moments
        flat, average, moments = (tensor.to("cpu", copy=True).numpy() for tensor in held)
        return LearnerState(flat, average, moments, self.steps, self.rounds)

    def resume(self, state: LearnerState) -> None:
        """Go on from a checkpoint."""
        moved = partial(torch_module().as_tensor, device=self.device)
        self.network.flat[:] = state.flat
        self._flat.copy_(moved(state.flat))
        self._average.copy_(moved(state.average))
        self._moments.copy_(moved(state.moments))
        self.steps, self.rounds = state.steps, state.rounds


def equity_pull(
    equities: Tensor, wanted: Tensor, is_there: Tensor, difference_weight: float
) -> Tensor:
    """candidate_pairs.equity_gradient, with one row a group: float32[groups, most].

    `is_there` bool[groups, most] tells which candidates a group has.
    """
    torch = torch_module()
    wrong = equities - wanted
    shares = (-wanted / TEMPERATURE).masked_fill_(~is_there, -torch.inf).softmax(1)
    common = (shares * wrong).sum(1, keepdim=True)
    apart = shares * is_there.sum(1, keepdim=True) * (wrong - common)
    return EQUITY_WEIGHT * wrong + difference_weight * apart
