"""The implementation of `nardy rollout`; importing it imports NumPy."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil, isfinite
from typing import Any

from nardy.analysis.answers import before_double, is_double, rolled_answers, seen_by_opponent
from nardy.analysis.rolled_cubes import Figure, RolledCube
from nardy.analysis.rollouts import RolledOut, rollout_position, rollout_turns
from nardy.bots.neural import NeuralBot
from nardy.cli.computing import progress
from nardy.cli.figures import chances_line, column, equity_text, known, known_only, rounded, word
from nardy.core.situation import Phase, Situation
from nardy.core.text import situation_text
from nardy.search.rollout import GROUP, RolloutPlan
from nardy.translations import SOURCE, figure


def run(
    situation: Situation, bot: NeuralBot, plan: RolloutPlan, most: int, language: str = SOURCE
) -> list[RolledOut]:
    """Roll out the best turns, best first, or the position; show progress on a terminal."""
    # Only whole groups of trials are played: each group has every first roll once.
    trials = ceil(plan.trials / GROUP) * GROUP
    with progress(word(language, "rollout.progress"), trials) as report:
        if situation.phase is Phase.TURN:
            return rollout_turns(situation, bot, plan, most, report)
        # The answers to a double follow from a rollout of the position before it.
        asked = before_double(situation) if is_double(situation) else situation
        return [rollout_position(asked, bot, plan, report)]


def as_values(found: Sequence[RolledOut], *, is_turn: bool) -> dict[str, Any]:
    """The result as JSON values; every figure is [mean, standard error]."""
    rows: list[dict[str, Any]] = rounded([_values(rolled) for rolled in found])
    if is_turn:
        return {"turns": rows}
    for name in ("turn", "behind", "position"):
        rows[0].pop(name, None)
    return rows[0]


def answer_values(situation: Situation, rolled: RolledOut) -> dict[str, Any]:
    """The answers to a double as JSON values."""
    worth, (mean, error) = _answers(situation, rolled), rolled.equity
    facts = {
        "equity": (-mean, error),
        "probabilities": seen_by_opponent(rolled.chances),
        "answers": worth,
        "advice": _best(worth),
        "trials": rolled.trials,
    }
    return rounded(facts)


def _answers(situation: Situation, rolled: RolledOut) -> dict[str, Figure]:
    if rolled.cube is None:
        raise ValueError("expected a rollout with the cube")
    return rolled_answers(situation, rolled.cube)


def _best(worth: Mapping[str, Figure]) -> str:
    return max(worth, key=lambda name: worth[name][0])


def _values(rolled: RolledOut) -> dict[str, Any]:
    cube = rolled.cube
    return {
        "turn": str(rolled.turn),
        "position": situation_text(rolled.after),
        "equity": rolled.equity,
        "behind": rolled.behind,
        "probabilities": rolled.chances,
        "trials": rolled.trials,
        **known_only(
            cubeful_equity=rolled.cubeful if rolled.after.rules.cube_play else None,
            match_chance=rolled.match_chance,
            cube=cube and {name: getattr(cube, name) for name in _CUBE_FIGURES},
        ),
    }


_CUBE_FIGURES = ("no_double", "double_take", "double_pass", "gain", "choice")


@dataclass(frozen=True)
class RolloutLines:
    """The result of a rollout as text, in a language."""

    plan: RolloutPlan
    language: str = SOURCE

    def answer(self, situation: Situation, rolled: RolledOut) -> Iterator[str]:
        worth, (mean, error) = _answers(situation, rolled), rolled.equity
        yield self._word("equity.cubeless", equity=self._points((-mean, error)))
        names = column(self.language, "act", ("take", "pass", "beaver"))
        for name, found in worth.items():
            text = self._points(found) if found[1] else equity_text(self.language, found[0])
            yield f"    {names[name]}  {text}"
        yield f"    {known(self.language, 'act', _best(worth))}"
        yield self._chances(seen_by_opponent(rolled.chances))
        yield self._how([rolled])

    def lines(self, found: Sequence[RolledOut]) -> Iterator[str]:
        """The ranked turns, or the position."""
        width = max(len(str(rolled.turn or "")) for rolled in found)
        for number, rolled in enumerate(found, 1):
            if rolled.turn is None:
                yield from self._position(rolled)
            else:
                behind, error = rolled.behind
                less = f"  {self._figure((-behind, error), '.3f')}" if number > 1 else ""
                worth = self._points(rolled.cubeful or rolled.equity)
                yield f"{number:2}. {rolled.turn!s:<{width}}  {worth}{less}"
                if rolled.cubeful is not None:
                    yield f"    {self._without(rolled)}"
            yield self._chances(rolled.chances)
        yield self._how(found)

    def _chances(self, chances: Mapping[str, Figure]) -> str:
        shown = {name: self._figure(chance, ".1%") for name, chance in chances.items()}
        return f"    {chances_line(self.language, shown)}"

    def _how(self, found: Sequence[RolledOut]) -> str:
        trials = max(rolled.trials for rolled in found)
        if not trials:
            return self._word("rollout.over")
        length = "rollout.cut" if self.plan.plies else "rollout.to_the_end"
        has_cube = found[0].cubeful is not None
        how = self._word(
            "rollout.how.cube" if has_cube else "rollout.how",
            trials=figure(self.language, f"{trials:,}"),
            length=self._word(length, plies=self.plan.plies),
            luck=self._word("rollout.adjusted" if self.plan.adjusted else "rollout.raw"),
            cube=self._played_for(found[0]) if has_cube else "",
            seed=self.plan.seed,
        )
        return how if trials > GROUP else self._word("rollout.unsure", how=how, trials=2 * GROUP)

    def _position(self, rolled: RolledOut) -> Iterator[str]:
        if rolled.cubeful is None:
            yield self._word("equity", equity=self._points(rolled.equity))
            return
        yield f"{self._played_for(rolled)} {self._points(rolled.cubeful)}  {self._without(rolled)}"
        if rolled.cube is not None:
            yield from self._cube(rolled.cube)

    def _cube(self, cube: RolledCube) -> Iterator[str]:
        names = column(self.language, "cube", ("no double", "double, take", "double, pass"))
        yield f"    {names['no double']}  {self._points(cube.no_double)}"
        yield f"    {names['double, take']}  {self._points(cube.double_take)}"
        yield f"    {names['double, pass']}  {equity_text(self.language, cube.double_pass[0])}"
        choice, gain = known(self.language, "cube", str(cube.choice)), self._points(cube.gain)
        yield f"    {self._word('rollout.gain', choice=choice, gain=gain)}"

    def _played_for(self, rolled: RolledOut) -> str:
        """Whether the equity is cubeful or at the score."""
        key = "cubeful" if rolled.after.rules.cube_play else "at_the_score"
        return self._word(f"rollout.{key}")

    def _without(self, rolled: RolledOut) -> str:
        line = self._word("rollout.without", equity=self._points(rolled.equity))
        if not rolled.match_chance:
            return line
        chance = self._figure(rolled.match_chance, ".2%")
        return f"{line}  {self._word('match', chance=chance)}"

    def _points(self, found: Figure) -> str:
        return self._figure(found, "+.3f")

    def _figure(self, found: Figure, form: str) -> str:
        mean, error = found
        # One group of trials gives no standard error.
        unsure = f"±{error:{form.lstrip('+')}}" if isfinite(error) else "±?"
        return figure(self.language, f"{mean:{form}} {unsure}")

    def _word(self, key: str, **values: object) -> str:
        return word(self.language, key, **values)
