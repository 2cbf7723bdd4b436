"""Training as it runs: players and learner side by side, checkpoints, and how far it has come.

In every round the players play with the weights of the round before, while the learner learns
from the games of the round before: both cores work, and the same seed gives the same weights
after the same number of rounds, whatever the machine.
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
from nardy.search.tables import GameTables
from nardy.train.calibration import settled
from nardy.train.candidate_pairs import WINDOW, CandidatePairs, Window
from nardy.train.candidate_pairs import together as all_rivals
from nardy.train.checkpoint import Checkpoint, Origin, read_checkpoint
from nardy.train.learner import Learner
from nardy.train.move_filter import LAST_RATE, MoveFilterLearner, taught, together
from nardy.train.refine import Refiner
from nardy.train.selfplay import Lessons, SelfPlay, joined

ROUND = 8_192
"""Lessons of one round of self-play."""
EXACT_ROUND = 4_096
"""Exact targets of one round."""
EXACT_STEPS = 1_000
"""Turns after which a round ends, whatever it found."""
TABLES = 256
"""Games that each player plays side by side."""
FIRST_RATE = 1e-3
SLOWER_AFTER = 4_000_000
"""Lessons after which the rate has fallen by a factor of 1.41; then with their square root."""
EXACT_RATE = 8e-4
EXACT_SLOWER_AFTER = 100_000
EXACT_WARM = 100_000
"""Exact targets until which the rate rises: few targets, learned from again and again, do harm."""
EXACT_AVERAGE = 0.95
LAMBDA = 0.7
FIRST_ROLLS, LAST_ROLLS = 30_000, 100_000
"""From which a sieve learns before it is used, and that of the finished network."""
ROLLS_A_ROUND = 400
"""Of networks that have hardly been trained they learn from fewer."""
SETTLING, SHARE = 8_000, 10
"""Games to which the finished network is held, and of how many it has played they are one."""
SECOND = 64
"""Units of the small layer."""
COUNTED = ("rounds", "games", "lessons", "evaluations", "exact")
"""What of the progress a checkpoint keeps, beside the time."""


class Stage(Enum):
    """What a round is for."""

    PLAY = "self-play"
    EXACT = "exact targets"


@dataclass(frozen=True, kw_only=True)
class TrainingPlan:
    """How a network is to be trained."""

    rules: Rules
    hidden: int = 128
    second: int = SECOND
    phases: int = 1
    """1, or all that a network may tell apart (kernel/features.PHASES) once exact targets begin."""
    seed: int = 1
    players: int = 2
    """Threads that play; the same number gives the same weights."""
    rate: float = FIRST_RATE
    begin_with: str = ""
    """The name of the file of weights to begin with; empty: they are random."""
    sha256: str = ""
    """Of those weights, as their file says."""

    @property
    def origin(self) -> Origin:
        """What a run of this plan begins with."""
        return Origin(self.seed, self.players, self.begin_with, self.sha256)


@dataclass
class Progress:
    """How far training has come."""

    rounds: int = 0
    games: int = 0
    lessons: int = 0
    exact: int = 0
    """Lessons with exact targets (refine.py)."""
    evaluations: int = 0
    seconds: float = 0.0
    """Wall time, of all runs together."""
    loss: float = 0.0
    """Mean cross-entropy of the last round, in nats."""
    results: list[int] = field(default_factory=list[int])
    """Outcomes of the games since the last report, seen by the first player."""


class Trainer:
    """A network in training."""

    def __init__(self, plan: TrainingPlan, warm_start: Network | None = None) -> None:
        """Begin with random weights, or with those of a relative's network.

        Raises:
            WeightsError: the relative's width does not divide the planned one.
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
        self._sit_down()

    def _sit_down(self) -> None:
        plan = self.plan
        seeds = np.random.SeedSequence([plan.seed, self.progress.rounds]).spawn(plan.players)
        states = [int(seed.generate_state(1)[0]) for seed in seeds]
        self.players = [SelfPlay(self.game, TABLES, state) for state in states]
        self.refiners = [Refiner(self.game, TABLES, state) for state in states]
        self.window = Window(states[0])
        self._sorter: MoveFilterLearner | None = None
        self._waiting: Lessons | CandidatePairs | None = None

    @property
    def rate(self) -> float:
        """The learning rate of self-play now: it falls with the square root of the lessons."""
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
        """Train round after round until the caller has had enough; he is told after each.

        `stage` says what the next round is for.
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
            eyes = ExactFirst(self.learner.averaged(), self.plan.rules)
            sieve = self._sieve(eyes)
            working = [pool.submit(self._refine, refiner, eyes, sieve) for refiner in self.refiners]
            self._catch_up()
            self._waiting = all_rivals([part for future in working for part in future.result()])
        else:
            eyes = ExactFirst(self.learner.snapshot(), self.plan.rules)
            playing = [pool.submit(self._play, player, eyes) for player in self.players]
            self._catch_up()
            self._waiting = joined([part for future in playing for part in future.result()])
        self.progress.rounds += 1
        self.progress.seconds += time.monotonic() - began
        self._count()

    def _tell_phases_apart(self) -> None:
        """Give each phase a first layer of its own, which begins with the average of before."""
        plan, known = self.plan, self.learner.averaged()
        network = Network.random(plan.rules, plan.hidden, plan.second, plan.seed, plan.phases)
        network.adopt(known)
        rounds = self.learner.rounds
        self.learner = Learner(network, plan.seed)
        self.learner.rounds = rounds

    def _catch_up(self) -> None:
        """Learn from the round before, while the players play this one."""
        if isinstance(self._waiting, CandidatePairs):
            self._compare(self._waiting)
        elif self._waiting is not None:
            self._learn(self._waiting)

    def _learn(self, lessons: Lessons) -> None:
        self.progress.loss = self.learner.learn(lessons, self.rate)
        self.progress.lessons += lessons.size

    def _compare(self, rivals: CandidatePairs) -> None:
        chosen = self.window.add(rivals, WINDOW)
        self.progress.loss = self.learner.compare(chosen, self.exact_rate, EXACT_AVERAGE)
        self.progress.exact += rivals.size

    def _count(self) -> None:
        for player in (*self.players, *self.refiners):
            self.progress.games += player.games
            self.progress.evaluations += player.evaluations
            player.games = player.evaluations = 0
        for player in self.players:
            for outcome, count in enumerate(player.results.tolist()):
                self.progress.results[outcome] += count
            player.results[:] = 0

    def _play(self, player: SelfPlay, eyes: Evaluator) -> list[Lessons]:
        lessons: list[Lessons] = []
        found = 0
        while found < ROUND // self.plan.players:
            new = player.step(eyes, LAMBDA)
            found += sum(lesson.size for lesson in new)
            lessons += new
        return lessons

    def _sieve(self, eyes: Evaluator) -> MoveFilter:
        """What sorts turns out in this round; it goes on learning, as the network does."""
        if self._sorter is None:
            self._sorter = self._taught(eyes, FIRST_ROLLS)
        found = [part for refiner in self.refiners for part in refiner.ordered]
        if found:
            self._sorter.learn(together(found), LAST_RATE, passes=1)
        for refiner in self.refiners:
            refiner.ordered.clear()
        return self._sorter.sieve.copy()

    def trained(self) -> Network:
        """The network that is kept: the average, held to how its games end, and with a sieve."""
        plan, games = self.plan, min(SETTLING, self.progress.games // SHARE)
        network = settled(self.game, self.learner.averaged(), games, plan.seed)
        eyes = ExactFirst(network, self.plan.rules)
        return replace(network, sieve=self._taught(eyes, LAST_ROLLS).sieve)

    def _taught(self, eyes: Evaluator, most: int) -> MoveFilterLearner:
        rolls = min(most, ROLLS_A_ROUND * (self.progress.rounds + 1))
        return taught(self.game, eyes, self.plan.seed, rolls)

    def _refine(self, refiner: Refiner, eyes: Evaluator, sieve: MoveFilter) -> list[CandidatePairs]:
        lessons: list[CandidatePairs] = []
        # A game without choices, or of cascades alone, has no rivals to be found.
        for _ in range(EXACT_STEPS):
            lessons.append(refiner.step(eyes, sieve))
            if sum(lesson.size for lesson in lessons) >= EXACT_ROUND // self.plan.players:
                break
        return lessons

    def save(self, path: Path) -> None:
        """Write a checkpoint in one step: an interrupted write leaves the old one.

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
        """Go on from a checkpoint; the games that were under way begin anew.

        Raises:
            WeightsError: it is spoiled, of another game, size or version, or of a run with another
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
        self._sit_down()

    def _require_fit(self, found: Checkpoint, path: Path) -> None:
        """Refuse a checkpoint of another game, origin or size."""
        plan, begun = self.plan, self.learner.network.phases
        game, (*widths, phases) = rules_text(plan.rules), found.sizes
        if found.game == game:
            _require_origin(found.origin, plan.origin, path)
        # Until exact targets begin there is one phase, whatever is planned.
        is_as_far = phases in (begun, plan.phases)
        asked, known = [plan.hidden, plan.second], widths
        if (found.game, known) == (game, asked) and is_as_far:
            return
        if not is_as_far:
            asked, known = [*asked, plan.phases], [*known, phases]
        raise WeightsError(
            f"expected a checkpoint of {game} with {_sizes(*asked)}, got one of "
            f"{found.game:.60} with {_sizes(*known)} in {path}; ask for the same again, or give "
            "another --out"
        )


def _sizes(hidden: int, second: int, phases: int | None = None) -> str:
    units = f"{hidden} and {second} units"
    if phases is None:
        return units
    return f"{units} in {phases} phase{'' if phases == 1 else 's'}"


def _require_origin(known: Origin, asked: Origin, path: Path) -> None:
    """Refuse to go on with what a run was not begun with."""
    if known.sha256 == asked.sha256:
        # The same weights may lie under another name by now.
        asked = asked._replace(file=known.file)
    if known == asked:
        return
    was, now = (_options(origin) for origin in (known, asked))
    different = [pair for pair in zip(was, now, strict=True) if pair[0] != pair[1]]
    raise WeightsError(
        f"expected {' '.join(one for one, _ in different)} as at the beginning of {path}, got "
        f"{' '.join(other for _, other in different)}; ask for the same again, or give another --out"
    )


def _options(origin: Origin) -> tuple[str, str, str]:
    """An origin as the options that ask for it."""
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
