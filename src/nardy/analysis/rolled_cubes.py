"""The cube in rollouts: how it is played in them, and what they tell of a decision."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from nardy.core.cube import Owner, beavered
from nardy.core.cube_acts import cube_law
from nardy.core.situation import Phase, Situation
from nardy.evaluation.cube.cubeful import (
    CHOICES,
    CubeDecision,
    ManyEquities,
    choices_of,
    is_useless,
    may_be_beavered,
)
from nardy.evaluation.cube.cubes import Cubes, MatchCubes, cubes_of, judge_of
from nardy.evaluation.cube.match_value import match_ladder
from nardy.evaluation.network.network import Floats, Positions
from nardy.evaluation.network.outcome_mapping import Value
from nardy.kernel.scoring import FACTS_SIZE
from nardy.search.conversions import facts_of
from nardy.search.cube_histories import Doubles, RolloutCube
from nardy.search.rollout import RolloutPlan, mean_and_error

NOISE = 1e-4
"""Means that differ by less are equal, so that a cube that costs nothing is turned."""
Figure = tuple[float, float]
"""A mean and its standard error."""


@dataclass(frozen=True, slots=True)
class RolledCube:
    """What the player who may double now gets, in units of the cube; in a match a single is 1."""

    no_double: Figure
    double_take: Figure
    double_pass: Figure
    gain: Figure
    """How much better it is to double than to wait, the opponent answering as is best for him."""
    choice: CubeDecision
    cubeful: Figure
    """With that choice."""


class _ValueEvaluator(NamedTuple):
    """A value as eyes."""

    results: Value

    def value(self, positions: Positions) -> tuple[Floats, Floats]:
        """As it tells."""
        return self.results(positions)


def has_cube(situation: Situation, plan: RolloutPlan) -> bool:
    """Whether a rollout from here has more to tell than points: a cube, or a match."""
    return not plan.cubeless and (situation.rules.cube_play or not situation.is_money)


def may_double_first(situation: Situation) -> bool:
    """Whether the player may double here."""
    return situation.phase is Phase.ROLL and cube_law(situation) is None


def rollout_cube_of(situation: Situation, *, count: int = 1, both: bool = False) -> RolloutCube:
    """How the cube is played from positions like this one, before a roll.

    Args:
        situation: One of them; the cube and the score are those of all.
        count: How many positions there are.
        both: Whether to play on without a double, and with one that is taken, instead of asking;
            in a match from two copies of the position, one for each.
    """
    judge = judge_of(situation)
    if isinstance(judge, MatchCubes):
        cubes = _both(situation) if both else cubes_of(situation, count)
        return RolloutCube(judge, (cubes,), (not both,), _MatchEvaluator(judge))
    if both:
        waiting, doubled = (_both(situation).part(np.array([n])) for n in (0, 1))
        return RolloutCube(judge, (waiting, doubled), (False, False))
    return RolloutCube(judge, (cubes_of(situation, count),), (True,))


def _both(situation: Situation) -> Cubes:
    """The cube as it is, and after a double that is taken."""
    cube = situation.cube
    doubled = replace(situation, cube=replace(cube, value=2 * cube.value, owner=Owner.OPPONENT))
    first, second = cubes_of(situation, 1), cubes_of(doubled, 1)
    values = np.concatenate([first.values, second.values])
    return Cubes(values, np.concatenate([first.owners, second.owners]))


class _MatchEvaluator(NamedTuple):
    """What positions are worth at the score, by the cube."""

    judge: MatchCubes

    def __call__(self, plain: Value, value: int, owner: int) -> tuple[Doubles, Value]:
        """The worth of outcomes and of positions with such a cube."""
        match = self.judge.evaluator(_ValueEvaluator(plain), value, owner)
        return match.worth, match.value


def end_worth(before: Situation, chances: Doubles) -> Doubles:
    """float64[1]: what a game is worth to the mover that his turn ends so, with the cube."""
    judge, facts = judge_of(before), facts_of(before).reshape(1, FACTS_SIZE)
    return judge.ended(chances[None], facts, cubes_of(before, 1))


def decision_of(situation: Situation, histories: Doubles) -> RolledCube:
    """What waiting and doubling came to.

    `histories` float64[groups, 36, 2]: every trial without a double, and with one that is taken.
    """
    means, errors = mean_and_error(histories)
    passed = 1.0
    beavers = may_be_beavered(situation)
    # With Jacoby nothing is worth more than a pass while the cube is in the middle.
    most = passed if situation.is_jacoby else np.inf
    equities = ManyEquities(
        *(np.array([cubes]) for cubes in (min(means[0], most), means[1], passed))
    )
    found = choices_of(equities, beavers=beavers, tolerance=NOISE)[0]
    choice = CubeDecision.NO_DOUBLE if is_useless(situation) else CHOICES[int(found)]
    times, fixed = _times(float(means[1]), beavers=beavers), min(passed, beavered(float(means[1])))
    gain = mean_and_error((times * histories[..., 1] if times else fixed) - histories[..., 0])
    doubled = (times * float(means[1]), times * float(errors[1])) if times else (fixed, 0.0)
    waits = choice in (CubeDecision.NO_DOUBLE, CubeDecision.TOO_GOOD)
    waiting = float(means[0]), float(errors[0])
    return RolledCube(
        waiting,
        (float(means[1]), float(errors[1])),
        (passed, 0.0),
        (float(gain.means), float(gain.errors)),
        choice,
        waiting if waits else doubled,
    )


def _times(taken: float, *, beavers: bool) -> int:
    """How often the stake of a take is played for after the best answer; 0 if somebody passes."""
    if taken > 1:
        return 0
    if not beavers or beavered(taken) >= taken:
        return 1
    return 2 if 2 * taken == beavered(taken) else 0


def match_chance_of(situation: Situation, cubeful: Figure | None) -> Figure | None:
    """The chance to win the match, of such an equity; None in a money game."""
    if situation.is_money or cubeful is None:
        return None
    ladder = match_ladder(situation)
    spread = float(ladder.cash[0] - ladder.loss[0]) / 2
    return ladder.chance_of(cubeful[0]), cubeful[1] * spread
