"""The cube in look-ahead: who may double on the way, and cubeful values of positions.

Before each roll on the way the player may double. The value there is the better of waiting and
doubling. So positions are valued with the present cube and with the doubled one. Equities are in
units of the starting cube; in a match 1 and -1 are a single won and lost there.
"""

from dataclasses import dataclass
from typing import NamedTuple, Self

import numpy as np

from nardy.core.cube import Owner
from nardy.core.situation import Situation
from nardy.evaluation.cube.equity_table import Chances
from nardy.evaluation.cube.match_cube import EFFICIENCY, CubeLevels, chances_with_cube, levels_of
from nardy.evaluation.cube.match_value import match_ladder
from nardy.evaluation.cube.money_cube import Access, dead_cubes, money_worth, stakes_of_many
from nardy.evaluation.network.network import Floats
from nardy.evaluation.outcomes import points_of


class Stand(NamedTuple):
    """The cube at some moment, seen by the player on roll."""

    level: int
    """Number of doubles since the look-ahead began."""
    owner: Owner

    def flipped(self) -> "Stand":
        return Stand(self.level, self.owner.flipped())


@dataclass(frozen=True, eq=False)
class MatchCubeValues:
    """Cube values in a match for one of the players while on roll."""

    ladder: CubeLevels
    """Seen by the player on roll."""

    def doubled(self, stand: Stand) -> Stand | None:
        """The cube after a double and take; None where doubling is not allowed or useless."""
        mine, _ = self.ladder.useless
        # The ladder ends where doubling is useless to both.
        if stand.owner is Owner.OPPONENT or mine[stand.level] or stand.level + 1 == len(mine):
            return None
        return Stand(stand.level + 1, Owner.OPPONENT)

    def cash(self, stand: Stand) -> float:
        """Equity when the opponent passes the double."""
        return float(self.ladder.normalized(self.ladder.cash[stand.level]))

    def worth(self, chances: Floats, stands: list[Stand]) -> Chances:
        """float64[n, stands]: static cubeful equities of positions before the player's roll.

        `chances` [n, outcomes] are the player's; a finished game has 1 at its outcome.
        """
        levels = levels_of(self.ladder, chances)
        found = [
            chances_with_cube(self.ladder, levels, stand.owner, level=stand.level)
            for stand in stands
        ]
        return self.ladder.normalized(np.stack(found, 1))


@dataclass(frozen=True, eq=False)
class MoneyCubeValues:
    """`MatchCubeValues` for a money game or a single game, the same for both players."""

    points: Chances
    """float64[outcomes], the best first."""
    value: int
    """The starting cube."""
    cap: int
    """The largest value of the cube; 0 without a limit."""
    jacoby: bool

    def doubled(self, stand: Stand) -> Stand | None:
        if stand.owner is Owner.OPPONENT or self._is_dead(stand):
            return None
        return Stand(stand.level + 1, Owner.OPPONENT)

    def cash(self, stand: Stand) -> float:
        return float(1 << stand.level)

    def worth(self, chances: Floats, stands: list[Stand]) -> Chances:
        stakes, count = stakes_of_many(self.points, chances), len(chances)
        found: list[Chances] = []
        for stand in stands:
            access, capped = Access.of(stand.owner, count), np.full(count, self._is_dead(stand))
            worth = money_worth(stakes, access, EFFICIENCY, jacoby=self.jacoby, capped=capped)
            found.append(worth * self.cash(stand))
        return np.stack(found, 1)

    def _is_dead(self, stand: Stand) -> bool:
        return bool(dead_cubes(self.cap, np.array([self.value << stand.level]))[0])


CubeValues = MatchCubeValues | MoneyCubeValues


@dataclass(frozen=True, eq=False)
class CubeAhead:
    """The cube of a game during look-ahead from some moment."""

    cube_values: tuple[CubeValues, CubeValues]
    """Of the player whose FACT_FIRST is 0, and of the other."""
    stands: tuple[Stand, Stand]
    """The starting cube as seen by each."""

    @classmethod
    def of(cls, situation: Situation) -> Self | None:
        """The cube at a moment; None where the game has none."""
        rules, stand = situation.rules, Stand(0, situation.cube.owner)
        if not rules.cube_play:
            return None
        if situation.score is not None:
            ladder = match_ladder(situation)
            mine, theirs = MatchCubeValues(ladder), MatchCubeValues(ladder.flipped())
        else:
            value, points = situation.cube.value, points_of(rules)
            mine = theirs = MoneyCubeValues(points, value, rules.cube_cap, rules.jacoby)
        # The index is FACT_FIRST, which is 1 for the player of the first turn.
        if situation.first is situation.to_act:
            return cls((theirs, mine), (stand.flipped(), stand))
        return cls((mine, theirs), (stand, stand.flipped()))
