"""The cube in a match: what a position is worth at every value that the cube may reach.

Source: R. Janowski, "Take-points in money games" (1993), with match chances for points: the value
lies between that of a dead cube and of a live one. A live cube is followed up to the value at which
nobody has any use for it; from there back, take points and cash points of each value follow from
those of the next.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from nardy.core.cube import Owner
from nardy.evaluation.cube.equity_table import Chances

ChanceAfter = Callable[[float, float], float]
"""The match chance of the player once a game has given both these points."""
EFFICIENCY = 0.68
"""How near to a live cube an ordinary position is; 0 dead, 1 live."""
EPSILON = 1e-9


class Stake(NamedTuple):
    """What a match is about when a game begins, for the player."""

    away: float
    opponent_away: float
    value: int
    """The cube as it stands."""
    cap: int = 0
    """The largest value of the cube, 0 without a limit."""


@dataclass(frozen=True, eq=False)
class CubeLevels:
    """Match chances of the player at each value of the cube, from the present one upwards."""

    worth: Chances
    """float64[levels, outcomes]: after every outcome of the game."""
    cash: Chances
    """float64[levels]: after the opponent passes a double at this value."""
    loss: Chances
    """float64[levels]: after the player does."""
    useless: tuple[tuple[bool, ...], tuple[bool, ...]]
    """For player and opponent, at each level: whether to double on is of no use to them."""
    won: NDArray[np.float64]
    """float64[outcomes]: 1 where the outcome is a win, a half where it is a draw."""

    @classmethod
    def of(
        cls, stake: Stake, points: tuple[float, ...], draw: float, chance_after: ChanceAfter
    ) -> Self:
        """The ladder of a match.

        Args:
            stake: What both need, and the cube.
            points: Of every outcome, the best first, before the cube.
            draw: What a draw gives each.
            chance_after: Match chances by the points of a game.
        """
        values = _values(stake, points)
        single = min(point for point in points if point > 0)
        worth = [[_after(point * v, draw * v, chance_after) for point in points] for v in values]
        capped = [value == values[-1] or 0 < stake.cap < 2 * value for value in values]
        useless = tuple(
            tuple(no or value * single >= need for no, value in zip(capped, values, strict=True))
            for need in (stake.away, stake.opponent_away)
        )
        won = (np.sign(points) + 1) / 2
        cash = np.array([chance_after(single * value, 0) for value in values])
        loss = np.array([chance_after(0, single * value) for value in values])
        return cls(np.array(worth), cash, loss, (useless[0], useless[1]), won)

    def flipped(self) -> "CubeLevels":
        """The same match seen by the opponent."""
        mine, theirs = self.useless
        worth, won = 1 - self.worth[:, ::-1], 1 - self.won[::-1]
        return CubeLevels(worth, 1 - self.loss, 1 - self.cash, (theirs, mine), won)

    def without_cube(self, *, fixed: bool = True) -> "CubeLevels":
        """The same where nobody may double, as in the Crawford game; itself if not *fixed*."""
        if not fixed:
            return self
        nobody = (True,) * len(self.cash)
        return CubeLevels(self.worth, self.cash, self.loss, (nobody, nobody), self.won)

    def normalized(self, chances: Chances) -> Chances:
        """Match chances as equities: a single won at the cube as it stands is 1, lost it is -1."""
        high, low = self.cash[0], self.loss[0]
        equities: Chances = (2 * chances - high - low) / max(high - low, EPSILON)
        return equities

    def chance_of(self, equity: float) -> float:
        """The match chance of such an equity."""
        high, low = self.cash[0], self.loss[0]
        return float((equity * (high - low) + high + low) / 2)


def _values(stake: Stake, points: tuple[float, ...]) -> list[int]:
    """The values of the cube from the present one to where nobody needs more."""
    single = min(point for point in points if point > 0)
    values = [stake.value, 2 * stake.value]
    needed = max(stake.away, stake.opponent_away)
    while values[-1] * single < needed and not 0 < stake.cap < 2 * values[-1]:
        values.append(2 * values[-1])
    return values


def _after(points: float, draw: float, chance_after: ChanceAfter) -> float:
    if points == 0:
        return chance_after(draw, draw)
    return chance_after(points, 0) if points > 0 else chance_after(0, -points)


class Levels(NamedTuple):
    """n positions on a ladder, and the points between which a live cube's worth is straight.

    Below `low` the player passes, above `high` the opponent does; where nobody asks, or it would
    do no good, these are 0 and 1, a lost game and a won one.
    """

    win: Chances
    """float64[n]; half of a draw counts as won."""
    won: Chances
    """float64[n, levels]: the match chance of an average win; all below have this shape."""
    lost: Chances
    low: Chances
    low_worth: Chances
    high: Chances
    high_worth: Chances


def levels_of(ladder: CubeLevels, chances: NDArray[np.floating]) -> Levels:
    """Average wins and losses, take points and cash points of positions.

    Args:
        ladder: The match.
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
    for i in range(len(mine) - 2, -1, -1):
        if not theirs[i]:
            _set_low(ladder, levels, i)
        if not mine[i]:
            _set_high(ladder, levels, i)
        if not (mine[i] or theirs[i]):
            _keep_helpful_low(levels, i)
    return levels


def _set_low(ladder: CubeLevels, levels: Levels, i: int) -> None:
    """Where the player would pass: taking, the cube his at the next level, is worth no more."""
    bottom, top = levels.lost[:, i + 1], levels.high_worth[:, i + 1]
    levels.low[:, i] = _share(ladder.loss[i], bottom, top) * levels.high[:, i + 1]
    levels.low_worth[:, i] = ladder.loss[i]


def _set_high(ladder: CubeLevels, levels: Levels, i: int) -> None:
    """Where the opponent would pass, if to double there is better than to play on."""
    low, bottom = levels.low[:, i + 1], levels.low_worth[:, i + 1]
    high = low + _share(ladder.cash[i], bottom, levels.won[:, i + 1]) * (1 - low)
    here, start = levels.low[:, i], levels.low_worth[:, i]
    played_on = start + _share(high, here, np.ones_like(high)) * (levels.won[:, i] - start)
    helps = (ladder.cash[i] >= played_on) & (high >= here)
    levels.high[helps, i] = high[helps]
    levels.high_worth[helps, i] = ladder.cash[i]


def _keep_helpful_low(levels: Levels, i: int) -> None:
    """Take the passing point away where the opponent would rather play on."""
    low, bottom = levels.low[:, i], levels.lost[:, i]
    played_on = bottom + _share(low, np.zeros_like(low), levels.high[:, i]) * (
        levels.high_worth[:, i] - bottom
    )
    hurts = levels.low_worth[:, i] > played_on
    levels.low[hurts, i] = 0
    levels.low_worth[hurts, i] = bottom[hurts]


def _mean(total: Chances, weight: Chances, otherwise: Chances) -> Chances:
    """Totals over weights; where there is no weight, what a single is worth."""
    sure = weight[:, None] > EPSILON
    return np.where(sure, total / np.maximum(weight, EPSILON)[:, None], otherwise)


def _share(value: Chances, low: Chances, high: Chances) -> Chances:
    """How far a value lies between two others, from 0 to 1."""
    return np.clip((value - low) / np.maximum(high - low, EPSILON), 0, 1)


def chances_with_cube(
    ladder: CubeLevels,
    levels: Levels,
    owner: Owner,
    *,
    level: int = 0,
    efficiency: float = EFFICIENCY,
) -> Chances:
    """The player's match chances float64[n] with the cube in these hands at this level.

    Where a player's stake is lost anyhow, his next double costs him nothing: he doubles at his
    first chance, whatever the efficiency.
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
        return np.maximum(np.minimum(taken, ladder.cash[level]), dead)
    if may_be_doubled and mine:
        taken = chances_with_cube(ladder, levels, Owner.PLAYER, level=level + 1)
        return np.minimum(np.maximum(taken, ladder.loss[level]), dead)
    live = _live(levels, level, (may_double, may_be_doubled))
    return (1 - efficiency) * dead + efficiency * live


def _live(levels: Levels, level: int, may: tuple[bool, bool]) -> Chances:
    """With a cube that is always turned at the perfect moment: straight lines between points."""
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
