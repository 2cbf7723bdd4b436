"""The implementation of `nardy rollout`; importing it imports Numba."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from nardy.analysis.answers import before_double, is_double, rolled_answers, seen_by_opponent
from nardy.analysis.rolled_cubes import Figure, RolledCube
from nardy.analysis.rollouts import Report, RolledOut, rollout_position, rollout_turns
from nardy.bots.neural import NeuralBot
from nardy.cli.figures import chances_line, column, equity_text, known, word
from nardy.core.situation import Phase, Situation
from nardy.core.text import situation_text
from nardy.search.rollout import GROUP, RolloutPlan
from nardy.translations import SOURCE, figure


@dataclass(frozen=True, kw_only=True)
class RolloutOptions:
    """Options of a rollout."""

    trials: int
    plies: int | None
    seconds: float | None
    seed: int
    most: int
    adjusted: bool
    threads: int
    cubeless: bool = False
    language: str = SOURCE

    def plan(self, ahead: int) -> RolloutPlan:
        """The plan of a rollout with a lookahead of so many plies for both sides."""
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
    """Roll out the best turns, best first, or the position; show progress on a terminal."""
    if not sys.stderr.isatty():
        return _rolled_out(situation, bot, order, None)
    from rich.console import Console  # noqa: PLC0415 (only where somebody looks)
    from rich.progress import Progress  # noqa: PLC0415

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(
            word(order.language, "rollout.progress"), total=-(-order.trials // GROUP) * GROUP
        )
        return _rolled_out(
            situation, bot, order, lambda trials: progress.update(task, completed=trials)
        )


def _rolled_out(
    situation: Situation, bot: NeuralBot, order: RolloutOptions, report: Report | None
) -> list[RolledOut]:
    plan = order.plan(bot.plies)
    if situation.phase is Phase.TURN:
        return rollout_turns(situation, bot, plan, order.most, report)
    # The answers to a double follow from a rollout of the position before it.
    asked = before_double(situation) if is_double(situation) else situation
    return [rollout_position(asked, bot, plan, report)]


def as_values(found: Sequence[RolledOut], *, is_turn: bool) -> dict[str, Any]:
    """The result as JSON values; every figure is [mean, standard error]."""
    told = [_values(rolled) for rolled in found]
    if is_turn:
        return {"turns": told}
    for name in ("turn", "behind", "position"):
        told[0].pop(name, None)
    return told[0]


def answer_values(situation: Situation, rolled: RolledOut) -> dict[str, Any]:
    """The answers to a double as JSON values."""
    worth = _answers(situation, rolled)
    mean, error = rolled.equity
    return {
        "equity": _rounded((-mean, error)),
        "probabilities": {
            name: _rounded(figure) for name, figure in seen_by_opponent(rolled.chances).items()
        },
        "answers": {name: _rounded(found) for name, found in worth.items()},
        "advice": max(worth, key=lambda name: worth[name][0]),
        "trials": rolled.trials,
    }


def answer_lines(situation: Situation, rolled: RolledOut, order: RolloutOptions) -> Iterator[str]:
    """The answers to a double as text."""
    worth = _answers(situation, rolled)
    mean, error = rolled.equity
    language = order.language
    yield word(language, "equity.cubeless", equity=_points((-mean, error), language))
    names = column(language, "act", ("take", "pass", "beaver"))
    for name, found in worth.items():
        told = _points(found, language) if found[1] else equity_text(language, found[0])
        yield f"    {names[name]}  {told}"
    yield f"    {known(language, 'act', max(worth, key=lambda name: worth[name][0]))}"
    yield _chances_line(seen_by_opponent(rolled.chances), language)
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
    """The result as text."""
    language = order.language
    width = max(len(str(rolled.turn or "")) for rolled in found)
    for number, rolled in enumerate(found, 1):
        if rolled.turn is None:
            yield from _position_lines(rolled, language)
        else:
            behind, error = rolled.behind
            less = f"  {_figure((-behind, error), '.3f', language)}" if number > 1 else ""
            worth = _points(rolled.cubeful or rolled.equity, language)
            yield f"{number:2}. {rolled.turn!s:<{width}}  {worth}{less}"
            if rolled.cubeful is not None:
                yield f"    {_without(rolled, language)}"
        yield _chances_line(rolled.chances, language)
    yield _how(found, order)


def _chances_line(chances: Mapping[str, Figure], language: str) -> str:
    told = {name: _figure(chance, ".1%", language) for name, chance in chances.items()}
    return f"    {chances_line(language, told)}"


def _how(found: Sequence[RolledOut], order: RolloutOptions) -> str:
    language, trials = order.language, max(rolled.trials for rolled in found)
    if not trials:
        return word(language, "rollout.over")
    length = "rollout.cut" if order.plies else "rollout.to_the_end"
    has_cube = found[0].cubeful is not None
    how = word(
        language,
        "rollout.how.cube" if has_cube else "rollout.how",
        trials=figure(language, f"{trials:,}"),
        length=word(language, length, plies=order.plies),
        luck=word(language, "rollout.adjusted" if order.adjusted else "rollout.raw"),
        cube=_played_for(found[0], language) if has_cube else "",
        seed=order.seed,
    )
    return how if trials > GROUP else word(language, "rollout.unsure", how=how, trials=2 * GROUP)


def _position_lines(rolled: RolledOut, language: str) -> Iterator[str]:
    if rolled.cubeful is None:
        yield word(language, "equity", equity=_points(rolled.equity, language))
        return
    played_for, worth = _played_for(rolled, language), _points(rolled.cubeful, language)
    yield f"{played_for} {worth}  {_without(rolled, language)}"
    if rolled.cube is not None:
        cube = rolled.cube
        names = column(language, "cube", ("no double", "double, take", "double, pass"))
        yield f"    {names['no double']}  {_points(cube.no_double, language)}"
        yield f"    {names['double, take']}  {_points(cube.double_take, language)}"
        yield f"    {names['double, pass']}  {equity_text(language, cube.double_pass[0])}"
        choice, gain = known(language, "cube", str(cube.choice)), _points(cube.gain, language)
        yield f"    {word(language, 'rollout.gain', choice=choice, gain=gain)}"


def _played_for(rolled: RolledOut, language: str) -> str:
    """Whether the equity is cubeful or at the score."""
    key = "cubeful" if rolled.after.rules.cube_play else "at_the_score"
    return word(language, f"rollout.{key}")


def _without(rolled: RolledOut, language: str) -> str:
    told = word(language, "rollout.without", equity=_points(rolled.equity, language))
    if not rolled.match_chance:
        return told
    chance = _figure(rolled.match_chance, ".2%", language)
    return f"{told}  {word(language, 'match', chance=chance)}"


def _points(found: Figure, language: str) -> str:
    return _figure(found, "+.3f", language)


def _figure(found: Figure, form: str, language: str) -> str:
    mean, error = found
    # One group of trials gives no standard error.
    unsure = f"±{error:{form.lstrip('+')}}" if isfinite(error) else "±?"
    return figure(language, f"{mean:{form}} {unsure}")
