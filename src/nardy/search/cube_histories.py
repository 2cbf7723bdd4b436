"""The cube while games are played on side by side: who turned it in each, and what that came to.

A story is what becomes of the cube in a game from one beginning on: as it stands, or doubled at once.
Several stories of one game share its rolls and turns, and the game goes on to its end for those who
ask what it is worth without a cube, when all its stories have ended with a pass.
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
    """What positions are worth to who plays them with a cube of this value and owner."""

    def __call__(self, plain: Value, value: int, owner: int) -> tuple[Doubles, Value]:
        """float64[2, outcomes], the worth of every outcome by FACT_FIRST, and of positions.

        `plain` tells how positions end.
        """
        ...


@dataclass(frozen=True, eq=False)
class RolloutCube:
    """How the cube is played in a rollout."""

    judge: CubeJudge
    cubes: tuple[Cubes, ...]
    """Of every story: the cube of each of the m positions."""
    may_double_first: tuple[bool, ...]
    """Of every story: whether who rolls first may double before."""
    evaluator: CubeEvaluator | None = None
    """In a match turns depend on the cube, that of the first story; None: they do not."""


class CubeHistories:
    """The cubes of n games in each story, and what they came to."""

    def __init__(self, rollout_cube: RolloutCube, of: Ints, facts: Bytes) -> None:
        """`of` int64[n] is the position that each game begins with."""
        self.judge = rollout_cube.judge
        self.cubes = [cubes.part(of) for cubes in rollout_cube.cubes]
        self.may_double = list(rollout_cube.may_double_first)
        self.open = np.ones((len(of), len(self.cubes)), np.bool_)
        self.found = np.zeros(self.open.shape)
        """Seen by the player who was on roll at first, up to now."""
        self.first = facts[:, FACT_FIRST].copy()

    def play_cubes(self, rows: Ints, facts: Bytes, chances: Floats, late: Late) -> None:
        """Before a roll in these games: who is right to double does, and is taken or passed."""
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
        """Take out what the rolls give these games: its mean over the 21 rolls is 0.

        Args:
            rows: The games.
            facts: Of the players on roll.
            worth: float32[n, 21, outcomes], for them, after the best answer to each roll.
            excess: float32[n, 21], how likely each roll is, taken from 1 for the one that came.
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
        """Games that a turn has ended; `results` [n, outcomes] and `facts` are the movers'."""
        for n, cubes in enumerate(self.cubes):
            some = np.flatnonzero(self.open[rows, n])
            games = rows[some]
            worth = self.judge.ended(results[some], facts[some], cubes.part(games))
            self._add(n, games, facts[some], worth)
            self.open[games, n] = False

    def stop(self, rows: Ints, facts: Bytes, chances: Floats, late: Late) -> None:
        """Games that are cut before a roll: what is thought of them stands for their end."""
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
