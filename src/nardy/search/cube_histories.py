"""Cube histories of games played side by side: who turned the cube, and the result.

A history is everything that happens to the cube from one start: the present cube, or a doubled one.
Several histories of a game share its rolls and turns. The game is played to its end even when all its
histories have ended with a pass, for its cubeless result.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nardy.evaluation.cube.cubeful import DOUBLE_PASS
from nardy.evaluation.cube.cubes import CubeJudge, Cubes, Late, turned
from nardy.evaluation.network.network import Floats, Value
from nardy.kernel.layout import Bytes, Ints
from nardy.kernel.scoring import FACT_FIRST, FACT_LEFT

Doubles = NDArray[np.float64]


CubeEvaluator = Callable[[Value, int, int], tuple[Doubles, Value]]
"""The evaluation for players with some cube: from outcome chances, the cube's value and its owner.

It gives the worth of outcomes float64[2, outcomes] by FACT_FIRST, and values of positions.
"""


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
        """Start all histories; `of` int64[n] is the starting position of each game."""
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
        for n, some, games, held in self._open(rows):
            if self.may_double[n]:
                now = facts[some]
                choices, equities = self.judge.judge(
                    chances[some], now, held, (is_late[some], worth[some])
                )
                passed = np.flatnonzero(choices == DOUBLE_PASS)
                self._add(n, games[passed], now[passed], equities[passed])
                self.open[games[passed], n] = False
                for array, new in zip(self.cubes[n], turned(choices, now, held), strict=True):
                    array[games] = new
        # The restriction holds for the first roll alone.
        self.may_double = [True] * len(self.cubes)

    def take_luck(self, rows: Ints, facts: Bytes, worth: Floats, excess: Floats) -> None:
        """Subtract the luck of the rolls; its mean over the 21 rolls is 0.

        Args:
            rows: The games.
            facts: Of the players on roll.
            worth: float32[n, 21, outcomes], for those players, after the best answer to each roll.
            excess: float32[n, 21]: 1 for the roll that came up, minus the chance of each roll.
        """
        rolls, outcomes = worth.shape[1:]
        for n, some, games, held in self._open(rows):
            after = np.repeat(facts[some], rolls, 0)
            # After the answer the opponent is on roll.
            after[:, FACT_FIRST] = 1 - after[:, FACT_FIRST]
            after[:, FACT_LEFT] = 0
            chances = worth[some].reshape(-1, outcomes)[:, ::-1]
            many = held.part(np.repeat(np.arange(len(some)), rolls))
            equities = -self.judge.judge(chances, after, many).worth.reshape(-1, rolls)
            self._add(n, games, facts[some], -(equities * excess[some]).sum(1))

    def end(self, rows: Ints, facts: Bytes, results: Doubles) -> None:
        """Add the results of games that a turn has ended; `results` [n, outcomes] are the movers'."""
        for n, some, games, held in self._open(rows):
            worth = self.judge.ended(results[some], facts[some], held)
            self._add(n, games, facts[some], worth)
            self.open[games, n] = False

    def stop(self, rows: Ints, facts: Bytes, chances: Floats, late: Late) -> None:
        """Stop games before a roll; the estimated equity stands for the result."""
        is_late, worth = late
        for n, some, games, held in self._open(rows):
            known = is_late[some], worth[some]
            found = self.judge.judge(chances[some], facts[some], held, known)
            self._add(n, games, facts[some], found.worth)

    def _open(self, rows: Ints) -> Iterator[tuple[int, Ints, Ints, Cubes]]:
        """The histories that go on in some of these games.

        For each: its number, the indices into `rows`, the games there, and their cubes.
        """
        for n, cubes in enumerate(self.cubes):
            some = np.flatnonzero(self.open[rows, n])
            if len(some):
                yield n, some, rows[some], cubes.part(rows[some])

    def _add(self, n: int, rows: Ints, facts: Bytes, worth: Doubles) -> None:
        same = facts[:, FACT_FIRST] == self.first[rows]
        self.found[rows, n] += np.where(same, worth, -worth)
