"""The cube while looking ahead: who may double on the way, and what positions are worth after it.

A player who looks ahead meets moments before a roll at which somebody may double. What a position
is worth there is the better of waiting and doubling; to know it, positions have to be valued with
the cube as it is and as it would be. All equities are in units of the cube as it stood at first; in
a match 1 and -1 are what a single won or lost was worth there.
"""

from dataclasses import dataclass
from typing import NamedTuple, Protocol, Self

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
    """How often it has been doubled since the look ahead began."""
    owner: Owner

    def flipped(self) -> "Stand":
        """The same seen by the opponent."""
        return Stand(self.level, self.owner.flipped())


class CubeValues(Protocol):
    """What cubes are worth to one of the players while he is on roll."""

    def doubled(self, stand: Stand) -> Stand | None:
        """The cube once his double is taken; None where he may not double or has no use for it."""
        ...

    def cash(self, stand: Stand) -> float:
        """What it is worth that the opponent passes his double."""
        ...

    def worth(self, chances: Floats, stands: list[Stand]) -> Chances:
        """float64[n, stands]: what positions are worth before his roll, no ply ahead.

        `chances` [n, outcomes] are his, of every outcome; of a game that is over its own is 1.
        """
        ...


@dataclass(frozen=True, eq=False)
class MatchCubeValues:
    """In a match."""

    ladder: CubeLevels
    """Seen by the player on roll."""

    def doubled(self, stand: Stand) -> Stand | None:
        """The cube once his double is taken; None where he may not double or has no use for it."""
        mine, _ = self.ladder.useless
        if stand.owner is Owner.OPPONENT or mine[stand.level] or stand.level + 1 == len(mine):
            return None
        return Stand(stand.level + 1, Owner.OPPONENT)

    def cash(self, stand: Stand) -> float:
        """What it is worth that the opponent passes his double."""
        return float(self.ladder.normalized(self.ladder.cash[stand.level]))

    def worth(self, chances: Floats, stands: list[Stand]) -> Chances:
        """float64[n, stands]: what positions are worth before his roll, no ply ahead."""
        levels = levels_of(self.ladder, chances)
        found = [
            chances_with_cube(self.ladder, levels, stand.owner, level=stand.level)
            for stand in stands
        ]
        return self.ladder.normalized(np.stack(found, 1))


@dataclass(frozen=True, eq=False)
class MoneyCubeValues:
    """In a money game or a single one, the same for both players."""

    points: Chances
    """float64[outcomes], the best first."""
    value: int
    """The cube as it stood at first."""
    cap: int
    """The largest value of the cube; 0 without a limit."""
    jacoby: bool

    def doubled(self, stand: Stand) -> Stand | None:
        """The cube once his double is taken; None where he may not double."""
        if stand.owner is Owner.OPPONENT or self._is_dead(stand):
            return None
        return Stand(stand.level + 1, Owner.OPPONENT)

    def cash(self, stand: Stand) -> float:
        """What it is worth that the opponent passes his double."""
        return float(1 << stand.level)

    def worth(self, chances: Floats, stands: list[Stand]) -> Chances:
        """float64[n, stands]: what positions are worth before his roll, no ply ahead."""
        stakes, count = stakes_of_many(self.points, chances), len(chances)
        found: list[Chances] = []
        for stand in stands:
            mine = np.full(count, stand.owner is not Owner.OPPONENT)
            theirs = np.full(count, stand.owner is not Owner.PLAYER)
            access = Access(mine, theirs).unless(np.full(count, self._is_dead(stand)))
            worth = money_worth(stakes, access, EFFICIENCY, jacoby=self.jacoby)
            found.append(worth * self.cash(stand))
        return np.stack(found, 1)

    def _is_dead(self, stand: Stand) -> bool:
        return bool(dead_cubes(self.cap, np.array([self.value << stand.level])).now[0])


@dataclass(frozen=True, eq=False)
class CubeAhead:
    """The cube of a game that is looked ahead from some moment."""

    cube_values: tuple[CubeValues, CubeValues]
    """Of the player whose FACT_FIRST is 0, and of the other."""
    stands: tuple[Stand, Stand]
    """The cube as it stands at first, seen by each."""

    @classmethod
    def of(cls, situation: Situation) -> Self | None:
        """The cube of a moment; None where the game has none."""
        rules, stand = situation.rules, Stand(0, situation.cube.owner)
        mine: CubeValues
        theirs: CubeValues
        if not rules.cube_play:
            return None
        if situation.score is not None:
            ladder = match_ladder(situation)
            mine, theirs = MatchCubeValues(ladder), MatchCubeValues(ladder.flipped())
        else:
            points = points_of(rules)
            mine = MoneyCubeValues(points, situation.cube.value, rules.cube_cap, rules.jacoby)
            theirs = mine
        if situation.first is situation.to_act:
            return cls((theirs, mine), (stand.flipped(), stand))
        return cls((mine, theirs), (stand, stand.flipped()))
