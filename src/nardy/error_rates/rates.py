"""Error rates over many games, with their standard errors: a game is one observation, its decisions are not.

Decisions of one game resemble each other, so counting each as independent would make the errors too small. A
rate is a ratio of two sums over the games; its variance is that of the ratio estimator.
Source: W. Cochran, *Sampling Techniques*, 3rd ed., 2.11.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nardy.error_rates.student import upper_tail

FEWEST_GAMES = 10
"""Games with a theme, and as many without, from which a difference is told..."""
FEWEST_TURNS = 60
"""... and turns on each side of it."""
CERTAINTY = 0.05
"""The chance that any of a person's differences in a game is told though there are none."""


@dataclass(frozen=True, slots=True)
class LossCount:
    """Decisions in one game, and the points that they lost."""

    count: int
    lost: float


@dataclass(frozen=True, slots=True)
class MeanLoss:
    """Points lost for each decision."""

    rate: float
    error: float | None
    """Standard error; None with fewer than two games."""
    games: int
    """Games with such a decision."""
    count: int


class LossContrast(NamedTuple):
    """The rate of a theme beside that of everything else in the same games."""

    inside: MeanLoss
    elsewhere: MeanLoss
    error: float | None
    """Standard error of the difference."""
    chance: float | None
    """How often chance alone makes so large a difference, either way; None with too few games or turns."""


def mean_loss(games: Sequence[LossCount]) -> MeanLoss:
    """The rate over all games.

    >>> mean_loss([LossCount(10, 0.2), LossCount(30, 0.2)])
    MeanLoss(rate=0.01, error=0.005, games=2, count=40)
    """
    some = [game for game in games if game.count]
    count = sum(game.count for game in some)
    rate = math.fsum(game.lost for game in some) / count if count else 0.0
    error = _error([(game.lost - rate * game.count) / count for game in some])
    return MeanLoss(rate, error, len(some), count)


def contrast(games: Sequence[tuple[LossCount, LossCount]]) -> LossContrast:
    """The rate of a theme and of everything else; a game has one of either."""
    inside, elsewhere = (mean_loss([game[side] for game in games]) for side in (0, 1))
    if not inside.count or not elsewhere.count:
        return LossContrast(inside, elsewhere, None, None)
    parts = [
        (one.lost - inside.rate * one.count) / inside.count
        - (other.lost - elsewhere.rate * other.count) / elsewhere.count
        for one, other in games
    ]
    error = max(_error(parts) or 0.0, _pooled(games))
    is_enough = min(inside.games, elsewhere.games) >= FEWEST_GAMES
    if not error or not is_enough or min(inside.count, elsewhere.count) < FEWEST_TURNS:
        return LossContrast(inside, elsewhere, error, None)
    # The fewer games carry the uncertainty.
    freedom = min(inside.games, elsewhere.games) - 1
    chance = 2 * upper_tail(abs(inside.rate - elsewhere.rate) / error, freedom)
    return LossContrast(inside, elsewhere, error, chance)


def _pooled(games: Sequence[tuple[LossCount, LossCount]]) -> float:
    """The error of a difference between decisions that all vary alike.

    Losses are skewed: a theme may have had none of the rare large ones yet, and would seem certain by itself.
    """
    whole = [LossCount(one.count + other.count, one.lost + other.lost) for one, other in games]
    found, counts = mean_loss(whole), [sum(game[side].count for game in games) for side in (0, 1)]
    # The error of the rate times the square root of all decisions is the spread of one of them.
    spread = (found.error or 0.0) * math.sqrt(found.count)
    return spread * math.sqrt(sum(1 / count for count in counts))


def _error(parts: Sequence[float]) -> float | None:
    """The standard error of a sum of one part a game, whose sum is 0."""
    n = len(parts)
    return math.sqrt(n / (n - 1) * math.fsum(part * part for part in parts)) if n > 1 else None


def told(contrasts: Sequence[LossContrast]) -> list[str]:
    """For each difference 'leak', 'strength', or '' where chance may have made it.

    The more are compared, the less likely each must be by chance (Bonferroni).
    """
    known = [one.chance for one in contrasts if one.chance is not None]
    limit = CERTAINTY / max(1, len(known))
    return [
        ""
        if one.chance is None or one.chance > limit
        else ("leak" if one.inside.rate > one.elsewhere.rate else "strength")
        for one in contrasts
    ]
