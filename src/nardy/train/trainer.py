"""The training loop: actors and learner side by side, checkpoints, and progress.

In every round the actors play in their processes with the newest weights, while the learner trains here on
the positions of the round before. So equal seeds and numbers of actors give equal weights after equal
numbers of rounds on any machine, unless PyTorch learns (train/torch_learner.py).
"""

import math
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import cast

import numpy as np

from nardy.core.options import rules_text
from nardy.evaluation.cube.match_value import Evaluator
from nardy.evaluation.network.exact_first import ExactFirst
from nardy.evaluation.network.move_filter import MoveFilter
from nardy.evaluation.network.network import Network, weights_count
from nardy.evaluation.network.weights import WeightsError
from nardy.kernel.layout import join_rows
from nardy.search.tables import GameTables
from nardy.train.actor import ActorSetup, Made, Order, Stage, Weights
from nardy.train.actors import Actors, actors_of
from nardy.train.calibration import calibrated
from nardy.train.candidate_pairs import CandidatePairs, RowGroups, join_groups
from nardy.train.checkpoint import Checkpoint, Origin, read_checkpoint
from nardy.train.filter_learner import LAST_RATE, MoveFilterLearner, train_filter
from nardy.train.learner import AVERAGE, MOST_GROWTH, LearnerState
from nardy.train.rates import AGAIN_RATE, EXACT_RATE, PLAY_RATE
from nardy.train.results_fit import held_to_results
from nardy.train.selfplay import Lessons
from nardy.train.training_plan import TrainingPlan

ROUND = 8_192
"""Lessons of one round of self-play."""
EXACT_ROUND = 4_096
"""Exact targets of one round."""
RETURNS_ROUND = 8_192
"""Returns of one round."""
RETURNS_DIFFERENCE_WEIGHT = 200.0
"""Weight of the differences between candidates: these have no noise, returns have 0.05 points. With 10 values became
truer, and turns worse."""
RETURNS_EPOCHS = 5
"""Mean number of times a return is learned from: to make one costs 0.26 ms in backgammon, to learn it 0.05."""
MOST_RETURNS = 2_000_000
"""Newest returns that are kept: 0.2 GB, on a GPU 3 GB."""
AGAIN_DIFFERENCE_WEIGHT, AGAIN_EPOCHS = 600.0, 3
"""How returns are learned again at the end: values are true by then, and turns gain from a larger weight."""
ENOUGH_RETURNS = 250_000
"""With so many returns nothing is left to learn from results, of which there are fewer."""
TABLES = 256
"""Parallel games of each actor."""
EXACT_AVERAGED, EXACT_AVERAGED_SHARE = 80_000, 0.05
"""The average weights are of about so many exact targets, and of this share of all in a longer run (Shamir and Zhang
2013)."""
FIRST_ROLLS, RETURNS_ROLLS, LAST_ROLLS = 30_000, 100_000, 100_000
"""Rolls to train the move filter before its first use, that for returns, and that of the finished network."""
FILTER_ROLLS = 512
"""Most rolls that the move filter learns from in a round."""
ROLLS_A_ROUND = 400
"""Limit of those rolls in a run with few rounds."""
CALIBRATION_GAMES, CALIBRATION_SHARE = 8_000, 10
"""Most games for calibration, and one in this many of the games played."""
RESULT_GAMES, RESULT_SHARE = 60_000, 10
"""The same of games to whose results the network is fitted (results_fit.py)."""
ROUNDS = {Stage.PLAY: ROUND, Stage.EXACT: EXACT_ROUND, Stage.RETURNS: RETURNS_ROUND}
COUNTED = ("rounds", "games", "lessons", "evaluations", "exact", "returned")
"""The progress stored in a checkpoint, besides the time."""


@dataclass
class Progress:
    """The progress of training."""

    rounds: int = 0
    games: int = 0
    lessons: int = 0
    exact: int = 0
    """Lessons with exact targets (refine.py)."""
    returned: int = 0
    """Lessons with returns (returns.py)."""
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
            MissingExtraError: PyTorch is needed and not installed.
            DeviceError: there is no GPU that PyTorch can use.
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
        self.learner = plan.learner(network)
        self.progress = Progress(results=[0] * len(self.game.points))
        self._set_up()

    def _set_up(self) -> None:
        plan = self.plan
        seeds = np.random.SeedSequence([plan.seed, self.progress.rounds]).spawn(plan.actors)
        self.seeds = [int(seed.generate_state(1)[0]) for seed in seeds]
        self.learner.open_window(self.seeds[0])
        self._filter_learner: MoveFilterLearner | None = None
        self._waiting: list[Made] = []
        self._returns_left = 1.0
        """The part of the returns that is to come."""
        self._is_returning = False
        """Whether the learner's window holds returns."""
        self._stage = Stage.PLAY
        """The stage of the positions in `_waiting`."""

    def _actors(self) -> Actors:
        plan, rules = self.plan, self.plan.rules
        setups = [
            ActorSetup(rules, plan.hidden, plan.second, TABLES, seed, plan.kinds)
            for seed in self.seeds
        ]
        most_phases = max(plan.phases, self.learner.network.phases)
        network = weights_count(rules, plan.hidden, plan.second, most_phases)
        return actors_of(setups, network + len(MoveFilter.random(rules, 0).flat))

    @property
    def rate(self) -> float:
        """The learning rate of self-play, before the positions that wait."""
        schedule = PLAY_RATE._replace(first=self.plan.rate)
        return schedule.rate(self.progress.lessons, ROUND)

    @property
    def exact_rate(self) -> float:
        """The learning rate of exact targets, before those that wait."""
        return EXACT_RATE.rate(self.progress.exact, EXACT_ROUND)

    def run(
        self,
        passed: Callable[[Progress], float],
        report: Callable[[Progress], None] = lambda _: None,
        exact_share: float = 0.0,
        returns_share: float = 0.0,
    ) -> None:
        """Train round by round; `report` is called after each.

        `passed` is the share of the run that is over, until 1. From `exact_share` before the end there are
        exact targets, from `returns_share` before it returns.
        """
        with closing(self._actors()) as actors:
            while (done := passed(self.progress)) < 1:
                stage = Stage.EXACT if done >= 1 - exact_share else Stage.PLAY
                if done >= 1 - returns_share:
                    stage = Stage.RETURNS
                    self._returns_left = (1 - done) / returns_share
                self._round(actors, stage)
                report(self.progress)

    @property
    def has_returns(self) -> bool:
        """Whether there are returns that `learn_returns_again` would learn; a checkpoint brings none back."""
        return self._stage is Stage.RETURNS

    def learn_returns_again(self) -> None:
        """Learn all returns of this run several times more."""
        self._catch_up()
        self._waiting = []
        rate = AGAIN_RATE * self.plan.returns_rate
        self.learner.refine_again(AGAIN_EPOCHS, rate, AGAIN_DIFFERENCE_WEIGHT)

    def _round(self, actors: Actors, stage: Stage) -> None:
        began = time.monotonic()
        if stage is not Stage.PLAY and self.learner.network.phases < self.plan.phases:
            self._tell_phases_apart()
        whole = ROUNDS[stage]
        share = int(whole * max(1 / self.plan.actors, self.plan.least_share))
        actors.begin(Order(stage, share), self._weights(stage))
        self._catch_up()
        self._waiting, self._stage = actors.made(), stage
        self.progress.rounds += 1
        self.progress.seconds += time.monotonic() - began
        self._count()

    def _weights(self, stage: Stage) -> Weights:
        """The weights to play with: the newest, or for exact targets their average."""
        if stage is Stage.PLAY:
            network = self.learner.snapshot()
            return Weights(network.flat, network.phases, None)
        network = self.learner.averaged()
        evaluator = ExactFirst(network, self.plan.rules)
        if stage is Stage.RETURNS and self._stage is not stage:
            # Returns are no better than the answers that the filter keeps, and it does not learn with them.
            self._filter_learner = train_filter(self.game, evaluator, self.plan.seed, RETURNS_ROLLS)
        if self._filter_learner is None:
            self._filter_learner = self._train_filter(evaluator, FIRST_ROLLS)
        move_filter = self._filter_learner.move_filter.copy()
        return Weights(network.flat, network.phases, move_filter.flat)

    def _tell_phases_apart(self) -> None:
        """Give each phase its own first layer, initially the average so far."""
        plan, known = self.plan, self.learner.averaged()
        network = Network.random(plan.rules, plan.hidden, plan.second, plan.seed, plan.phases)
        network.adopt(known)
        rounds = self.learner.rounds
        self.learner = plan.learner(network)
        self.learner.rounds = rounds
        # No exact targets have been learned with one phase.
        self.learner.open_window(self.seeds[0])

    def _catch_up(self) -> None:
        """Train on the round before, while the actors play this one."""
        learner, progress, waiting = self.learner, self.progress, self._waiting
        if not waiting:
            return
        if self._stage is Stage.RETURNS:
            self._learn_returns(join_groups([cast("CandidatePairs", one.rows) for one in waiting]))
        elif isinstance(waiting[0].rows, RowGroups):
            pairs = join_groups([cast("CandidatePairs", made.rows) for made in waiting])
            kept = exact_average(pairs.size, progress.exact)
            growth = EXACT_RATE.growth(progress.exact, MOST_GROWTH)
            progress.loss = learner.refine(pairs, self.exact_rate, kept, growth)
            progress.exact += pairs.size
        else:
            lessons = join_rows([cast("Lessons", made.rows) for made in waiting])
            kept = AVERAGE ** (lessons.size / ROUND)
            progress.loss = learner.learn(lessons, self.rate, kept)
            progress.lessons += lessons.size
        found = [part for made in waiting for part in made.ordered]
        if found and self._filter_learner is not None:
            rolls = join_groups(found)
            some = rolls.some(np.arange(min(rolls.groups, FILTER_ROLLS)))
            self._filter_learner.learn(some, LAST_RATE, passes=1)

    def _learn_returns(self, pairs: CandidatePairs) -> None:
        learner, progress = self.learner, self.progress
        if not self._is_returning:
            # Exact targets repeat the errors that returns correct.
            learner.open_window(
                self.seeds[0], RETURNS_EPOCHS, RETURNS_DIFFERENCE_WEIGHT, MOST_RETURNS
            )
            self._is_returning = True
        rate = self.plan.returns_rate * self._returns_left
        kept = exact_average(pairs.size, progress.returned)
        progress.loss = learner.refine(pairs, rate, kept, MOST_GROWTH)
        progress.returned += pairs.size

    def _count(self) -> None:
        progress = self.progress
        for made in self._waiting:
            progress.games += made.games
            progress.evaluations += made.evaluations
            progress.results = [a + b for a, b in zip(progress.results, made.results, strict=True)]

    def trained(self) -> Network:
        """The finished network, with a move filter: the average weights, calibrated and fitted to results.

        After many returns it is only calibrated.
        """
        plan, played = self.plan, self.progress.games
        is_returned = self.progress.returned >= ENOUGH_RETURNS
        average = self.learner.averaged()
        move_filter = self._train_filter(ExactFirst(average, plan.rules), LAST_ROLLS).move_filter
        share = 1 if is_returned else CALIBRATION_SHARE
        games = min(CALIBRATION_GAMES, played // share)
        network = calibrated(self.game, average, games, plan.seed)
        if not is_returned:
            # Last, since it knows more: there are more games, and their luck is taken out.
            game = self.game.with_filter(move_filter)
            games, evaluator = (
                min(RESULT_GAMES, played // RESULT_SHARE),
                ExactFirst(network, plan.rules),
            )
            network = held_to_results(game, network, evaluator, games, plan.seed)
        return replace(network, move_filter=move_filter)

    def _train_filter(self, evaluator: Evaluator, most: int) -> MoveFilterLearner:
        rolls = min(most, ROLLS_A_ROUND * (self.progress.rounds + 1))
        return train_filter(self.game, evaluator, self.plan.seed, rolls)

    def save(self, path: Path) -> None:
        """Write a checkpoint atomically: an interrupted write leaves the old file.

        Raises:
            WeightsError: the disk is full, or the folder cannot be written.
        """
        learner, progress = self.learner, self.progress
        network, state = learner.network, learner.state()
        counts = (state.steps, state.rounds, *(getattr(progress, name) for name in COUNTED))
        Checkpoint(
            game=rules_text(self.plan.rules),
            origin=self.origin,
            sizes=(network.hidden, network.second, network.phases),
            flat=state.flat,
            average=state.average,
            moments=state.moments,
            counts=counts,
            seconds=progress.seconds,
        ).save(path)

    def restore(self, path: Path) -> None:
        """Continue from a checkpoint; unfinished games restart, and the last round before it is not learned.

        Raises:
            WeightsError: it is damaged, of another game, size or version, or of a run with another
                origin.
        """
        found = read_checkpoint(path)
        self._require_fit(found, path)
        if self.learner.network.phases < found.sizes[-1]:
            self._tell_phases_apart()
        wanted = self.learner.network.flat.shape
        if found.flat.shape != wanted or len(found.counts) != 2 + len(COUNTED):
            raise WeightsError(
                f"expected a checkpoint of this version of nardy, got one of another in {path}; "
                "give another --out"
            )
        # The seeds of the actors are drawn anew, so that their number may change.
        processes = self.plan.actors
        self.origin = _complete(found.origin, self.plan.origin)._replace(processes=processes)
        steps, rounds, *counts = found.counts
        self.learner.resume(LearnerState(found.flat, found.average, found.moments, steps, rounds))
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


def exact_average(new: int, learned: int) -> float:
    """The share of the average weights that is kept where so many exact targets are new."""
    return math.exp(-new / max(EXACT_AVERAGED, EXACT_AVERAGED_SHARE * learned))


def _sizes(hidden: int, second: int, phases: int | None = None) -> str:
    units = f"{hidden} and {second} units"
    if phases is None:
        return units
    return f"{units} in {phases} phase{'' if phases == 1 else 's'}"


def _require_origin(known: Origin, wanted: Origin, path: Path) -> None:
    """Refuse to continue a run with another origin; the number of processes may change."""
    known = _complete(known, wanted)._replace(processes=wanted.processes)
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


def _complete(known: Origin, wanted: Origin) -> Origin:
    """An origin with the wanted classes where its checkpoint does not tell them."""
    return known if known.classes is not None else known._replace(classes=wanted.classes)


def _options(origin: Origin) -> tuple[str, str, str]:
    """An origin as command-line options, without the processes, which may change."""
    begin = f"--begin-with {origin.file} (sha256 {origin.sha256[:8]})"
    return (
        f"--seed {origin.seed}",
        begin if origin.file else "no --begin-with",
        f"--class {origin.classes}" if origin.classes else "no --class",
    )


def _require_width(plan: TrainingPlan, relative: Network) -> None:
    for name, wanted, known in (
        ("hidden", plan.hidden, relative.hidden),
        ("second", plan.second, relative.second),
    ):
        if wanted % known:
            raise WeightsError(
                f"expected as many units as the weights to begin with have, {known}, or a "
                f"multiple, got {wanted}; give --{name} {known}"
            )
    if plan.phases < relative.phases:
        raise WeightsError(
            f"expected at least as many phases as the weights to begin with have, {relative.phases}, got "
            f"{plan.phases}; give --phases"
        )
