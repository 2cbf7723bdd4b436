"""What `nardy train` does: run, tell, save; importing it imports Numba."""

import errno
import math
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import click

from nardy.arena.duel import Terms, duel, mean_and_error
from nardy.arena.player import NetworkPlayer
from nardy.core.rules import Rules
from nardy.evaluation import weights
from nardy.evaluation.network import Network
from nardy.evaluation.weights import WeightsError
from nardy.kernel.features import PHASES
from nardy.search.tables import Game
from nardy.train.trainer import FIRST_RATE, SECOND, Plan, Progress, Stage, Trainer

FIRST_REPORT = 20.0
"""Seconds until the first report; each further one comes after half as much time again."""
LONGEST = 600.0
DUEL_PAIRS = 150


@dataclass(frozen=True, kw_only=True)
class Order:
    """What is asked for."""

    rules: Rules
    out: Path
    seconds: float | None
    rounds: int | None
    hidden: int
    second: int | None
    phases: bool
    """Whether phases get first layers of their own when exact targets begin."""
    seed: int
    threads: int
    exact: float
    """The share of the time, at its end, for exact targets."""
    begin_with: Path | None
    find: Callable[[str], Rules]
    """How the game of the weights to begin with is found."""


def train(order: Order) -> None:
    """Train until the time is over or somebody interrupts."""
    begin = None
    if order.begin_with is not None:
        begin, _ = weights.load_any(order.begin_with, order.find)
    _require_place(order.out)
    plan = Plan(
        rules=order.rules,
        hidden=order.hidden,
        second=order.second or (begin.second if begin else SECOND),
        phases=PHASES if order.phases else begin.phases if begin else 1,
        seed=order.seed,
        players=order.threads,
        rate=FIRST_RATE / 2 if begin else FIRST_RATE,
    )
    trainer = Trainer(plan, begin)
    session = _Session(order, trainer)
    session.go_on()
    try:
        trainer.run(session.is_over, session.report, session.stage)
    except KeyboardInterrupt:
        click.echo("stopped; the same command goes on from here", err=True)
    session.save()
    click.echo("making its sieve ...", err=True)
    session.save(trainer.trained())
    click.echo(str(order.out))


def _require_place(out: Path) -> None:
    """Refuse a place that cannot be written, before the work rather than after."""
    try:
        if out.is_dir():
            raise IsADirectoryError(errno.EISDIR, "Is a directory")
        with tempfile.TemporaryFile(dir=out.parent):
            pass
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise WeightsError(f"expected a file that can be written, got {reason} for {out}") from None


class _Session:
    """Reports and files of one run."""

    def __init__(self, order: Order, trainer: Trainer) -> None:
        self.order = order
        self.trainer = trainer
        self.checkpoint = order.out.with_name(order.out.name + ".checkpoint")
        self.next_report = FIRST_REPORT
        self.latest: Network | None = None

    def go_on(self) -> None:
        """Take up the checkpoint of an earlier run, if there is one."""
        if not self.checkpoint.exists():
            return
        self.trainer.restore(self.checkpoint)
        self.latest = self.trainer.learner.averaged()
        progress = self.trainer.progress
        click.echo(f"going on after {progress.games:,} games", err=True)
        self._plan_report(progress)

    def is_over(self, progress: Progress) -> bool:
        """Whether what was ordered is done."""
        if self.order.rounds is not None:
            return progress.rounds >= self.order.rounds
        return self.order.seconds is not None and progress.seconds >= self.order.seconds

    def stage(self, progress: Progress) -> Stage:
        """What it is time for."""
        order = self.order
        if order.rounds is not None:
            passed = progress.rounds / order.rounds
        else:
            passed = progress.seconds / (math.inf if order.seconds is None else order.seconds)
        return Stage.PLAY if passed < 1 - order.exact else Stage.EXACT

    def report(self, progress: Progress) -> None:
        """Tell and save now and then."""
        if progress.seconds < self.next_report:
            return
        self._plan_report(progress)
        click.echo(self._line(progress), err=True)
        self.save()

    def _plan_report(self, progress: Progress) -> None:
        self.next_report = progress.seconds + min(LONGEST, max(FIRST_REPORT, progress.seconds / 2))

    def _line(self, progress: Progress) -> str:
        seconds = max(progress.seconds, 1e-9)
        results, played = progress.results, sum(progress.results)
        shares = " ".join(f"{count / max(1, played):.1%}" for count in results)
        # Games of exact targets begin at random, some of them: how they end tells nothing.
        outcomes = f"  outcomes {shares}" if played else ""
        progress.results[:] = [0] * len(results)
        network = self.trainer.learner.averaged()
        gain = ""
        if self.latest is not None:
            terms = Terms(
                game=Game.of(self.order.rules),
                pairs=DUEL_PAIRS,
                seed=progress.rounds,
                threads=self.order.threads,
            )
            players = NetworkPlayer("new", network), NetworkPlayer("old", self.latest)
            mean, error = mean_and_error(duel(players, terms).points)
            gain = f"  {mean:+.3f} ±{error:.3f} against the last report"
        self.latest = network
        return (
            f"{seconds:6.0f} s  {progress.games:,} games ({progress.games / seconds:,.0f}/s, "
            f"{progress.evaluations / seconds:,.0f} evaluations/s)  loss {progress.loss:.4f}"
            f"{outcomes}{gain}"
        )

    def save(self, network: Network | None = None) -> None:
        """Write the network, as it is now or finished, and the checkpoint to go on from."""
        progress, order = self.trainer.progress, self.order
        manifest = {
            "seed": order.seed,
            "threads": order.threads,
            "rounds": progress.rounds,
            "games": progress.games,
            "lessons": progress.lessons,
            "seconds": round(progress.seconds),
            "exact targets": progress.exact,
            "method": "TD(0.7), greedy self-play, then exact targets and the worth of rivals",
            "began with": order.begin_with.name if order.begin_with else "random weights",
        }
        weights.save(network or self.trainer.learner.averaged(), manifest, order.out)
        self.trainer.save(self.checkpoint)
