"""The implementation of `nardy train`: training, reports, files; importing it imports NumPy."""

import contextlib
import errno
import math
import signal
import tempfile
from collections.abc import Callable, Generator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from nardy.arena.duels import DuelTerms, duel, mean_and_error
from nardy.arena.player import NetworkPlayer
from nardy.cli.computing import counted, stop_for_good
from nardy.compute.chunks import LostWorkersError
from nardy.core.options import rules_text
from nardy.core.rules import Rules
from nardy.evaluation.network import weights
from nardy.evaluation.network.network import Network
from nardy.evaluation.network.weights import WeightsError
from nardy.kernel.features import PHASES
from nardy.labels.classes import require_classes
from nardy.search.tables import GameTables
from nardy.train.rates import PLAY_RATE
from nardy.train.trainer import Progress, Trainer
from nardy.train.training_plan import SECOND, TrainingPlan

FIRST_REPORT = 20.0
"""Seconds until the first report; later ones come after half the time passed so far."""
LONGEST = 600.0
DUEL_PAIRS = 150
AGAIN = "learning the returns again ..."
LAST_STEP = "fitting the network to its results and training its move filter ..."


@dataclass(frozen=True, kw_only=True)
class TrainOptions:
    rules: Rules
    out: Path
    seconds: float | None
    rounds: int | None
    hidden: int
    second: int | None
    phases: bool
    """Whether each phase gets a first layer of its own when exact targets begin."""
    seed: int
    processes: int
    exact: float
    """The final share of the time, used for exact targets."""
    returns: float
    """The share after that, for returns."""
    returns_rate: float
    """The learning rate of these at first."""
    kinds: tuple[str, ...]
    """Classes of positions with which many of the games for exact targets and for returns begin."""
    begin_with: Path | None
    device: str
    """The device on which the network learns."""
    find: Callable[[str], Rules]
    """Finds the game of the initial weights by name."""


def train(order: TrainOptions) -> None:
    """Train until the time is over or until Ctrl-C."""
    begin, facts = None, dict[str, Any]()
    if order.begin_with is not None:
        begin, facts = weights.load_any(order.begin_with, order.find)
    require_classes(order.rules, order.kinds)
    _require_place(order.out)
    _require_nothing_lost(order)
    plan = TrainingPlan(
        rules=order.rules,
        hidden=order.hidden,
        second=order.second or (begin.second if begin else SECOND),
        phases=PHASES if order.phases else begin.phases if begin else 1,
        seed=order.seed,
        actors=order.processes,
        kinds=tuple(sorted(set(order.kinds))),
        rate=PLAY_RATE.first / 2 if begin else PLAY_RATE.first,
        returns_rate=order.returns_rate,
        begin_with=_name(order.begin_with),
        sha256=facts.get("sha256", ""),
        device=order.device,
    )
    trainer = Trainer(plan, begin)
    session = _Session(order, trainer)
    session.begin()
    try:
        trainer.run(session.passed, session.report, order.exact, order.returns)
        if trainer.has_returns:
            with _undisturbed():
                # This may take minutes, and what was played must outlive a crash.
                session.save()
            click.echo(AGAIN, err=True)
            trainer.learn_returns_again()
    except KeyboardInterrupt:
        click.echo("stopped; run the same command again to continue", err=True)
    except LostWorkersError:
        with _undisturbed():
            session.save()
        click.echo(
            f"{order.out} is saved; the same command continues, also with fewer --processes",
            err=True,
        )
        raise
    with _undisturbed():
        session.save()
    signal.signal(signal.SIGINT, _interrupt_once)
    try:
        click.echo(LAST_STEP, err=True)
        network = trainer.trained()
        with _undisturbed():
            session.save(network)
    except KeyboardInterrupt:
        stop_for_good(
            f"{order.out} is saved without the last step; run the same command again to do it"
        )
    click.echo(str(order.out))


def _interrupt_once(*_: object) -> None:
    """Let a first Ctrl-C interrupt; a second one would hit what says how the first ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


@contextlib.contextmanager
def _undisturbed() -> Generator[None, None, None]:
    # An interrupt between the two files would leave weights beside an older checkpoint.
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _name(path: Path | None) -> str:
    """A file's name with unencodable characters replaced."""
    return "" if path is None else path.name.encode(errors="replace").decode()


def _checkpoint_of(out: Path) -> Path:
    return out.with_name(out.name + ".checkpoint")


def _require_place(out: Path) -> None:
    """Refuse a file that cannot be written, before the work."""
    try:
        if out.is_dir():
            raise IsADirectoryError(errno.EISDIR, "Is a directory")
        with tempfile.TemporaryFile(dir=out.parent):
            pass
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise WeightsError(f"expected a file that can be written, got {reason} for {out}") from None


def _require_nothing_lost(order: TrainOptions) -> None:
    """Refuse to overwrite a file that this command cannot continue from."""
    out, begin = order.out, order.begin_with
    if not out.exists():
        return
    if begin is not None and begin.samefile(out):
        raise WeightsError(
            f"expected another file to write than the weights to begin with, got {out} for both; "
            "give another --out"
        )
    if not _checkpoint_of(out).exists():
        raise WeightsError(
            f"expected a new file to write, or one with its checkpoint beside it, got {out}, which "
            "would be overwritten; give another --out, or remove it"
        )


class _Session:
    """The reports and files of one run."""

    def __init__(self, order: TrainOptions, trainer: Trainer) -> None:
        self.order = order
        self.trainer = trainer
        self.checkpoint = _checkpoint_of(order.out)
        self.next_report = FIRST_REPORT
        self.latest: Network | None = None

    def begin(self) -> None:
        """Print a heading, and load the checkpoint of an earlier run, if any."""
        is_begun = self.checkpoint.exists()
        if is_begun:
            self.trainer.restore(self.checkpoint)
        click.echo(self._heading(), err=True)
        if not is_begun:
            return
        self.latest = self.trainer.learner.averaged()
        progress = self.trainer.progress
        click.echo(f"continuing after {progress.games:,} games", err=True)
        self._plan_report(progress)

    def _heading(self) -> str:
        order, origin = self.order, self.trainer.origin
        if order.rounds is not None:
            length = counted(order.rounds, "round")
        else:
            length = counted((order.seconds or 0) / 60, "minute")
        begin = f"beginning with {origin.file}, " if origin.file else ""
        return (
            f"{rules_text(order.rules)}: {order.hidden} units, {begin}seed {origin.seed}, "
            f"{counted(origin.processes, 'process')}, {length}, into {order.out}"
        )

    def passed(self, progress: Progress) -> float:
        """The share of the ordered rounds or time that is done."""
        if self.order.rounds is not None:
            return progress.rounds / self.order.rounds
        return progress.seconds / (math.inf if self.order.seconds is None else self.order.seconds)

    def report(self, progress: Progress) -> None:
        """Print a report and save, at growing intervals."""
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
        # Some games of exact targets start from random positions: their outcomes mean nothing.
        outcomes = f"  outcomes {shares}" if played else ""
        progress.results[:] = [0] * len(results)
        network = self.trainer.learner.averaged()
        gain = ""
        if self.latest is not None:
            game, threads = GameTables.of(self.order.rules), self.order.processes
            # Other dice for each report, and the same ones when the command runs again.
            terms = DuelTerms(game=game, pairs=DUEL_PAIRS, seed=progress.rounds, threads=threads)
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
        """Write the network, current or finished, and the checkpoint."""
        progress, origin = self.trainer.progress, self.trainer.origin
        manifest = {
            "seed": origin.seed,
            "processes": origin.processes,
            "device": self.order.device,
            "rounds": progress.rounds,
            "games": progress.games,
            "lessons": progress.lessons,
            "seconds": round(progress.seconds),
            "exact targets": progress.exact,
            "returns": progress.returned,
            "returns rate": self.order.returns_rate,
            "method": "TD(0.7), greedy self-play, then exact targets and the worth of rivals"
            + (", then returns of games a ply ahead" if progress.returned else ""),
            "began with": origin.file or "random weights",
            "classes": list(self.trainer.plan.kinds),
        }
        weights.save(network or self.trainer.learner.averaged(), manifest, self.order.out)
        self.trainer.save(self.checkpoint)
