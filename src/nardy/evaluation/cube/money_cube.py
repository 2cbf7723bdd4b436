"""The cube in money games, for one position or many at once.

Source: R. Janowski, "Take-points in money games" (1993): the value lies between that of a dead
cube, which nobody will turn, and of a live one, which is always turned at the perfect moment.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nardy.core.cube import Owner
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.evaluation.cube.equity_table import Chances
from nardy.evaluation.cube.match_cube import EFFICIENCY
from nardy.evaluation.network.network import Floats, Positions, Value
from nardy.evaluation.outcomes import points_of

Flags = NDArray[np.bool_]


class ManyStakes(NamedTuple):
    """Cubeless chances and average sizes of n positions; each is float64[n]."""

    win: Chances
    """The chance to win; a draw counts half."""
    won: Chances
    """Points of an average win; half of a draw is a win of 0 points."""
    lost: Chances
    """Points of an average loss, with the other half of a draw."""


class Access(NamedTuple):
    """Who may turn the cube, the player on roll and the opponent: bool[n]."""

    player: Flags
    opponent: Flags

    @classmethod
    def of(cls, owner: Owner, count: int = 1) -> "Access":
        """The same owner in every position."""
        player = np.full(count, owner is not Owner.OPPONENT)
        return cls(player, np.full(count, owner is not Owner.PLAYER))

    def unless(self, dead: Flags) -> "Access":
        """The same, but nobody has access where the cube is *dead* (`dead_cubes`)."""
        return Access(self.player & ~dead, self.opponent & ~dead)


def dead_cubes(cap: int, values: NDArray[np.int64]) -> Flags:
    """Which of these cubes can no longer be turned because of the cap; 0 is no cap."""
    return (cap > 0) & (2 * values > cap)


def doublings_left(cap: int, value: int) -> int | None:
    """How often a cube may still be doubled; None without a cap.

    >>> doublings_left(64, 8), doublings_left(4, 4), doublings_left(0, 8)
    (3, 0, None)
    """
    # The number of times that the value fits into the cap by doubling: a logarithm rounded down.
    return (cap // value).bit_length() - 1 if cap else None


def stakes_of_many(points: Chances, chances: NDArray[np.floating]) -> ManyStakes:
    """Win chances and average sizes.

    Args:
        points: float64[outcomes], what each outcome scores, the best first.
        chances: [n, outcomes], of every outcome.
    """
    exact = np.asarray(chances, np.float64)
    wins, losses = exact[:, points > 0], exact[:, points < 0]
    drawn = exact[:, points == 0].sum(1) / 2
    win, loss = wins.sum(1) + drawn, losses.sum(1) + drawn
    # An outcome with no probability has no average size; it counts as a single.
    won = np.where(win > 0, wins @ points[points > 0] / np.where(win > 0, win, 1), 1)
    lost = np.where(loss > 0, losses @ -points[points < 0] / np.where(loss > 0, loss, 1), 1)
    return ManyStakes(win / np.where(win + loss > 0, win + loss, 1), won, lost)


def money_worth(
    stakes: ManyStakes,
    access: Access,
    efficiency: float,
    *,
    jacoby: bool = False,
    capped: Flags | None = None,
) -> Chances:
    """Equities at a cube of 1, float64[n].

    With the Jacoby rule and a centered cube a game played to its end is a single. Larger wins count
    once the cube is turned, and therefore in the take and cash points.

    `access` is that of the owner; `capped` is where the cap forbids the next double (`dead_cubes`).
    """
    win, won, lost = stakes
    # Determined before `unless`: a centered cube at its cap stays centered for the Jacoby rule.
    centered = access.player & access.opponent
    if capped is not None:
        access = access.unless(capped)
    # Janowski's take and cash points of a live cube, from the sizes of an average win and loss.
    take = (lost - 0.5) / (won + lost + 0.5)
    cash = (lost + 1) / (won + lost + 0.5)
    # Draws make averages smaller than a single. Below half of a single every double is taken: the best
    # that whoever doubles can have is twice the average.
    low, high = np.maximum(take, 0), np.minimum(cash, 1)
    doubled_out, cashed = -np.minimum(2 * lost, 1), np.minimum(2 * won, 1)
    if jacoby:
        won, lost = np.where(centered, 1, won), np.where(centered, 1, lost)
    dead = win * (won + lost) - lost
    low, low_worth = (
        np.where(access.opponent, low, 0),
        np.where(access.opponent, doubled_out, -lost),
    )
    high, high_worth = np.where(access.player, high, 1), np.where(access.player, cashed, won)
    # Whoever doubles the opponent out wins a single, also where an average win is less.
    least, most = -np.maximum(lost, 1), np.maximum(won, 1)
    # The live value is linear in the win chance: -lost at 0, -1 at the take point, 1 at the cash
    # point, won at 1.
    below = least + win / np.where(take > 0, take, 1) * (-1 - least)
    above = 1 + (win - cash) / np.where(cash < 1, 1 - cash, 1) * (most - 1)
    between = low_worth + (win - low) / (high - low) * (high_worth - low_worth)
    live = np.where(win < low, below, np.where(win > high, above, between))
    worth: Chances = (1 - efficiency) * dead + efficiency * live
    return worth


def money_equities(
    rules: Rules,
    chances: NDArray[np.floating],
    cubes: tuple[NDArray[np.int64], Access],
    efficiency: float = EFFICIENCY,
) -> tuple[Chances, Chances]:
    """Equities without a double and after one that is taken, in units of each cube, float64[n].

    Args:
        rules: The game and its cube.
        chances: [n, outcomes], of every outcome, the best first.
        cubes: Their values, and who may turn them.
        efficiency: 0 a dead cube, 1 a live one.
    """
    stakes, (values, access) = stakes_of_many(points_of(rules), chances), cubes
    # After a take the cube has twice the value, and the cap may forbid the next double.
    dead, taken_dead = (dead_cubes(rules.cube_cap, times * values) for times in (1, 2))
    waits = money_worth(stakes, access, efficiency, jacoby=rules.jacoby, capped=dead)
    # After a take the opponent owns a cube of twice the value.
    theirs = Access.of(Owner.OPPONENT, len(waits))
    return waits, 2 * money_worth(stakes, theirs, efficiency, capped=taken_dead)


@dataclass(frozen=True, eq=False)
class JacobyValue:
    """Position values with a centered cube under the Jacoby rule, in units of the cube.

    A game that ends now is a single. Gammons still count for what they are worth once the cube is
    turned.
    """

    plain: Value
    """Gives the chances of every outcome."""
    points: Chances
    """float64[outcomes], the best first."""
    is_dead: bool
    """Whether the cube may no longer be turned."""

    @classmethod
    def of(cls, situation: Situation, plain: Value) -> "JacobyValue":
        """Values of positions that follow from this moment before anybody doubles."""
        rules = situation.rules
        dead = dead_cubes(rules.cube_cap, np.array([situation.cube.value]))
        return cls(plain, points_of(rules), bool(dead[0]))

    @property
    def worth(self) -> Chances:
        """float64[2, outcomes]: points of every outcome if it happens now, the same for both players."""
        return np.tile(np.clip(self.points, -1, 1), (2, 1))

    def value(self, positions: Positions) -> tuple[Floats, Floats]:
        """Probabilities and equities of the player who rolls next, as `Network.value`."""
        probabilities, equities = self.plain(positions)
        if self.is_dead:
            equities[:] = probabilities @ self.worth[0]
            return probabilities, equities
        stakes = stakes_of_many(self.points, probabilities)
        if (self.points == 0).any():
            access = Access.of(Owner.NOBODY, len(probabilities))
            equities[:] = money_worth(stakes, access, EFFICIENCY, jacoby=True)
            return probabilities, equities
        win, won, lost = stakes
        # `money_worth` of a centered cube where every game that is played out is a single: the live
        # value rises from -1 at the take point to 1 at the cash point. Half of its operations are left.
        live = np.clip(-1 + 2 * (win * (won + lost + 0.5) - lost + 0.5) / 1.5, -1, 1)
        equities[:] = (1 - EFFICIENCY) * (2 * win - 1) + EFFICIENCY * live
        return probabilities, equities
