"""The cube in rollouts: how it is played, and the decision that the results support."""

from dataclasses import dataclass, replace

import numpy as np

from nardy.core.cube import Owner, beavered
from nardy.core.cube_acts import cube_law
from nardy.core.situation import Phase, Situation
from nardy.evaluation.cube.cubeful import (
    CHOICES,
    CubeDecision,
    choices_of,
    is_useless,
    may_be_beavered,
)
from nardy.evaluation.cube.cubes import Cubes, MatchCubes, cubes_of, judge_of
from nardy.evaluation.cube.match_value import match_ladder
from nardy.kernel.scoring import FACTS_SIZE
from nardy.search.conversions import facts_of
from nardy.search.cube_histories import Doubles, RolloutCube
from nardy.search.rollout import RolloutPlan, mean_and_error

NOISE = 1e-4
"""Closer means are equal; a cube that costs nothing is turned."""
Figure = tuple[float, float]
"""A mean and its standard error."""


@dataclass(frozen=True, slots=True)
class RolledCube:
    """Results for the player who may double now, in units of the cube; in a match a single is 1."""

    no_double: Figure
    double_take: Figure
    double_pass: Figure
    gain: Figure
    """Gain of doubling over waiting, with the opponent's best answer."""
    choice: CubeDecision
    cubeful: Figure
    """Equity with that choice."""


def has_cube(situation: Situation, plan: RolloutPlan) -> bool:
    """Whether a rollout from here has cubeful results: with a cube, or in a match."""
    return not plan.cubeless and (situation.rules.cube_play or not situation.is_money)


def may_double_first(situation: Situation) -> bool:
    """Whether the player may double before the first roll."""
    return situation.phase is Phase.ROLL and cube_law(situation) is None


def rollout_cube_of(situation: Situation, *, count: int = 1, both: bool = False) -> RolloutCube:
    """The cube plan for rollouts of positions like this one, before a roll.

    Args:
        situation: One of them; its cube and score hold for all.
        count: How many positions there are.
        both: Whether to play one history without a double and one after a double and take, instead
            of deciding. In a match each history has its own copy of the position.
    """
    judge = judge_of(situation)
    if isinstance(judge, MatchCubes):
        cubes = _both(situation) if both else cubes_of(situation, count)
        return RolloutCube(judge, (cubes,), (not both,), judge.evaluation)
    if both:
        waiting, doubled = (_both(situation).part(np.array([n])) for n in (0, 1))
        return RolloutCube(judge, (waiting, doubled), (False, False))
    return RolloutCube(judge, (cubes_of(situation, count),), (True,))


def _both(situation: Situation) -> Cubes:
    """The present cube, and the cube after a double and take."""
    cube = situation.cube
    doubled = replace(situation, cube=replace(cube, value=2 * cube.value, owner=Owner.OPPONENT))
    first, second = cubes_of(situation, 1), cubes_of(doubled, 1)
    values = np.concatenate([first.values, second.values])
    return Cubes(values, np.concatenate([first.owners, second.owners]))


def end_worth(before: Situation, chances: Doubles) -> Doubles:
    """float64[1]: cubeful equity of a finished game for the player who moved last."""
    judge, facts = judge_of(before), facts_of(before).reshape(1, FACTS_SIZE)
    return judge.ended(chances[None], facts, cubes_of(before, 1))


def decision_of(situation: Situation, histories: Doubles) -> RolledCube:
    """The cube decision from the results of waiting and doubling.

    `histories` float64[groups, 36, 2]: every trial without a double, and after a double and take.
    """
    means, errors = mean_and_error(histories)
    passed = 1.0
    beavers = may_be_beavered(situation)
    # With the Jacoby rule no equity exceeds a pass while the cube is centered.
    most = passed if situation.is_jacoby else np.inf
    equities = [np.array([worth]) for worth in (min(means[0], most), means[1], passed)]
    found = choices_of(equities, beavers=beavers, tolerance=NOISE)[0]
    choice = CubeDecision.NO_DOUBLE if is_useless(situation) else CHOICES[int(found)]
    times, fixed = _times(float(means[1]), beavers=beavers), min(passed, beavered(float(means[1])))
    # The error of the differences is smaller: in money games both histories share rolls and
    # turns.
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
    """The stake after the best answers, as a multiple of that after a take; 0 after a pass."""
    if taken > 1:
        return 0
    if not beavers or beavered(taken) >= taken:
        return 1
    return 2 if 2 * taken == beavered(taken) else 0


def match_chance_of(situation: Situation, cubeful: Figure | None) -> Figure | None:
    """The match-winning chance of a cubeful equity; None in a money game."""
    if situation.is_money or cubeful is None:
        return None
    ladder = match_ladder(situation)
    spread = float(ladder.cash[0] - ladder.loss[0]) / 2
    return ladder.chance_of(cubeful[0]), cubeful[1] * spread
