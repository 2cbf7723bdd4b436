"""The training loop: players and learner side by side, checkpoints, and progress.

In every round some threads play with the weights of the round before, while another trains on the games of
the round before. So no thread waits for another, and equal seeds give equal weights after equal
numbers of rounds on any machine.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path

import numpy as np

from nardy.core.options import rules_text
from nardy.core.rules import Rules
from nardy.evaluation.cube.match_value import Evaluator
from nardy.evaluation.network.exact_first import ExactFirst
from nardy.evaluation.network.move_filter import MoveFilter
from nardy.evaluation.network.network import Network
from nardy.evaluation.network.weights import WeightsError
from nardy.kernel.layout import join_rows
from nardy.search.tables import GameTables
from nardy.train.calibration import calibrated
from nardy.train.candidate_pairs import WINDOW, CandidatePairs, RowGroups, Window, join_groups
from nardy.train.checkpoint import Checkpoint, Origin, read_checkpoint
from nardy.train.filter_learner import LAST_RATE, MoveFilterLearner, train_filter
from nardy.train.learner import Learner
from nardy.train.refine import Refiner
from nardy.train.selfplay import Lessons, SelfPlay

ROUND = 8_192
"""Lessons of one round of self-play."""
EXACT_ROUND = 4_096
"""Exact targets of one round."""
EXACT_STEPS = 1_000
"""Most turns of a round, regardless of its targets."""
TABLES = 256
"""Parallel games of each player."""
FIRST_RATE = 1e-3
SLOWER_AFTER = 4_000_000
"""Lessons after which the rate has fallen by a factor of 1.41; then by their square root."""
EXACT_RATE = 8e-4
EXACT_SLOWER_AFTER = 100_000
EXACT_WARM = 100_000
"""Exact targets until which the rate rises: repeated training on few targets does harm."""
EXACT_AVERAGE = 0.95
LAMBDA = 0.7
"""The lambda of TD(lambda) in self-play (docs/decisions/training.md)."""
FIRST_ROLLS, LAST_ROLLS = 30_000, 100_000
"""Rolls to train the move filter before its first use, and that of the finished network."""
ROLLS_A_ROUND = 400
"""Limit of those rolls in a run with few rounds."""
CALIBRATION_GAMES, CALIBRATION_SHARE = 8_000, 10
"""Most games for calibration, and one in this many of the games played."""
SECOND = 64
"""Units of the second layer."""
COUNTED = ("rounds", "games", "lessons", "evaluations", "exact")
"""The progress stored in a checkpoint, besides the time."""


class Stage(Enum):
    """The purpose of a round."""

    PLAY = "self-play"
    EXACT = "exact targets"


@dataclass(frozen=True, kw_only=True)
class TrainingPlan:
    """The settings of training."""

    rules: Rules
    hidden: int = 128
    second: int = SECOND
    phases: int = 1
    """1, or all phases of a network (kernel/features.PHASES) once exact targets begin."""
    seed: int = 1
    players: int = 2
    """Playing threads; equal numbers give equal weights."""
    rate: float = FIRST_RATE
    begin_with: str = ""
    """The name of the weights file to start from; empty for random weights."""
    sha256: str = ""
    """Checksum of those weights, from their file."""

    @property
    def origin(self) -> Origin:
        """The identity of a run with this plan."""
        return Origin(self.seed, self.players, self.begin_with, self.sha256)


@dataclass
class Progress:
    """The progress of training."""

    rounds: int = 0
    games: int = 0
    lessons: int = 0
    exact: int = 0
    """Lessons with exact targets (refine.py)."""
    evaluations: int = 0
    seconds: float = 0.0
    """Wall time of all runs together."""
    loss: float = 0.0
    """Mean cross-entropy of the last round, in nats."""
    results: list[int] = field(default_factory=list[int])
    """Outcomes of the games since the last report, seen by the first player."""


class Trainer:
    """A network in training."""

    def __init__(self, plan: TrainingPlan, warm_start: Network | None = None) -> None:
        """Start from random weights, or from a relative's network.

        Raises:
            WeightsError: the planned width is no multiple of the relative's.
        """
        if warm_start is not None:
            _require_width(plan, warm_start)
        self.plan = plan
        self.origin = plan.origin
        self.game = GameTables.of(plan.rules)
        phases = 1 if warm_start is None else warm_start.phases
        network = Network.random(plan.rules, plan.hidden, plan.second, plan.seed, phases)
        if warm_start is not None:
            network.adopt(warm_start, plan.seed)
        self.learner = Learner(network, plan.seed)
        self.progress = Progress(results=[0] * len(self.game.points))
        self._set_up()

    def _set_up(self) -> None:
        plan = self.plan
        seeds = np.random.SeedSequence([plan.seed, self.progress.rounds]).spawn(plan.players)
        states = [int(seed.generate_state(1)[0]) for seed in seeds]
        self.players = [SelfPlay(self.game, TABLES, state) for state in states]
        self.refiners = [Refiner(self.game, TABLES, state) for state in states]
        self.window = Window(states[0])
        self._filter_learner: MoveFilterLearner | None = None
        self._waiting: Lessons | CandidatePairs | None = None

    @property
    def rate(self) -> float:
        """The present learning rate of self-play; it falls with the square root of the lessons."""
        return self.plan.rate / np.sqrt(1 + self.progress.lessons / SLOWER_AFTER)

    @property
    def exact_rate(self) -> float:
        """The learning rate of exact targets now: it rises, then falls with their square root."""
        exact = self.progress.exact
        rising = min(1.0, (exact + EXACT_ROUND) / EXACT_WARM)
        return EXACT_RATE * rising / np.sqrt(1 + exact / EXACT_SLOWER_AFTER)

    def run(
        self,
        until: Callable[[Progress], bool],
        report: Callable[[Progress], None],
        stage: Callable[[Progress], Stage] = lambda _: Stage.PLAY,
    ) -> None:
        """Train round by round until the caller stops; `report` is called after each.

        `stage` selects the purpose of the next round.
        """
        with ThreadPoolExecutor(self.plan.players + 1) as pool:
            while not until(self.progress):
                self._round(pool, stage(self.progress))
                report(self.progress)

    def _round(self, pool: ThreadPoolExecutor, stage: Stage) -> None:
        began = time.monotonic()
        if stage is Stage.EXACT and self.learner.network.phases < self.plan.phases:
            self._tell_phases_apart()
        if stage is Stage.EXACT:
            evaluator = ExactFirst(self.learner.averaged(), self.plan.rules)
            move_filter = self._move_filter(evaluator)
            working = [
                pool.submit(self._refine, refiner, evaluator, move_filter)
                for refiner in self.refiners
            ]
            self._catch_up()
            self._waiting = join_groups([part for future in working for part in future.result()])
        else:
            evaluator = ExactFirst(self.learner.snapshot(), self.plan.rules)
            playing = [pool.submit(self._play, player, evaluator) for player in self.players]
            self._catch_up()
            self._waiting = join_rows([part for future in playing for part in future.result()])
        self.progress.rounds += 1
        self.progress.seconds += time.monotonic() - began
        self._count()

    def _tell_phases_apart(self) -> None:
        """Give each phase its own first layer, initially the average so far."""
        plan, known = self.plan, self.learner.averaged()
        network = Network.random(plan.rules, plan.hidden, plan.second, plan.seed, plan.phases)
        network.adopt(known)
        rounds = self.learner.rounds
        self.learner = Learner(network, plan.seed)
        self.learner.rounds = rounds

    def _catch_up(self) -> None:
        """Train on the round before, while the players play this one."""
        learner, progress, waiting = self.learner, self.progress, self._waiting
        if isinstance(waiting, RowGroups):
            chosen = self.window.add(waiting, WINDOW)
            progress.loss = learner.compare(chosen, self.exact_rate, EXACT_AVERAGE)
            progress.exact += waiting.size
        elif waiting is not None:
            progress.loss = learner.learn(waiting, self.rate)
            progress.lessons += waiting.size

    def _count(self) -> None:
        for player in (*self.players, *self.refiners):
            self.progress.games += player.games
            self.progress.evaluations += player.evaluations
            player.games = player.evaluations = 0
        for player in self.players:
            for outcome, count in enumerate(player.results.tolist()):
                self.progress.results[outcome] += count
            player.results[:] = 0

    def _play(self, player: SelfPlay, evaluator: Evaluator) -> list[Lessons]:
        lessons: list[Lessons] = []
        while sum(lesson.size for lesson in lessons) < ROUND // self.plan.players:
            lessons += player.step(evaluator, LAMBDA)
        return lessons

    def _move_filter(self, evaluator: Evaluator) -> MoveFilter:
        """The move filter of this round; it is trained along with the network."""
        if self._filter_learner is None:
            self._filter_learner = self._train_filter(evaluator, FIRST_ROLLS)
        found = [part for refiner in self.refiners for part in refiner.ordered]
        if found:
            self._filter_learner.learn(join_groups(found), LAST_RATE, passes=1)
        for refiner in self.refiners:
            refiner.ordered.clear()
        return self._filter_learner.move_filter.copy()

    def trained(self) -> Network:
        """The finished network: the average weights, calibrated, with a move filter."""
        plan, games = self.plan, min(CALIBRATION_GAMES, self.progress.games // CALIBRATION_SHARE)
        network = calibrated(self.game, self.learner.averaged(), games, plan.seed)
        evaluator = ExactFirst(network, self.plan.rules)
        return replace(network, move_filter=self._train_filter(evaluator, LAST_ROLLS).move_filter)

    def _train_filter(self, evaluator: Evaluator, most: int) -> MoveFilterLearner:
        rolls = min(most, ROLLS_A_ROUND * (self.progress.rounds + 1))
        return train_filter(self.game, evaluator, self.plan.seed, rolls)

    def _refine(
        self, refiner: Refiner, evaluator: Evaluator, move_filter: MoveFilter
    ) -> list[CandidatePairs]:
        lessons: list[CandidatePairs] = []
        # A game without choices, or only with cascades, yields no candidates.
        for _ in range(EXACT_STEPS):
            lessons.append(refiner.step(evaluator, move_filter))
            if sum(lesson.size for lesson in lessons) >= EXACT_ROUND // self.plan.players:
                break
        return lessons

    def save(self, path: Path) -> None:
        """Write a checkpoint atomically: an interrupted write leaves the old file.

        Raises:
            WeightsError: the disk is full, or the folder cannot be written.
        """
        learner, progress = self.learner, self.progress
        network = learner.network
        counts = (learner.steps, learner.rounds, *(getattr(progress, name) for name in COUNTED))
        Checkpoint(
            game=rules_text(self.plan.rules),
            origin=self.origin,
            sizes=(network.hidden, network.second, network.phases),
            flat=network.flat,
            average=learner.average,
            moments=learner.moments,
            counts=counts,
            seconds=progress.seconds,
        ).save(path)

    def restore(self, path: Path) -> None:
        """Continue from a checkpoint; unfinished games restart.

        Raises:
            WeightsError: it is damaged, of another game, size or version, or of a run with another
                origin.
        """
        found = read_checkpoint(path)
        self._require_fit(found, path)
        if self.learner.network.phases < found.sizes[-1]:
            self._tell_phases_apart()
        weights = self.learner.network.flat
        if found.flat.shape != weights.shape or len(found.counts) != 2 + len(COUNTED):
            raise WeightsError(
                f"expected a checkpoint of this version of nardy, got one of another in {path}; "
                "give another --out"
            )
        self.origin = found.origin
        weights[:] = found.flat
        self.learner.average[:] = found.average
        self.learner.moments[:] = found.moments
        self.learner.steps, self.learner.rounds, *counts = found.counts
        for name, count in zip(COUNTED, counts, strict=True):
            setattr(self.progress, name, count)
        self.progress.seconds = found.seconds
        self._set_up()

    def _require_fit(self, found: Checkpoint, path: Path) -> None:
        """Refuse a checkpoint of another game, origin or size."""
        plan, begun = self.plan, self.learner.network.phases
        game, (*widths, phases) = rules_text(plan.rules), found.sizes
        if found.game == game:
            _require_origin(found.origin, plan.origin, path)
        # Before exact targets begin there is one phase, whatever the plan.
        is_as_far = phases in (begun, plan.phases)
        wanted, known = [plan.hidden, plan.second], widths
        if (found.game, known) == (game, wanted) and is_as_far:
            return
        if not is_as_far:
            wanted, known = [*wanted, plan.phases], [*known, phases]
        raise WeightsError(
            f"expected a checkpoint of {game} with {_sizes(*wanted)}, got one of "
            f"{found.game:.60} with {_sizes(*known)} in {path}; ask for the same again, or give "
            "another --out"
        )


def _sizes(hidden: int, second: int, phases: int | None = None) -> str:
    units = f"{hidden} and {second} units"
    if phases is None:
        return units
    return f"{units} in {phases} phase{'' if phases == 1 else 's'}"


def _require_origin(known: Origin, wanted: Origin, path: Path) -> None:
    """Refuse to continue a run with another origin."""
    if known.sha256 == wanted.sha256:
        # The same weights may have been renamed.
        wanted = wanted._replace(file=known.file)
    if known == wanted:
        return
    was, now = (_options(origin) for origin in (known, wanted))
    different = [pair for pair in zip(was, now, strict=True) if pair[0] != pair[1]]
    raise WeightsError(
        f"expected {' '.join(before for before, _ in different)} as at the beginning of {path}, got "
        f"{' '.join(after for _, after in different)}; ask for the same again, or give another --out"
    )


def _options(origin: Origin) -> tuple[str, str, str]:
    """An origin as command-line options."""
    begin = f"--begin-with {origin.file} (sha256 {origin.sha256[:8]})"
    return (
        f"--seed {origin.seed}",
        f"--threads {origin.threads}",
        begin if origin.file else "no --begin-with",
    )


def _require_width(plan: TrainingPlan, relative: Network) -> None:
    for name, wanted, known in (
        ("hidden", plan.hidden, relative.hidden),
        ("second", plan.second, relative.second),
        ("phases", plan.phases, relative.phases),
    ):
        if wanted % known:
            raise WeightsError(
                f"expected as many units as the weights to begin with have, {known}, or a "
                f"multiple, got {wanted}; give --{name} {known}"
            )
