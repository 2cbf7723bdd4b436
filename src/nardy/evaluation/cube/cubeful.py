"""The doubling cube: what a position is worth with it, and whether to double, take or pass.

Money games are valued in money_cube.py, matches in match_cube.py; many games at once in cubes.py.
"""

from enum import StrEnum
from typing import NamedTuple

import numpy as np

from nardy.core.cube import Owner, beavered
from nardy.core.situation import Situation
from nardy.evaluation.cube.equity_table import Chances
from nardy.evaluation.cube.match_cube import EFFICIENCY
from nardy.evaluation.cube.match_value import match_chances, match_ladder
from nardy.evaluation.cube.money_cube import (
    Access,
    ManyStakes,
    dead_cubes,
    doublings_left,
    money_worth,
    stakes_of_many,
)
from nardy.evaluation.network.network import Floats
from nardy.evaluation.outcomes import points_of
from nardy.exact.two_sided import late_waits
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_arrays
from nardy.kernel.layout import Bytes
from nardy.kernel.scoring import FACTS_SIZE
from nardy.kernel.two_sided import CENTERED, OWNED, THEIRS

LITTLE = 1e-9
"""Equities that differ by less are equal: a cube that costs nothing is turned."""


class CubeDecision(StrEnum):
    """What is right for both, seen by the player who may double."""

    NO_DOUBLE = "no double"
    TOO_GOOD = "too good to double"
    DOUBLE_TAKE = "double, take"
    DOUBLE_PASS = "double, pass"  # noqa: S105 (no password)
    BEAVER = "double, beaver"


CHOICES = tuple(CubeDecision)
LATE = {Owner.PLAYER: OWNED, Owner.NOBODY: CENTERED, Owner.OPPONENT: THEIRS}
"""Of the last checkers: which of the equities that are known stands for a cube so owned."""
NO_DOUBLE, TOO_GOOD, DOUBLE_TAKE, DOUBLE_PASS, BEAVER = range(len(CHOICES))
"""Where each is in CHOICES."""


class Stakes(NamedTuple):
    """Chances without the cube."""

    win: float
    """The chance to win; half of a draw counts as won."""
    won: float
    """Points of an average win."""
    lost: float
    """Points of an average loss."""


class CubeEquities(NamedTuple):
    """For the player who may double, in units of the cube as it stands.

    In a match 1 and -1 are what a single won or lost is worth there.
    """

    no_double: float
    double_take: float
    double_pass: float


class ManyEquities(NamedTuple):
    """The same of many positions."""

    no_double: Chances
    double_take: Chances
    double_pass: Chances


def stakes_of(situation: Situation, chances: Floats) -> Stakes:
    """Win chance and average sizes; `chances` of every outcome, the best first."""
    points = points_of(situation.rules)
    return Stakes(*(float(found[0]) for found in stakes_of_many(points, chances[None])))


def cube_equities(
    situation: Situation, chances: Floats, efficiency: float = EFFICIENCY, price: float = 0.0
) -> CubeEquities:
    """What doubling and waiting are worth to the player who may double and would roll next.

    `chances` are his, of every outcome, the best first; they are not needed for the last
    checkers of a money game, where the equities are exact (exact/two_sided.py). `price` as for
    `match_chances`.
    """
    if situation.score is not None:
        ladder = match_ladder(situation)
        equities = ladder.normalized(np.array(match_chances(situation, chances, price)))
        return CubeEquities(*equities.tolist())
    if late := late_equities(situation):
        return late
    owner, rules = situation.cube.owner, situation.rules
    dead = dead_cubes(rules.cube_cap, np.array([situation.cube.value]))
    many = stakes_of_many(points_of(rules), chances[None])
    access = Access(np.array([owner is not Owner.OPPONENT]), np.array([owner is not Owner.PLAYER]))
    waiting = money_worth(many, access.unless(dead.now), efficiency, jacoby=rules.jacoby)
    theirs = Access(np.array([False]), np.array([True])).unless(dead.taken)
    return CubeEquities(float(waiting[0]), 2 * float(money_worth(many, theirs, efficiency)[0]), 1.0)


def late_equities(situation: Situation) -> CubeEquities | None:
    """The exact ones of the last checkers of a money game (exact/two_sided.py); else None."""
    if situation.score is not None:
        return None
    rules, value = situation.rules, situation.cube.value
    boards, pins = position_arrays([situation.position])
    positions = boards, pins, at.PLAYER, np.zeros((1, FACTS_SIZE), np.int8)
    left = doublings_left(rules.cube_cap, value)
    is_late, late = late_waits(rules, positions, left)
    if not is_late[0]:
        return None
    taken = late_waits(rules, positions, left - 1)[1] if left else late
    waiting = float(late[0, LATE[situation.cube.owner]])
    return CubeEquities(waiting, 2 * float(taken[0, THEIRS]), 1.0)


def cubeful(
    stakes: Stakes, owner: Owner, efficiency: float = EFFICIENCY, *, jacoby: bool = False
) -> float:
    """Points with the cube at 1 in these hands, between a dead and a live cube.

    With Jacoby and the cube in the middle a game that is played to its end is a single; where the
    cube is turned, larger wins count, and so they do in the points at which it is.

    >>> round(cubeful(Stakes(0.75, 1.0, 1.0), Owner.OPPONENT, 0.0), 3)
    0.5
    """
    many = ManyStakes(*(np.array([figure]) for figure in stakes))
    access = Access(np.array([owner is not Owner.OPPONENT]), np.array([owner is not Owner.PLAYER]))
    return float(money_worth(many, access, efficiency, jacoby=jacoby)[0])


def cube_choice(
    situation: Situation, chances: Floats, efficiency: float = EFFICIENCY, price: float = 0.0
) -> CubeDecision:
    """What is right; `chances` and `price` as for `cube_equities`.

    Where the stake as it is already wins the match, a double is of no use.
    """
    return choice_among(situation, cube_equities(situation, chances, efficiency, price))


def choice_among(situation: Situation, equities: CubeEquities) -> CubeDecision:
    """What is right, as `cube_choice`, where the equities are known."""
    if is_useless(situation):
        return CubeDecision.NO_DOUBLE
    many = ManyEquities(*map(np.array, equities))
    return CHOICES[int(choices_of(many, beavers=may_be_beavered(situation)))]


def choices_of(equities: ManyEquities, *, beavers: bool, little: float = LITTLE) -> Bytes:
    """What is right in each position, as places in CHOICES: int8[...].

    Args:
        equities: What the choices are worth.
        beavers: A double may be doubled again at once.
        little: Equities that differ by less are equal.
    """
    waiting, taken, passed = equities
    again = many_beavered(taken)
    is_beavered = (again < taken) & beavers
    taken = np.where(is_beavered, again, taken)
    waits = np.minimum(taken, passed) < waiting - little
    kept = np.where(waiting > passed, TOO_GOOD, NO_DOUBLE)
    doubled = np.where(is_beavered, BEAVER, np.where(taken < passed, DOUBLE_TAKE, DOUBLE_PASS))
    return np.where(waits, kept, doubled).astype(np.int8)


def many_beavered(taken: Chances) -> Chances:
    """What beavers leave the doublers, without raccoons: `beavered` of core/cube.py for many."""
    return np.maximum(2 * taken, beavered(-np.inf))


def may_be_beavered(situation: Situation) -> bool:
    """Whether a double now could be doubled again at once."""
    rules = situation.rules
    capped = rules.cube_cap and situation.cube.value * 4 > rules.cube_cap
    return situation.is_money and rules.beavers and not capped


def is_useless(situation: Situation) -> bool:
    """Whether the stake as it is already wins the match for the player who may double."""
    score = situation.score
    single = situation.rules.stakes[0]
    return score is not None and score.length - score.player <= single * situation.cube.value
