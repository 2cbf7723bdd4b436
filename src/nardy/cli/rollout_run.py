"""What `nardy rollout` does; importing it imports Numba."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from nardy.analysis.rollouts import Figure, Report, RolledOut, rollout_position, rollout_turns
from nardy.bots.neural import NeuralBot
from nardy.core.situation import Phase, Situation
from nardy.core.text import situation_text
from nardy.search.rollout import GROUP, Plan


@dataclass(frozen=True, kw_only=True)
class Order:
    """What is asked for."""

    trials: int
    plies: int | None
    seconds: float | None
    seed: int
    most: int
    adjusted: bool
    threads: int

    def plan(self, ahead: int) -> Plan:
        """How to roll out, both sides looking so many plies ahead."""
        return Plan(
            trials=self.trials,
            plies=self.plies,
            seed=self.seed,
            seconds=self.seconds,
            adjusted=self.adjusted,
            ahead=ahead,
            threads=self.threads,
        )


def run(situation: Situation, bot: NeuralBot, order: Order) -> list[RolledOut]:
    """The turns, best first, or the one position; with a progress bar on a terminal."""
    if not sys.stderr.isatty():
        return _rolled_out(situation, bot, order, None)
    from rich.console import Console  # noqa: PLC0415 (only where somebody looks)
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("rolling out", total=-(-order.trials // GROUP) * GROUP)
        return _rolled_out(
            situation, bot, order, lambda trials: progress.update(task, completed=trials)
        )


def _rolled_out(
    situation: Situation, bot: NeuralBot, order: Order, report: Report | None
) -> list[RolledOut]:
    plan = order.plan(bot.plies)
    if situation.phase is Phase.TURN:
        return rollout_turns(situation, bot, plan, order.most, report)
    return [rollout_position(situation, bot, plan, report)]


def as_values(found: Sequence[RolledOut], *, is_turn: bool) -> dict[str, Any]:
    """The result for programs; every figure is [mean, standard error]."""
    told = [_values(rolled) for rolled in found]
    if is_turn:
        return {"turns": told}
    for name in ("turn", "behind", "position"):
        told[0].pop(name, None)
    return told[0]


def _values(rolled: RolledOut) -> dict[str, Any]:
    return {
        "turn": str(rolled.turn),
        "position": situation_text(rolled.after),
        "equity": _rounded(rolled.equity),
        "behind": _rounded(rolled.behind),
        "probabilities": {name: _rounded(figure) for name, figure in rolled.chances.items()},
        "trials": rolled.trials,
    }


def _rounded(figure: Figure) -> list[float | None]:
    mean, error = figure
    return [round(mean, 5), None if error == float("inf") else round(error, 5)]


def as_lines(found: Sequence[RolledOut], order: Order) -> Iterator[str]:
    """The result for people."""
    width = max(len(str(rolled.turn or "")) for rolled in found)
    for number, rolled in enumerate(found, 1):
        if rolled.turn is None:
            yield f"equity {_points(rolled.equity)}"
        else:
            behind = f"  -{rolled.behind[0]:.3f} ±{rolled.behind[1]:.3f}" if number > 1 else ""
            yield f"{number:2}. {rolled.turn!s:<{width}}  {_points(rolled.equity)}{behind}"
        chances = (
            f"{name.replace('_', ' ')} {mean:.1%} ±{error:.1%}"
            for name, (mean, error) in rolled.chances.items()
        )
        yield f"    {'  '.join(chances)}"
    trials = max(rolled.trials for rolled in found)
    length = f"cut after {order.plies} plies" if order.plies else "to the end"
    luck = "luck taken out" if order.adjusted else "luck left in"
    yield f"{trials:,} games each, {length}, {luck}, seed {order.seed}"


def _points(figure: Figure) -> str:
    return f"{figure[0]:+.3f} ±{figure[1]:.3f}"
