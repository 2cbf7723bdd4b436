"""The implementation of `nardy solve`; importing it imports NumPy."""

import json
import math
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click

from nardy.analysis.certificate import Trial, first_players_edge, judge
from nardy.bots.neural import NeuralBot
from nardy.bots.registry import UnknownBotError, load_bot
from nardy.cli.computing import counted, progress, stop_for_good
from nardy.cli.evaluate import not_plain
from nardy.cli.figures import finite
from nardy.core.options import rules_text
from nardy.core.rules import Rules
from nardy.evaluation.network.network import Network
from nardy.exact.solved import SolutionError, Solved, go_on, load, save, solved_by
from nardy.exact.solver import Solver, require_solvable

TOLERANCE = 1e-6
"""Largest change of a value in the last sweep, in points."""
SAVED_EVERY = 20.0
"""Seconds between two saves of unfinished work, and between two lines about it."""


@dataclass(frozen=True, kw_only=True)
class Task:
    rules: Rules
    out: Path
    threads: int
    judge: str | None
    games: int
    seed: int
    as_json: bool


def solve(task: Task) -> None:
    """Solve the game or load its solution, print it, and measure the bot's losses."""
    require_solvable(task.rules)
    bot = None if task.judge is None else _judged(task.judge)
    network = None if bot is None else bot.network(task.rules)
    try:
        _solve(task, bot, network)
    except KeyboardInterrupt:
        stop_for_good("stopped; run the same command again to continue")


def _solve(task: Task, bot: NeuralBot | None, network: Network | None) -> None:
    if task.out.exists():
        solution = load(task.out, task.rules)
        click.echo(_heading(task, "already solved, in"), err=True)
    else:
        solution = _solved(task)
    report: dict[str, Any] = {
        **{name: solution.manifest[name] for name in ("game", "positions", "sweeps", "change")},
        "seconds": solution.manifest.get("seconds"),
        "first_players_edge": first_players_edge(solution),
        "file": str(task.out),
    }
    if bot is not None and network is not None:
        trial = Trial(solution=solution, games=task.games, seed=task.seed, plies=bot.plies)
        report["judged"] = {"bot": task.judge, **finite(asdict(judge(network.value, trial)))}
    _print(report, as_json=task.as_json)


def _judged(spec: str) -> NeuralBot:
    bot = load_bot(spec)
    # Levels, time limits and rollouts change the play of a network.
    if type(bot) is not NeuralBot:
        raise UnknownBotError(not_plain(spec))
    return bot


def _heading(task: Task, how: str) -> str:
    heading = f"{rules_text(task.rules)}: {how} {task.out}"
    if task.judge is None:
        return heading
    return f"{heading}; {task.judge} is judged by {counted(task.games, 'game')}, seed {task.seed}"


def _solved(task: Task) -> Solved:
    solver = Solver(task.rules, task.threads)
    part = task.out.with_name(task.out.name + ".part")
    taken, news = _resume(solver, part)
    begun = time.monotonic() - taken  # the seconds before an interruption count too
    saved = time.monotonic()
    # Fail before the work if the file cannot be written.
    _save(solver, part, begun)
    heading = _heading(task, f"{counted(task.threads, 'thread')}, into")
    click.echo("\n".join([heading, *news]), err=True)
    with progress("solving", 1.0) as tell:
        for sweeps in solver.sweeps(TOLERANCE):
            state = f"sweep {sweeps.count}, last change {sweeps.change:.1e}"
            tell(nearness(sweeps.change), state)
            if time.monotonic() - saved > SAVED_EVERY:
                if not sys.stderr.isatty():
                    click.echo(state, err=True)
                _save(solver, part, begun)
                saved = time.monotonic()
    solution = solved_by(solver)
    solution.manifest["seconds"] = round(time.monotonic() - begun)
    save(solution, task.out)
    # Only now is the unfinished file no longer needed.
    part.unlink(missing_ok=True)
    return solution


def _resume(solver: Solver, part: Path) -> tuple[float, list[str]]:
    """Continue from an unfinished file, if any: its seconds of work, and messages to print."""
    if not part.exists():
        return 0.0, []
    try:
        seconds = go_on(solver, part)
    except SolutionError as error:
        return 0.0, [f"starting over: {error}"]
    return seconds, [f"continuing after {solver.done.count} sweeps"]


def _save(solver: Solver, part: Path, begun: float) -> None:
    unfinished = solved_by(solver)
    unfinished.manifest["seconds"] = time.monotonic() - begun
    save(unfinished, part, is_finished=False)


def nearness(change: float) -> float:
    """The progress from 0 to 1, on a log scale, since each sweep shrinks the change by a factor.

    >>> nearness(1.0), nearness(1e-3), nearness(1e-9)
    (0.0, 0.5, 1.0)
    """
    way = math.log(max(change, TOLERANCE)) / math.log(TOLERANCE)
    return min(1.0, max(0.0, round(way, 9)))


def _print(report: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps(report))
        return
    # A solution that was saved from Python tells no time.
    seconds = report["seconds"]
    took = "" if seconds is None else f" ({seconds:.0f} s)"
    click.echo(
        "{game}: {positions:,} positions, solved in {sweeps} sweeps{took}\n"
        "  the first player wins {first_players_edge:+.5f} points a game".format(
            **report, took=took
        )
    )
    judged = report.get("judged")
    if judged:
        # One game tells nothing of the error.
        error = judged["error"]
        around = "" if error is None else f" ±{error:.5f}"
        click.echo(
            "  {bot} loses {loss:.5f}{around} points a decision, {wrong:.1%} of "
            "{decisions:,} are wrong".format(**judged, around=around)
        )
    click.echo(report["file"])
