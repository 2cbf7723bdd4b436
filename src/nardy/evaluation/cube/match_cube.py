"""The cube in a match: match chances at every cube value that may be reached.

Source: R. Janowski, "Take-points in money games" (1993), with match chances for points. The value
of a position lies between that with a dead cube and that with a live one.

The live cube is computed backwards. Its values are listed up to the first that is useless to both
players. From there down, the take and cash points of each value follow from those of the next.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from nardy.core.cube import Owner
from nardy.evaluation.cube.equity_table import Chances

ChanceAfter = Callable[[float, float], float]
"""The player's match chance after a game that gave both players these points."""
EFFICIENCY = 0.68
"""Cube efficiency of an ordinary position: 0 dead, 1 live."""
EPSILON = 1e-9
"""A chance or a difference below this counts as 0, so that nothing is divided by it."""


class Stake(NamedTuple):
    """The stake of a game in a match, seen by the player at its start."""

    away: float
    opponent_away: float
    value: int
    """The cube as it stands."""
    cap: int = 0
    """The largest value of the cube; 0 without a limit."""


@dataclass(frozen=True, eq=False)
class CubeLevels:
    """The player's match chances at each value of the cube, from the present one upwards."""

    worth: Chances
    """float64[levels, outcomes]: after every outcome of the game."""
    cash: Chances
    """float64[levels]: after the opponent passes a double at this value."""
    loss: Chances
    """float64[levels]: after the player passes."""
    useless: tuple[tuple[bool, ...], tuple[bool, ...]]
    """For player and opponent, at each level: whether another double is useless to them."""
    won: NDArray[np.float64]
    """float64[outcomes]: 1 for a win, 1/2 for a draw."""

    @classmethod
    def of(
        cls, stake: Stake, points: tuple[float, ...], draw: float, chance_after: ChanceAfter
    ) -> Self:
        """The cube levels of a match score.

        Args:
            stake: What both players need, and the cube.
            points: Of every outcome, the best first, before the cube.
            draw: Points of each player for a draw.
            chance_after: Match chances after a game, by its points.
        """
        values = _values(stake, points)
        single = min(point for point in points if point > 0)
        worth = [[_after(point * v, draw * v, chance_after) for point in points] for v in values]
        capped = [value == values[-1] or 0 < stake.cap < 2 * value for value in values]
        useless = tuple(
            tuple(no or value * single >= need for no, value in zip(capped, values, strict=True))
            for need in (stake.away, stake.opponent_away)
        )
        # A draw is half a win and half a loss here.
        won = (np.sign(points) + 1) / 2
        cash = np.array([chance_after(single * value, 0) for value in values])
        loss = np.array([chance_after(0, single * value) for value in values])
        return cls(np.array(worth), cash, loss, (useless[0], useless[1]), won)

    def flipped(self) -> "CubeLevels":
        """The levels as seen by the opponent."""
        mine, theirs = self.useless
        worth, won = 1 - self.worth[:, ::-1], 1 - self.won[::-1]
        return CubeLevels(worth, 1 - self.loss, 1 - self.cash, (theirs, mine), won)

    def without_cube(self) -> "CubeLevels":
        """The levels with no doubling, as in the Crawford game."""
        nobody = (True,) * len(self.cash)
        return replace(self, useless=(nobody, nobody))

    def normalized(self, chances: Chances) -> Chances:
        """Match chances as equities: a single at the present cube is 1 won, -1 lost."""
        high, low = self.cash[0], self.loss[0]
        equities: Chances = (2 * chances - high - low) / max(high - low, EPSILON)
        return equities

    def chance_of(self, equity: float) -> float:
        """The match chance of an equity."""
        high, low = self.cash[0], self.loss[0]
        return float((equity * (high - low) + high + low) / 2)


def _values(stake: Stake, points: tuple[float, ...]) -> list[int]:
    """The values of the cube from the present one to the last that either player can need."""
    single = min(point for point in points if point > 0)
    # Two levels at least, because the equity after a take is always asked (match_value.py).
    values = [stake.value, 2 * stake.value]
    # Beyond the larger need another double changes nothing for either player.
    needed = max(stake.away, stake.opponent_away)
    while values[-1] * single < needed and not 0 < stake.cap < 2 * values[-1]:
        values.append(2 * values[-1])
    return values


def _after(points: float, draw: float, chance_after: ChanceAfter) -> float:
    if points == 0:
        return chance_after(draw, draw)
    return chance_after(points, 0) if points > 0 else chance_after(0, -points)


class Levels(NamedTuple):
    """n positions on the cube levels, with the break points of the live-cube value.

    The player passes below `low`, the opponent above `high`. Where nobody doubles, or doubling is
    useless, these are 0 and 1.
    """

    win: Chances
    """float64[n]; a draw counts half."""
    won: Chances
    """float64[n, levels]: the match chance of an average win; the arrays below have this shape."""
    lost: Chances
    low: Chances
    low_worth: Chances
    high: Chances
    high_worth: Chances


def levels_of(ladder: CubeLevels, chances: NDArray[np.floating]) -> Levels:
    """Average wins and losses, take points and cash points of positions.

    Args:
        ladder: The match chances by cube level.
        chances: [n, outcomes], of every outcome, the best first.
    """
    exact = np.asarray(chances, np.float64)
    good, bad = exact * ladder.won, exact * (1 - ladder.won)
    win, loss = good.sum(1), bad.sum(1)
    won = _mean(good @ ladder.worth.T, win, ladder.cash)
    lost = _mean(bad @ ladder.worth.T, loss, ladder.loss)
    share = win / np.maximum(win + loss, EPSILON)
    points = np.zeros_like(won), lost.copy(), np.ones_like(won), won.copy()
    levels = Levels(share, won, lost, *points)
    mine, theirs = ladder.useless
    # From the largest useful cube down: each level needs the take and cash points of the next.
    for i in range(len(mine) - 2, -1, -1):
        if not theirs[i]:
            _set_low(ladder, levels, i)
        if not mine[i]:
            _set_high(ladder, levels, i)
        if not (mine[i] or theirs[i]):
            _keep_helpful_low(levels, i)
    return levels


def _set_low(ladder: CubeLevels, levels: Levels, i: int) -> None:
    """Set the player's take point: a pass is worth as much there as the cube at the next level."""
    bottom, top = levels.lost[:, i + 1], levels.high_worth[:, i + 1]
    levels.low[:, i] = _share(ladder.loss[i], bottom, top) * levels.high[:, i + 1]
    levels.low_worth[:, i] = ladder.loss[i]


def _set_high(ladder: CubeLevels, levels: Levels, i: int) -> None:
    """Set the cash point, above which the opponent passes, where doubling beats playing on."""
    low, bottom = levels.low[:, i + 1], levels.low_worth[:, i + 1]
    high = low + _share(ladder.cash[i], bottom, levels.won[:, i + 1]) * (1 - low)
    here, start = levels.low[:, i], levels.low_worth[:, i]
    played_on = start + _share(high, here, np.ones_like(high)) * (levels.won[:, i] - start)
    helps = (ladder.cash[i] >= played_on) & (high >= here)
    levels.high[helps, i] = high[helps]
    levels.high_worth[helps, i] = ladder.cash[i]


def _keep_helpful_low(levels: Levels, i: int) -> None:
    """Remove the take point where the opponent would rather play on than double."""
    low, bottom = levels.low[:, i], levels.lost[:, i]
    played_on = bottom + _share(low, np.zeros_like(low), levels.high[:, i]) * (
        levels.high_worth[:, i] - bottom
    )
    hurts = levels.low_worth[:, i] > played_on
    levels.low[hurts, i] = 0
    levels.low_worth[hurts, i] = bottom[hurts]


def _mean(total: Chances, weight: Chances, otherwise: Chances) -> Chances:
    """Totals over weights; where the weight is 0, the chance after a single."""
    sure = weight[:, None] > EPSILON
    return np.where(sure, total / np.maximum(weight, EPSILON)[:, None], otherwise)


def _share(value: Chances, low: Chances, high: Chances) -> Chances:
    """The place of a value between two others, 0 to 1."""
    return np.clip((value - low) / np.maximum(high - low, EPSILON), 0, 1)


def chances_with_cube(
    ladder: CubeLevels,
    levels: Levels,
    owner: Owner,
    *,
    level: int = 0,
    efficiency: float = EFFICIENCY,
) -> Chances:
    """The player's match chances float64[n] with this cube owner and level.

    If a loss at the present stake already loses the match, doubling risks nothing. Such a player
    doubles at the first chance, whatever the efficiency.
    """
    mine, theirs = (side[level] for side in ladder.useless)
    may_double = owner is not Owner.OPPONENT and not mine
    may_be_doubled = owner is not Owner.PLAYER and not theirs
    win, won, lost = levels.win, levels.won[:, level], levels.lost[:, level]
    dead = win * won + (1 - win) * lost
    if not (may_double or may_be_doubled):
        return dead
    if may_double and theirs:
        taken = chances_with_cube(ladder, levels, Owner.OPPONENT, level=level + 1)
        # The opponent cannot redouble usefully, so nothing is lost by doubling at once.
        return np.maximum(np.minimum(taken, ladder.cash[level]), dead)
    if may_be_doubled and mine:
        taken = chances_with_cube(ladder, levels, Owner.PLAYER, level=level + 1)
        return np.minimum(np.maximum(taken, ladder.loss[level]), dead)
    live = _live(levels, level, (may_double, may_be_doubled))
    # Janowski's interpolation between the dead and the live cube.
    return (1 - efficiency) * dead + efficiency * live


def _live(levels: Levels, level: int, may: tuple[bool, bool]) -> Chances:
    """The live-cube value: doubles come at the perfect moment; piecewise linear in the win chance."""
    may_double, may_be_doubled = may
    win, won, lost = levels.win, levels.won[:, level], levels.lost[:, level]
    low, low_worth = np.zeros_like(win), lost
    high, high_worth = np.ones_like(win), won
    if may_be_doubled:
        low, low_worth = levels.low[:, level], levels.low_worth[:, level]
    if may_double:
        high, high_worth = levels.high[:, level], levels.high_worth[:, level]
    between = low_worth + _share(win, low, high) * (high_worth - low_worth)
    below = lost + _share(win, np.zeros_like(win), low) * (low_worth - lost)
    above = high_worth + _share(win, high, np.ones_like(win)) * (won - high_worth)
    return np.where(win < low, below, np.where(win > high, above, between))
