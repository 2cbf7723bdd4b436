"""Outcome distributions of games between equal players: the input of match equity tables."""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from nardy.core.rules import Rules
from nardy.data import shares_file
from nardy.errors import NardyError
from nardy.evaluation.cube.equity_table import points_of_draw
from nardy.evaluation.outcomes import outcome_matrix, outcomes_of

USUAL = (0.73, 0.26, 0.01)
"""Shares of singles, gammons and larger wins for games that have not been counted."""


@dataclass(frozen=True)
class GameShares:
    """Shares of the outcomes of a game between equal players.

    >>> GameShares((2.0, 1.0, -1.0, -2.0), (0.14, 0.36, 0.36, 0.14)).shares[0]
    0.14
    """

    points: tuple[float, ...]
    """Points of each outcome, the best first, before the cube."""
    shares: tuple[float, ...]
    """How often each occurs; they add up to 1 and are symmetric."""
    draw: float = 0
    """Points of each player for a draw."""
    swing: float = 0.03
    """Mean distance of the winning chance from one half at the first chance to double."""

    def __post_init__(self) -> None:
        """Refuse shares that are no symmetric distribution."""
        same = all(abs(a - b) < 1e-6 for a, b in zip(self.shares, self.shares[::-1], strict=True))
        total = abs(sum(self.shares) - 1) < 1e-6 and min(self.shares) >= 0
        if len(self.points) != len(self.shares) or not (same and total):
            raise NardyError(
                "expected one share of each outcome, from 0 up, the same for both players, adding "
                f"up to 1, got {self.shares} for {self.points}"
            )


def equal_shares(points: tuple[float, ...], counts: tuple[float, ...]) -> tuple[float, ...]:
    """Outcome counts as shares that are the same for both players.

    >>> equal_shares((1.0, -1.0), (60, 40))
    (0.5, 0.5)
    """
    both = [one + other for one, other in zip(counts, counts[::-1], strict=True)]
    return tuple(count / sum(both) for count in both[: len(points)])


class _Counted(NamedTuple):
    """The entry of a game in the file of shares."""

    shares: tuple[float, ...]
    swing: float


@lru_cache(maxsize=64)
def shares_of(rules: Rules) -> GameShares:
    """The counted shares of a game (its network in self-play), or the usual ones.

    Variants of a game share one count.
    """
    counted = _counted().get(rules.published.id)
    points, draw = outcomes_of(rules).points, points_of_draw(rules)
    if counted is None:
        return GameShares(points, _usual(points), draw)
    shares = np.array(counted.shares) @ outcome_matrix(rules.published, rules)
    return GameShares(points, equal_shares(points, shares.tolist()), draw, counted.swing)


def _usual(points: tuple[float, ...]) -> tuple[float, ...]:
    wins = [*USUAL][: sum(point > 0 for point in points)]
    wins += [0.0] * (sum(point > 0 for point in points) - len(wins))
    draws = [0.0] * sum(point == 0 for point in points)
    return equal_shares(points, (*wins[::-1], *draws, *wins))


@lru_cache(maxsize=1)
def _counted() -> dict[str, _Counted]:
    games: dict[str, Any] = json.loads(shares_file().read_text(encoding="utf-8"))["games"]
    return {name: _Counted(tuple(found["shares"]), found["swing"]) for name, found in games.items()}
