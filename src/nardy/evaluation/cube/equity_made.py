"""Match equity tables computed from the outcomes of games between equal players, with and without the cube.

The chance at a score is the mean of the chances at the scores after the next game, all nearer to the
end. With the cube the next game counts as one position with even winning chances, valued as any other
(match_cube.py).
"""

import json
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import ceil
from typing import Any

import numpy as np

from nardy.core.cube import Owner
from nardy.core.rules import Rules
from nardy.data import equities_file, shares_file, unpacked
from nardy.errors import NardyError
from nardy.evaluation.cube.equity_files import published
from nardy.evaluation.cube.equity_table import Chances, EquityTable, even_chances, points_of_draw
from nardy.evaluation.cube.match_cube import CubeLevels, Stake, chances_with_cube, levels_of
from nardy.evaluation.outcomes import outcome_matrix, outcomes_of

LONGEST = 25
"""Length in points of the longest match computed score by score; longer ones are extrapolated."""
USUAL = (0.73, 0.26, 0.01)
"""Shares of singles, gammons and larger wins for games that have not been counted."""
EFFICIENCY = 0.8
"""A whole game is nearer to a live cube than most positions in it. This value brings the computed
table of backgammon nearest to the published one: within 0.008 up to 5-away 5-away."""


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


@lru_cache(maxsize=64)
def shares_of(rules: Rules) -> GameShares:
    """The counted shares of a game (its network in self-play), or the usual ones.

    Variants of a game share one count.
    """
    counted = _counted().get(rules.published.id)
    points, draw = outcomes_of(rules).points, points_of_draw(rules)
    if counted is None:
        return GameShares(points, _usual(points), draw)
    shares = np.array(counted["shares"]) @ outcome_matrix(rules.published, rules)
    return GameShares(points, equal_shares(points, shares.tolist()), draw, counted["swing"])


def _usual(points: tuple[float, ...]) -> tuple[float, ...]:
    wins = [*USUAL][: sum(point > 0 for point in points)]
    wins += [0.0] * (sum(point > 0 for point in points) - len(wins))
    draws = [0.0] * sum(point == 0 for point in points)
    return equal_shares(points, (*wins[::-1], *draws, *wins))


@lru_cache(maxsize=1)
def _counted() -> dict[str, dict[str, Any]]:
    """The entry of each game in the file of shares: "shares" and "swing"."""
    return json.loads(shares_file().read_text(encoding="utf-8"))["games"]


@lru_cache(maxsize=1)
def _stored() -> dict[str, dict[str, Any]]:
    """The stored tables of `table_with_cube`, by game: it takes half a second for each."""
    return json.loads(unpacked(equities_file()))["games"]


def table_without_cube(shares: GameShares, length: int, name: str = "computed") -> EquityTable:
    """The exact table of games without a cube.

    >>> single = GameShares((1.0, -1.0), (0.5, 0.5))
    >>> table_without_cube(single, 3).chance(1, 3)
    0.875
    """
    chances, unit = _begun(shares, length)
    table = EquityTable(name, chances, chances, unit)
    # In rising order, because each score needs those nearer to the end.
    for mine, theirs in product(range(1, len(chances)), repeat=2):
        chances[mine, theirs] = _mean_after(shares, table, (mine * unit, theirs * unit))
    return table


def table_with_cube(
    shares: GameShares, length: int, name: str = "computed", *, crawford: bool = True, cap: int = 0
) -> EquityTable:
    """The table of games with a cube of at most *cap*, by Janowski's model, up to matches of this length in points."""
    before, unit = _begun(shares, length)
    table = EquityTable(name, before, before.copy(), unit)
    one = round(1 / unit)
    # The two arrays differ only where a player is one away; the score after Crawford comes first.
    for mine, theirs in combinations_with_replacement(range(1, len(before)), 2):
        needs = mine * unit, theirs * unit
        is_near = mine <= one
        cubed = plain = _cubed(shares, table, needs, cap, after_crawford=is_near)
        if crawford and is_near and theirs > one:
            plain = _mean_after(shares, table, needs, after_crawford=True)
        # The shares are those of equal players, so the other score is the same one seen from the other side.
        for array, chance in ((table.after, cubed), (before, plain)):
            array[mine, theirs], array[theirs, mine] = chance, 1 - chance
    return table


def _begun(shares: GameShares, length: int) -> tuple[Chances, float]:
    # Where a draw scores half a point, scores in between exist.
    unit = 0.5 if shares.draw == 0.5 else 1.0
    return even_chances(ceil(length / unit) + 1), unit


def _mean_after(
    shares: GameShares,
    table: EquityTable,
    needs: tuple[float, float],
    *,
    after_crawford: bool = False,
) -> float:
    """The mean chance after a game without the cube; a draw that scores nothing is replayed."""
    total = weight = 0.0
    for points, share in zip(shares.points, shares.shares, strict=True):
        mine, theirs = (points, -points) if points else (shares.draw, shares.draw)
        # Without the replayed games the remaining shares must be weighted anew.
        if max(mine, theirs) > 0:
            away = needs[0] - max(mine, 0), needs[1] - max(theirs, 0)
            total += share * table.chance(*away, after_crawford=after_crawford)
            weight += share
    return total / weight


def _cubed(
    shares: GameShares,
    table: EquityTable,
    needs: tuple[float, float],
    cap: int,
    *,
    after_crawford: bool,
) -> float:
    """The chance at the start of a game with a centered cube."""

    def chance_after(mine: float, theirs: float) -> float:
        away = needs[0] - mine, needs[1] - theirs
        return table.chance(*away, after_crawford=after_crawford)

    points = tuple(point for point in shares.points if point or shares.draw)
    kept = [s for p, s in zip(shares.points, shares.shares, strict=True) if p or shares.draw]
    ladder = CubeLevels.of(Stake(*needs, value=1, cap=cap), points, shares.draw, chance_after)
    # By the time of the first double one player has had some luck.
    ahead = np.array(kept) / sum(kept) * (1 + shares.swing * 2 * np.sign(points))
    # Either player is the lucky one equally often.
    chances = np.stack([ahead, ahead[::-1]])
    levels = levels_of(ladder, chances)
    return float(chances_with_cube(ladder, levels, Owner.NOBODY, efficiency=EFFICIENCY).mean())


@lru_cache(maxsize=64)
def table_for(rules: Rules) -> EquityTable:
    """The table for matches of a game; for backgammon a published one.

    >>> from nardy.games import BACKGAMMON
    >>> table_for(BACKGAMMON).name
    'Kazaross XG2 25 point MET'
    """
    is_backgammon = rules.published.id == "backgammon" and rules.stakes == rules.published.stakes
    if is_backgammon and rules.cube_play and rules.crawford and not rules.cube_cap:
        return published()
    if rules == rules.published and rules.id in (stored := _stored()):
        before, trailing = (np.array(stored[rules.id][part]) for part in ("before", "trailing"))
        return EquityTable.of(rules.id, before, trailing).locked()
    shares = shares_of(rules)
    if rules.cube_play:
        # The Holland rule is not valued (docs/decisions/holland.md).
        made = table_with_cube(
            shares, LONGEST, rules.id, crawford=rules.crawford, cap=rules.cube_cap
        )
    else:
        made = table_without_cube(shares, LONGEST, rules.id)
    return made.locked()
