"""The doubling cube: what a position is worth with it, and whether to double, take or pass.

Source: R. Janowski, "Take-points in money games" (1993): the value lies between that of a dead
cube, which nobody will turn, and of a live one, which is always turned at the perfect moment.
"""

from enum import StrEnum
from typing import NamedTuple

import numpy as np

from nardy.core.cube import Owner
from nardy.core.situation import Situation
from nardy.evaluation.match_cube import EFFICIENCY
from nardy.evaluation.match_value import match_chances, match_ladder
from nardy.evaluation.network import Floats
from nardy.evaluation.outcomes import points_known

LITTLE = 1e-9
"""Equities that differ by less are equal: a cube that costs nothing is turned."""


class Choice(StrEnum):
    """What is right for both, seen by the player who may double."""

    NO_DOUBLE = "no double"
    TOO_GOOD = "too good to double"
    DOUBLE_TAKE = "double, take"
    DOUBLE_PASS = "double, pass"  # noqa: S105 (no password)
    BEAVER = "double, beaver"


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


def stakes_of(situation: Situation, chances: Floats) -> Stakes:
    """Win chance and average sizes; `chances` of every outcome, the best first."""
    points = np.array(points_known(situation.rules, len(chances)))
    win = float(chances[points > 0].sum())
    loss = float(chances[points < 0].sum())
    won = float(chances[points > 0] @ points[points > 0]) / win if win else 1.0
    lost = -float(chances[points < 0] @ points[points < 0]) / loss if loss else 1.0
    return Stakes(win + (1 - win - loss) / 2, won, lost)


def cube_equities(
    situation: Situation, chances: Floats, efficiency: float = EFFICIENCY
) -> CubeEquities:
    """What doubling and waiting are worth to the player who may double and would roll next.

    `chances` are his, of every outcome, the best first.
    """
    if situation.score is not None:
        ladder = match_ladder(situation, len(chances))
        equities = ladder.normalized(np.array(match_chances(situation, chances)))
        return CubeEquities(*equities.tolist())
    stakes = stakes_of(situation, chances)
    owner = situation.cube.owner
    waiting = cubeful(stakes, owner, efficiency, jacoby=situation.rules.jacoby)
    return CubeEquities(waiting, 2 * cubeful(stakes, Owner.OPPONENT, efficiency), 1.0)


def cubeful(
    stakes: Stakes, owner: Owner, efficiency: float = EFFICIENCY, *, jacoby: bool = False
) -> float:
    """Points with the cube at 1 in these hands, between a dead and a live cube.

    With Jacoby and the cube in the middle a game that is played to its end is a single; where the
    cube is turned, larger wins count, and so they do in the points at which it is.

    >>> round(cubeful(Stakes(0.75, 1.0, 1.0), Owner.OPPONENT, 0.0), 3)
    0.5
    """
    win, won, lost = stakes
    take = (lost - 0.5) / (won + lost + 0.5)
    cash = (lost + 1) / (won + lost + 0.5)
    if jacoby and owner is Owner.NOBODY:
        won = lost = 1.0
    dead = win * (won + lost) - lost
    known = [(0.0, -lost), (1.0, won)]
    if owner is not Owner.PLAYER:
        known.append((take, -1.0))
    if owner is not Owner.OPPONENT:
        known.append((cash, 1.0))
    known.sort()
    live = float(np.interp(win, [place for place, _ in known], [worth for _, worth in known]))
    return (1 - efficiency) * dead + efficiency * live


def cube_choice(situation: Situation, chances: Floats, efficiency: float = EFFICIENCY) -> Choice:
    """What is right; `chances` as for `cube_equities`.

    Where the stake as it is already wins the match, a double is of no use.
    """
    if is_useless(situation):
        return Choice.NO_DOUBLE
    waiting, taken, passed = cube_equities(situation, chances, efficiency)
    beavers = taken < 0 and may_be_beavered(situation)
    if beavers:
        taken *= 2
    if min(taken, passed) < waiting - LITTLE:
        return Choice.TOO_GOOD if waiting > passed else Choice.NO_DOUBLE
    if beavers:
        return Choice.BEAVER
    return Choice.DOUBLE_TAKE if taken < passed else Choice.DOUBLE_PASS


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
