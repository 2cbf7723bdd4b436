"""What moments are worth, by rollouts to a stated standard error.

A moment is a chunk of work of its own (`nardy.compute`): its seed follows from its number, so that it
gets the same figures whoever rolls it out, and in whatever order.
"""

from dataclasses import dataclass, replace
from typing import NamedTuple

from nardy.analysis.decisions import turn_of
from nardy.analysis.rolled_cubes import RolledCube, decision_of, may_double_first
from nardy.analysis.rollouts import Figure, RolledOut, rollout_position, rollout_these
from nardy.bots.named import NamedBot
from nardy.bots.neural import NeuralBot
from nardy.core.situation import Phase, Situation
from nardy.search.rollout import GROUP, Rollout, RolloutPlan, mean_and_error

WITHIN = 0.10
"""Points by which a rival may look worse than the best; others would need luck to be the best."""
SURE = 3.0
"""Standard errors by which two turns must differ."""
FEWEST = 2 * GROUP
"""Trials before an error is believed: two with each first roll leave 36 degrees of freedom."""


@dataclass(frozen=True, kw_only=True)
class Precision:
    """How truth is found: equal values give equal figures."""

    error: float
    """The standard error asked for, in points; of the difference between two turns, or of a value."""
    ahead: int
    """Plies of look-ahead in the rollouts."""
    cut: int | None
    """Plies after which rollouts take the network's value; None: to the end."""
    to_end: frozenset[str] = frozenset()
    """Classes that are rolled out to the end all the same: there the network's values are biased."""
    rivals: int = 3
    """How many turns of a decision are compared at most."""
    most: int = 36 * 360
    """Trials of one moment at most."""
    seed: int = 1


class TurnLabel(NamedTuple):
    """A turn with its value by rollout, in points for the mover."""

    turn: str
    equity: Figure
    behind: Figure
    """How much less it is worth than the best; the error is that of the difference."""


class CubeLabel(NamedTuple):
    """The truth about a cube decision, for the player who may double.

    In points for each point of the cube; in a match 1 is a single won at the score.
    """

    no_double: Figure
    double_take: Figure
    """A pass is worth 1."""
    gain: Figure
    """Gain of doubling over waiting, with the opponent's best answer."""


class Label(NamedTuple):
    """The truth about one moment."""

    number: int
    trials: int
    equity: Figure
    """Of the position, or of the best turn."""
    turns: tuple[TurnLabel, ...]
    """The best first; none for a position before a roll."""
    chances: tuple[tuple[str, float], ...]
    """Of the position or the best turn, by name."""
    cube: CubeLabel | None = None
    """Where the player may double."""


class Moment(NamedTuple):
    """A moment to be rolled out."""

    number: int
    kind: str
    situation: Situation


@dataclass(frozen=True)
class TruthWork:
    """Rolls out moments by a bot's network."""

    bot: NamedBot
    precision: Precision

    def __call__(self, moment: Moment) -> Label:
        bot = self.bot.load(moment.situation.rules)
        plan = self.plan(moment)
        if may_double_first(moment.situation):
            return self._cube(moment, bot, plan)
        if moment.situation.phase is not Phase.TURN:
            found = rollout_position(moment.situation, bot, self._until_precise(plan))
            return label_of(moment, [found])
        ranked = bot.rank(moment.situation, self.precision.rivals)
        rivals = [one for one in ranked if ranked[0].equity - one.equity <= WITHIN]
        turns = [turn_of(moment.situation, one) for one in rivals]
        return label_of(
            moment, rollout_these(moment.situation, turns, bot, plan, enough=self._tells_apart)
        )

    def _cube(self, moment: Moment, bot: NeuralBot, plan: RolloutPlan) -> Label:
        situation = moment.situation

        def is_enough(found: Rollout) -> bool:
            histories = found.with_cube.reshape(*found.with_cube.shape[:2], 2)
            return found.trials >= FEWEST and self._tells(decision_of(situation, histories))

        full = replace(plan, cubeless=False, enough=is_enough)
        found = rollout_position(situation, bot, full)
        if found.cube is None:
            raise ValueError("expected a moment at which a double is allowed")
        cube = CubeLabel(found.cube.no_double, found.cube.double_take, found.cube.gain)
        return label_of(moment, [found])._replace(cube=cube)

    def _tells(self, cube: RolledCube) -> bool:
        """Whether both answers are sure, or their errors are small enough."""
        taken, error = cube.double_take
        return all(
            doubt <= self.precision.error or abs(gap) >= SURE * doubt
            for gap, doubt in (cube.gain, (taken - 1, error))
        )

    def plan(self, moment: Moment) -> RolloutPlan:
        asked = self.precision
        return RolloutPlan(
            trials=asked.most,
            plies=None if moment.kind in asked.to_end else asked.cut,
            # Far apart, so that no two moments share the dice of a group.
            seed=asked.seed * 1_000_003 + moment.number,
            ahead=asked.ahead,
            cubeless=True,
        )

    def _until_precise(self, plan: RolloutPlan) -> RolloutPlan:
        def is_enough(found: Rollout) -> bool:
            error = float(mean_and_error(found.chances @ found.points).errors[0])
            return found.trials >= FEWEST and error <= self.precision.error

        return replace(plan, enough=is_enough)

    def _tells_apart(self, found: list[RolledOut]) -> bool:
        """Whether each turn but the best is surely worse, or as good as it within the error."""
        return max(one.trials for one in found) >= FEWEST and all(
            error <= self.precision.error or gap >= SURE * error
            for gap, error in (one.behind for one in found[1:])
        )


def label_of(moment: Moment, found: list[RolledOut]) -> Label:
    best = found[0]
    turns = tuple(
        TurnLabel(str(one.turn), one.equity, one.behind) for one in found if one.turn is not None
    )
    chances = tuple((name, mean) for name, (mean, _) in best.chances.items())
    return Label(moment.number, max(one.trials for one in found), best.equity, turns, chances)
