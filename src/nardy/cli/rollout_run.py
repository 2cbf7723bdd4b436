"""What `nardy rollout` does; importing it imports Numba."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from nardy.analysis.answers import before_double, is_double, rolled_answers, seen_by_opponent
from nardy.analysis.rolled_cubes import Figure, RolledCube
from nardy.analysis.rollouts import Report, RolledOut, rollout_position, rollout_turns
from nardy.bots.neural import NeuralBot
from nardy.core.situation import Phase, Situation
from nardy.core.text import situation_text
from nardy.search.rollout import GROUP, RolloutPlan


@dataclass(frozen=True, kw_only=True)
class RolloutOptions:
    """What is asked for."""

    trials: int
    plies: int | None
    seconds: float | None
    seed: int
    most: int
    adjusted: bool
    threads: int
    cubeless: bool = False

    def plan(self, ahead: int) -> RolloutPlan:
        """How to roll out, both sides looking so many plies ahead."""
        return RolloutPlan(
            trials=self.trials,
            plies=self.plies,
            seed=self.seed,
            seconds=self.seconds,
            adjusted=self.adjusted,
            ahead=ahead,
            threads=self.threads,
            cubeless=self.cubeless,
            stoppable=True,
        )


def run(situation: Situation, bot: NeuralBot, order: RolloutOptions) -> list[RolledOut]:
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
    situation: Situation, bot: NeuralBot, order: RolloutOptions, report: Report | None
) -> list[RolledOut]:
    plan = order.plan(bot.plies)
    if situation.phase is Phase.TURN:
        return rollout_turns(situation, bot, plan, order.most, report)
    # A double is judged by what waits for who doubled.
    asked = before_double(situation) if is_double(situation) else situation
    return [rollout_position(asked, bot, plan, report)]


def as_values(found: Sequence[RolledOut], *, is_turn: bool) -> dict[str, Any]:
    """The result for programs; every figure is [mean, standard error]."""
    told = [_values(rolled) for rolled in found]
    if is_turn:
        return {"turns": told}
    for name in ("turn", "behind", "position"):
        told[0].pop(name, None)
    return told[0]


def answer_values(situation: Situation, rolled: RolledOut) -> dict[str, Any]:
    """What the answers to a double came to, for programs."""
    worth = _answers(situation, rolled)
    mean, error = rolled.equity
    return {
        "equity": _rounded((-mean, error)),
        "probabilities": {
            name: _rounded(figure) for name, figure in seen_by_opponent(rolled.chances).items()
        },
        "answers": {name: _rounded(figure) for name, figure in worth.items()},
        "advice": max(worth, key=lambda name: worth[name][0]),
        "trials": rolled.trials,
    }


def answer_lines(situation: Situation, rolled: RolledOut, order: RolloutOptions) -> Iterator[str]:
    """The same for people."""
    worth = _answers(situation, rolled)
    mean, error = rolled.equity
    yield f"equity {_points((-mean, error))} without a cube"
    for name, figure in worth.items():
        yield f"    {name:<6}  {_points(figure) if figure[1] else f'{figure[0]:+.3f}'}"
    yield f"    {max(worth, key=lambda name: worth[name][0])}"
    yield _chances_line(seen_by_opponent(rolled.chances))
    yield _how([rolled], order)


def _answers(situation: Situation, rolled: RolledOut) -> dict[str, Figure]:
    if rolled.cube is None:
        raise ValueError("expected a rollout with the cube")
    return rolled_answers(situation, rolled.cube)


def _values(rolled: RolledOut) -> dict[str, Any]:
    told: dict[str, Any] = {
        "turn": str(rolled.turn),
        "position": situation_text(rolled.after),
        "equity": _rounded(rolled.equity),
        "behind": _rounded(rolled.behind),
        "probabilities": {name: _rounded(figure) for name, figure in rolled.chances.items()},
        "trials": rolled.trials,
    }
    if rolled.cubeful is not None and rolled.after.rules.cube_play:
        told["cubeful_equity"] = _rounded(rolled.cubeful)
    if rolled.match_chance is not None:
        told["match_chance"] = _rounded(rolled.match_chance)
    if rolled.cube is not None:
        told["cube"] = _cube_values(rolled.cube)
    return told


def _cube_values(cube: RolledCube) -> dict[str, Any]:
    return {
        "no_double": _rounded(cube.no_double),
        "double_take": _rounded(cube.double_take),
        "double_pass": _rounded(cube.double_pass),
        "gain": _rounded(cube.gain),
        "choice": str(cube.choice),
    }


def _rounded(figure: Figure) -> list[float | None]:
    mean, error = figure
    return [round(mean, 5), None if error == float("inf") else round(error, 5)]


def as_lines(found: Sequence[RolledOut], order: RolloutOptions) -> Iterator[str]:
    """The result for people."""
    width = max(len(str(rolled.turn or "")) for rolled in found)
    for number, rolled in enumerate(found, 1):
        if rolled.turn is None:
            yield from _position_lines(rolled)
        else:
            behind, error = rolled.behind
            less = f"  -{behind:.3f} {_error(error, '.3f')}" if number > 1 else ""
            worth = _points(rolled.cubeful or rolled.equity)
            yield f"{number:2}. {rolled.turn!s:<{width}}  {worth}{less}"
            if rolled.cubeful is not None:
                yield f"    {_without(rolled)}"
        yield _chances_line(rolled.chances)
    yield _how(found, order)


def _chances_line(chances: Mapping[str, Figure]) -> str:
    told = (
        f"{name.replace('_', ' ')} {mean:.1%} {_error(error, '.1%')}"
        for name, (mean, error) in chances.items()
    )
    return f"    {'  '.join(told)}"


def _how(found: Sequence[RolledOut], order: RolloutOptions) -> str:
    trials = max(rolled.trials for rolled in found)
    if not trials:
        return "exact: the game is over"
    length = f"cut after {order.plies} plies" if order.plies else "to the end"
    luck = "luck taken out" if order.adjusted else "luck left in"
    cube = f", {_played_for(found[0])}" if found[0].cubeful is not None else ""
    unsure = "" if trials > GROUP else f"; {2 * GROUP} games would tell how sure"
    return f"{trials:,} games each, {length}, {luck}{cube}, seed {order.seed}{unsure}"


def _position_lines(rolled: RolledOut) -> Iterator[str]:
    if rolled.cubeful is None:
        yield f"equity {_points(rolled.equity)}"
        return
    yield f"{_played_for(rolled)} {_points(rolled.cubeful)}  {_without(rolled)}"
    if rolled.cube is not None:
        cube = rolled.cube
        yield f"    no double     {_points(cube.no_double)}"
        yield f"    double, take  {_points(cube.double_take)}"
        yield f"    double, pass  {cube.double_pass[0]:+.3f}"
        yield f"    {cube.choice}: doubling gains {_points(cube.gain)}"


def _played_for(rolled: RolledOut) -> str:
    """What counts beside the points of the game."""
    return "with the cube" if rolled.after.rules.cube_play else "at the score"


def _without(rolled: RolledOut) -> str:
    chance = rolled.match_chance
    match = f"  match {chance[0]:.2%} {_error(chance[1], '.2%')}" if chance else ""
    return f"without {_points(rolled.equity)}{match}"


def _points(figure: Figure) -> str:
    return f"{figure[0]:+.3f} {_error(figure[1], '.3f')}"


def _error(error: float, form: str) -> str:
    """Of one group of trials the error is not known."""
    return f"±{error:{form}}" if isfinite(error) else "±?"
