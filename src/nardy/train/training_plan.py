"""The settings of a training run, and its identity."""

from dataclasses import dataclass

from nardy.core.rules import Rules
from nardy.evaluation.network.network import Network
from nardy.train.checkpoint import Origin
from nardy.train.learner import Learner
from nardy.train.rates import PLAY_RATE, RETURNS_RATE
from nardy.train.torch_learner import TorchLearner

LEAST_SHARE = 0.25
"""The share of a round that an actor makes at least: with many actors rounds are larger."""
TORCH_SHARE = 1.0
"""The same where PyTorch learns: a GPU takes large rounds in little time, and the actors wait for each other
less often."""
MOST_LEARNER_THREADS = 4
"""A batch has about as many parts."""
SECOND = 64
"""Units of the second layer."""
CPU = "cpu"
"""The device of the learner without PyTorch."""


@dataclass(frozen=True, kw_only=True)
class TrainingPlan:
    """The settings of training."""

    rules: Rules
    hidden: int = 128
    second: int = SECOND
    phases: int = 1
    """1, or all phases of a network (kernel/features.PHASES) once exact targets begin."""
    seed: int = 1
    actors: int = 1
    """One plays in this process, several in their own; equal numbers give equal weights."""
    kinds: tuple[str, ...] = ()
    """Classes of positions with which half of the games for exact targets begin."""
    rate: float = PLAY_RATE.first
    """The rate of self-play at first."""
    returns_rate: float = RETURNS_RATE
    """The rate of returns at first."""
    begin_with: str = ""
    """The name of the weights file to start from; empty for random weights."""
    sha256: str = ""
    """Checksum of those weights, from their file."""
    device: str = CPU
    """The device on which the network learns: CPU, or one of torch_targets.DEVICES."""

    @property
    def learner_threads(self) -> int:
        """Learning a target takes a fifth of all work, so one thread keeps up with four actors."""
        return min(MOST_LEARNER_THREADS, 1 + self.actors // 5)

    @property
    def least_share(self) -> float:
        """The share of a round that an actor makes at least."""
        return LEAST_SHARE if self.device == CPU else TORCH_SHARE

    def learner(self, network: Network) -> Learner | TorchLearner:
        """A learner of a network, on this plan's device."""
        if self.device == CPU:
            return Learner(network, self.seed, self.learner_threads)
        return TorchLearner(network, self.seed, self.device)

    @property
    def origin(self) -> Origin:
        """The identity of a run with this plan."""
        classes = ", ".join(self.kinds)
        return Origin(self.seed, self.actors, self.begin_with, self.sha256, classes)
