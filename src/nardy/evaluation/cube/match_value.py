"""Position values in a match: match chances with the cube, as equities.

A network gives outcome chances. What an outcome is worth depends on the score, the cube and its owner:
with one point to go a gammon is worth no more than a single.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Protocol, Self

import numpy as np

from nardy.core.cube import Owner
from nardy.core.rules import Rules
from nardy.core.situation import Score, Situation
from nardy.evaluation.cube.equity_made import table_for
from nardy.evaluation.cube.equity_table import Chances, EquityTable, points_of_draw
from nardy.evaluation.cube.match_cube import CubeLevels, Stake, chances_with_cube, levels_of
from nardy.evaluation.network.network import Floats, Positions, Value
from nardy.evaluation.outcomes import outcomes_of
from nardy.kernel.scoring import FACT_FIRST


class MatchChances(NamedTuple):
    """Match chances, 0 to 1, of the player who may double and rolls next."""

    no_double: float
    double_take: float
    double_pass: float


def match_ladder(situation: Situation, table: EquityTable | None = None) -> CubeLevels:
    """The cube levels of the player who must act.

    Args:
        situation: A moment of a match.
        table: Match equities; by default those of the game (equity_made.table_for).
    """
    rules, score = situation.rules, situation.score
    if score is None:
        raise ValueError("expected a moment of a match, got a money game")
    cube = situation.cube.value
    ladder = _ladder(rules, score, cube, table or table_for(rules))
    return ladder.without_cube() if score.is_crawford or not rules.cube_play else ladder


@lru_cache(maxsize=256)
def _ladder(rules: Rules, score: Score, cube: int, table: EquityTable) -> CubeLevels:
    stake = Stake(score.length - score.player, score.length - score.opponent, cube, rules.cube_cap)
    return CubeLevels.of(
        stake,
        outcomes_of(rules).points,
        points_of_draw(rules),
        lambda mine, theirs: table.chance_after(rules, score, mine, theirs),
    )


def match_chances(situation: Situation, chances: Floats, price: float = 0.0) -> MatchChances:
    """Match chances of doubling and of not doubling.

    Args:
        situation: A moment of a match.
        chances: Of every outcome for the player who may double, the best first.
        price: Cost of waiting where a double is free, as an equity (`price_of_waiting`).
    """
    ladder = match_ladder(situation)
    levels = levels_of(ladder, chances[None])
    held = float(chances_with_cube(ladder, levels, situation.cube.owner)[0])
    taken = chances_with_cube(ladder, levels, Owner.OPPONENT, level=1)
    if price:
        dead = float(chances.astype(np.float64) @ ladder.worth[0])
        # An equity spans 2 from loss to cash, hence the half; waiting is never worth less than a
        # dead cube.
        held = max(held - price * float(ladder.cash[0] - ladder.loss[0]) / 2, dead)
    return MatchChances(held, float(taken[0]), float(ladder.cash[0]))


def is_free(situation: Situation) -> bool:
    """Whether a double costs nothing, as for the trailer after the Crawford game.

    Waiting gains nothing and may lose the market: after the next two rolls the opponent may pass.
    """
    if situation.is_money or not situation.cube.owner.player_has_access:
        return False
    mine, theirs = match_ladder(situation).useless
    return theirs[0] and not mine[0]


def price_of_waiting(situation: Situation, chances: Floats, equity: float) -> float:
    """The cost, as an equity, of not giving a free double at once.

    Args:
        situation: A moment where a double is free.
        chances: Two plies ahead, of every outcome, the best first.
        equity: Mean equity after these plies if the player then doubles (`MatchValue`).
    """
    ladder = match_ladder(situation)
    held = chances_with_cube(ladder, levels_of(ladder, chances[None]), situation.cube.owner)
    return max(0.0, float(ladder.normalized(held)[0]) - equity)


class Evaluator(Protocol):
    """A source of outcome chances: a network, or exact tables in front of one."""

    def value(self, positions: Positions) -> tuple[Floats, Floats]:
        """Probabilities of every outcome, and equities, seen by the player who rolls next."""
        ...


@dataclass(frozen=True, eq=False)
class MatchValue:
    """Position values with match equities; FACT_FIRST tells the two players apart."""

    plain: Value
    """Gives the chances of every outcome."""
    ladders: tuple[CubeLevels, CubeLevels]
    """Of the player whose FACT_FIRST is 0, and of the other."""
    owners: tuple[Owner, Owner]

    @classmethod
    def of(cls, situation: Situation, plain: Value) -> Self:
        """Values of positions that follow from this moment."""
        ladder, owner = match_ladder(situation), situation.cube.owner
        if situation.first is situation.to_act:
            return cls(plain, (ladder.flipped(), ladder), (owner.flipped(), owner))
        return cls(plain, (ladder, ladder.flipped()), (owner, owner.flipped()))

    @property
    def worth(self) -> Chances:
        """float64[2, outcomes]: the equity of every outcome, by FACT_FIRST of its player."""
        return np.stack([ladder.normalized(ladder.worth[0]) for ladder in self.ladders])

    def value(self, positions: Positions) -> tuple[Floats, Floats]:
        """Probabilities and equities of the player who rolls next, as `Network.value`.

        1 is a single won at the starting cube, -1 a single lost.
        """
        probabilities, equities = self.plain(positions)
        for first in (0, 1):
            rows = np.flatnonzero(positions.facts[:, FACT_FIRST] == first)
            if len(rows):
                ladder = self.ladders[first]
                levels = levels_of(ladder, probabilities[rows])
                chances = chances_with_cube(ladder, levels, self.owners[first])
                equities[rows] = ladder.normalized(chances)
        return probabilities, equities
