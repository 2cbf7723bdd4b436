"""Rollouts of a double and its answers, part by part: the other kind of work of rollouts.py."""

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from nardy.core.cube import Offer
from nardy.core.cube_acts import cube_law
from nardy.core.refusal import require_phase
from nardy.core.situation import Phase, Situation
from nardy.server.analysis.evaluations import NotEvaluatedError

if TYPE_CHECKING:
    from nardy.bots.neural import NeuralBot
    from nardy.search.rollout import RolloutPlan


class RolledOutDouble(msgspec.Struct):
    """The values of a double and of its answers to the player who may double, from all trials so far.

    In points for a cube of 1; in a match a single is 1.
    """

    no_double: float
    no_double_error: float | None
    """The standard error; null after one part."""
    double_take: float
    double_take_error: float | None
    double_pass: float
    gain: float
    """Of doubling over waiting, with the best answer."""
    gain_error: float | None
    """Its standard error, smaller than those of both values where the rolls are the same."""
    advice: str
    """The right acts of both, as `advice` of a reviewed double."""
    win: float


class DoublePart(NamedTuple):
    """The means of one part."""

    waiting: float
    taken: float
    win: float


def doubler_of(situation: Situation) -> Situation:
    """The moment before a double, seen by the player who doubles or may double.

    Raises:
        IllegalActError: another act is due.
        NotEvaluatedError: the player may not double.
    """
    offered = situation.offer is Offer.DOUBLE
    # As `before_double` of nardy.analysis, which imports NumPy.
    found = replace(situation.flipped(), offer=None) if offered else situation
    require_phase(found, Phase.ROLL, "roll out a double")
    if cube_law(found) is not None:
        raise NotEvaluatedError(
            "expected a position where the player may double, got one where they may not; choose another"
        )
    return found


def rolled_part(situation: Situation, bot: "NeuralBot", plan: "RolloutPlan") -> DoublePart:
    """One part of a rollout, both ways with the same rolls where the cube does not change the play."""
    from nardy.analysis.rollouts import rollout_position  # noqa: PLC0415 (imports NumPy)

    found = rollout_position(situation, bot, plan)
    assert found.cube is not None
    return DoublePart(found.cube.no_double[0], found.cube.double_take[0], found.chances["win"][0])


def double_of(situation: Situation, parts: Sequence[DoublePart]) -> RolledOutDouble:
    """The means of all parts, which are independent, with the standard errors of the means."""
    import numpy as np  # noqa: PLC0415 (slow to import)

    from nardy.analysis.rolled_cubes import decision_of  # noqa: PLC0415 (imports NumPy)
    from nardy.search.rollout import GROUP  # noqa: PLC0415 (imports NumPy)

    # A part is a whole group of trials: one stratum in place of the first rolls.
    means = np.array([[[part.waiting, part.taken]] for part in parts])
    found = decision_of(situation, means)
    many = len(parts) > 1
    return RolledOutDouble(
        no_double=found.no_double[0],
        no_double_error=error_of([part.waiting for part in parts]),
        double_take=found.double_take[0],
        double_take_error=error_of([part.taken for part in parts]),
        double_pass=found.double_pass[0],
        gain=found.gain[0],
        gain_error=found.gain[1] * GROUP if many else None,
        advice=str(found.choice),
        win=fmean(part.win for part in parts),
    )


def error_of(means: Sequence[float]) -> float | None:
    """The standard error of the mean of independent means; None for a single one."""
    return stdev(means) / sqrt(len(means)) if len(means) > 1 else None
