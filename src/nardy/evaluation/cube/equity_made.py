"""Match equity tables computed from how a game ends, score by score, without and with the cube.

The chance at a score is the mean of the chances at the scores that the next game leads to, which
are all nearer to the end. With the cube the next game is one position in which both win as often,
valued as any other (match_cube.py).
"""

from collections.abc import Iterator
from functools import lru_cache
from math import ceil

import numpy as np

from nardy.core.cube import Owner
from nardy.core.rules import Rules
from nardy.evaluation.cube.equity_files import published
from nardy.evaluation.cube.equity_table import Chances, EquityTable
from nardy.evaluation.cube.game_shares import GameShares, shares_of
from nardy.evaluation.cube.match_cube import CubeLevels, Stake, chances_with_cube, levels_of

LONGEST = 25
"""Points of the longest match whose scores are all computed; longer ones are read off from it."""
EFFICIENCY = 0.8
"""A whole game is nearer to a live cube than most positions in it: with this value what is computed
for backgammon is nearest to the published table, within 0.003 up to five points away."""


def table_without_cube(shares: GameShares, length: int, name: str = "computed") -> EquityTable:
    """The exact table of games without a cube.

    >>> single = GameShares((1.0, -1.0), (0.5, 0.5))
    >>> table_without_cube(single, 3).chance(1, 3)
    0.875
    """
    chances, unit = _begun(shares, length)
    table = EquityTable(name, chances, chances, unit)
    for mine, theirs in _scores(len(chances) - 1):
        chances[mine, theirs] = _mean_after(shares, table, (mine * unit, theirs * unit))
    return table


def table_with_cube(
    shares: GameShares,
    length: int,
    *,
    name: str = "computed",
    crawford: bool = True,
    efficiency: float = EFFICIENCY,
) -> EquityTable:
    """The table of games with a cube, by Janowski's model.

    Args:
        shares: How the game ends.
        length: Of the longest match, in points.
        name: What the table is called.
        crawford: Whether nobody doubles in the first game after a player is one away.
        efficiency: How near to a live cube a game is, 0 to 1.
    """
    before, unit = _begun(shares, length)
    table = EquityTable(name, before, before.copy(), unit)
    one = round(1 / unit)
    # Only with a player one away do both arrays differ, and after the Crawford game comes first.
    for mine, theirs in _scores(len(before) - 1):
        needs = mine * unit, theirs * unit
        is_near = min(mine, theirs) <= one
        cubed = _cubed(shares, table, needs, efficiency, after_crawford=is_near)
        table.after[mine, theirs] = cubed
        before[mine, theirs] = cubed
        if crawford and (mine <= one) != (theirs <= one):
            before[mine, theirs] = _mean_after(shares, table, needs, after_crawford=True)
    return table


def _begun(shares: GameShares, length: int) -> tuple[Chances, float]:
    unit = 0.5 if shares.draw == 0.5 else 1.0
    size = ceil(length / unit) + 1
    chances = np.full((size, size), 0.5)
    chances[0], chances[:, 0] = 1, 0
    chances[0, 0] = 0.5
    return chances, unit


def _scores(size: int) -> Iterator[tuple[int, int]]:
    return ((mine, theirs) for mine in range(1, size + 1) for theirs in range(1, size + 1))


def _mean_after(
    shares: GameShares,
    table: EquityTable,
    needs: tuple[float, float],
    *,
    after_crawford: bool = False,
) -> float:
    """The mean chance after a game without the cube; a draw that gives nothing is played again."""
    total = weight = 0.0
    for points, share in zip(shares.points, shares.shares, strict=True):
        mine, theirs = (points, -points) if points else (shares.draw, shares.draw)
        if max(mine, theirs) > 0:
            away = needs[0] - max(mine, 0), needs[1] - max(theirs, 0)
            total += share * table.chance(*away, after_crawford=after_crawford)
            weight += share
    return total / weight


def _cubed(
    shares: GameShares,
    table: EquityTable,
    needs: tuple[float, float],
    efficiency: float,
    *,
    after_crawford: bool,
) -> float:
    """The chance at the beginning of a game with the cube in the middle."""

    def chance_after(mine: float, theirs: float) -> float:
        away = needs[0] - mine, needs[1] - theirs
        return table.chance(*away, after_crawford=after_crawford)

    points = tuple(point for point in shares.points if point or shares.draw)
    kept = [s for p, s in zip(shares.points, shares.shares, strict=True) if p or shares.draw]
    ladder = CubeLevels.of(Stake(*needs, value=1), points, shares.draw, chance_after)
    # Before anybody can double one of them has had some luck.
    ahead = np.array(kept) / sum(kept) * (1 + shares.swing * 2 * np.sign(points))
    chances = np.stack([ahead, ahead[::-1]])
    levels = levels_of(ladder, chances)
    return float(chances_with_cube(ladder, levels, Owner.NOBODY, efficiency=efficiency).mean())


@lru_cache(maxsize=64)
def table_for(rules: Rules) -> EquityTable:
    """The table that a game's matches are played by: for backgammon a published one.

    >>> from nardy.games import BACKGAMMON
    >>> table_for(BACKGAMMON).name
    'Kazaross XG2 25 point MET'
    """
    is_backgammon = rules.published.id == "backgammon" and rules.stakes == rules.published.stakes
    if is_backgammon and rules.cube_play and rules.crawford:
        return published()
    shares = shares_of(rules)
    if rules.cube_play:
        return table_with_cube(shares, LONGEST, name=rules.id, crawford=rules.crawford)
    return table_without_cube(shares, LONGEST, name=rules.id)
