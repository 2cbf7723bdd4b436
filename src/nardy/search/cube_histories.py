"""Cube histories of games played side by side: who turned the cube, and the result.

A history is the course of the cube from one starting cube: the present one, or one doubled at once.
Several histories of a game share its rolls and turns. The game is played to its end even when all its
histories have ended with a pass, for its cubeless result.
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from nardy.evaluation.cube.cubeful import DOUBLE_PASS
from nardy.evaluation.cube.cubes import CubeJudge, Cubes, Late, turned
from nardy.evaluation.network.network import Floats
from nardy.kernel.layout import Bytes, Ints
from nardy.kernel.scoring import FACT_FIRST, FACT_LEFT
from nardy.search.choose import Value

Doubles = NDArray[np.float64]


class CubeEvaluator(Protocol):
    """Position values for players with this cube value and owner."""

    def __call__(self, plain: Value, value: int, owner: int) -> tuple[Doubles, Value]:
        """The worth of outcomes float64[2, outcomes] by FACT_FIRST, and values of positions.

        `plain` gives the outcome chances.
        """
        ...


@dataclass(frozen=True, eq=False)
class RolloutCube:
    """How the cube is played in a rollout."""

    judge: CubeJudge
    cubes: tuple[Cubes, ...]
    """For each history: the starting cube of each of the m positions."""
    may_double_first: tuple[bool, ...]
    """For each history: whether the player on roll may double before the first roll."""
    evaluator: CubeEvaluator | None = None
    """For matches, where turns depend on the cube of the first history; None: turns ignore the cube."""


class CubeHistories:
    """The cubes of n games in each history, and the results so far."""

    def __init__(self, rollout_cube: RolloutCube, of: Ints, facts: Bytes) -> None:
        """`of` int64[n] is the starting position of each game."""
        self.judge = rollout_cube.judge
        self.cubes = [cubes.part(of) for cubes in rollout_cube.cubes]
        self.may_double = list(rollout_cube.may_double_first)
        self.open = np.ones((len(of), len(self.cubes)), np.bool_)
        self.found = np.zeros(self.open.shape)
        """Results so far, seen by the player who was on roll at the start."""
        self.first = facts[:, FACT_FIRST].copy()

    def play_cubes(self, rows: Ints, facts: Bytes, chances: Floats, late: Late) -> None:
        """Cube play before a roll in these games: double where right, then take or pass."""
        is_late, worth = late
        for n, cubes in enumerate(self.cubes):
            may_double, self.may_double[n] = self.may_double[n], True
            some = np.flatnonzero(self.open[rows, n]) if may_double else rows[:0]
            if len(some):
                games, facts_now = rows[some], facts[some]
                judged = self.judge.judge(
                    chances[some], facts_now, cubes.part(games), (is_late[some], worth[some])
                )
                passed = np.flatnonzero(judged.choices == DOUBLE_PASS)
                self._add(n, games[passed], facts_now[passed], judged.worth[passed])
                self.open[games[passed], n] = False
                for array, new in zip(
                    cubes, turned(judged.choices, facts_now, cubes.part(games)), strict=True
                ):
                    array[games] = new

    def take_luck(self, rows: Ints, facts: Bytes, worth: Floats, excess: Floats) -> None:
        """Subtract the luck of the rolls; its mean over the 21 rolls is 0.

        Args:
            rows: The games.
            facts: Of the players on roll.
            worth: float32[n, 21, outcomes], for those players, after the best answer to each roll.
            excess: float32[n, 21]: 1 for the roll that came up, minus the chance of each roll.
        """
        rolls, outcomes = worth.shape[1:]
        for n, cubes in enumerate(self.cubes):
            some = np.flatnonzero(self.open[rows, n])
            if len(some):
                after = np.repeat(facts[some], rolls, 0)
                after[:, FACT_FIRST] = 1 - after[:, FACT_FIRST]
                after[:, FACT_LEFT] = 0
                chances = worth[some].reshape(-1, outcomes)[:, ::-1]
                held = cubes.part(np.repeat(rows[some], rolls))
                equities = -self.judge.judge(chances, after, held).worth.reshape(-1, rolls)
                self._add(n, rows[some], facts[some], -(equities * excess[some]).sum(1))

    def end(self, rows: Ints, facts: Bytes, results: Doubles) -> None:
        """Add the results of games that a turn has ended; `results` [n, outcomes] are the movers'."""
        for n, cubes in enumerate(self.cubes):
            some = np.flatnonzero(self.open[rows, n])
            games = rows[some]
            worth = self.judge.ended(results[some], facts[some], cubes.part(games))
            self._add(n, games, facts[some], worth)
            self.open[games, n] = False

    def stop(self, rows: Ints, facts: Bytes, chances: Floats, late: Late) -> None:
        """Stop games before a roll; the estimated equity stands for the result."""
        is_late, worth = late
        for n, cubes in enumerate(self.cubes):
            some = np.flatnonzero(self.open[rows, n])
            if len(some):
                held = cubes.part(rows[some])
                known = is_late[some], worth[some]
                found = self.judge.judge(chances[some], facts[some], held, known)
                self._add(n, rows[some], facts[some], found.worth)

    def _add(self, n: int, rows: Ints, facts: Bytes, worth: Doubles) -> None:
        same = facts[:, FACT_FIRST] == self.first[rows]
        self.found[rows, n] += np.where(same, worth, -worth)
