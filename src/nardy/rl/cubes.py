"""The doubling cube in many games at once: who may double, takes, and scores with the cube."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nardy.core.choices import Opening
from nardy.core.rules import Rules
from nardy.evaluation.cube.cubes import NOBODYS, Cubes
from nardy.evaluation.network.network import Floats
from nardy.kernel.layout import Bytes, Ints
from nardy.kernel.scoring import (
    FACT_BOMB_MINE,
    FACT_BOMB_THEIRS,
    FACT_FIRST,
    FACT_LEFT,
    FACT_TURNS_MINE,
    FACT_TURNS_THEIRS,
    FACTS_SIZE,
)
from nardy.search.tables import Tables

SWAPPED = np.arange(FACTS_SIZE)
"""Indices that swap the facts of both players."""
SWAPPED[[FACT_BOMB_MINE, FACT_BOMB_THEIRS]] = FACT_BOMB_THEIRS, FACT_BOMB_MINE
SWAPPED[[FACT_TURNS_MINE, FACT_TURNS_THEIRS]] = FACT_TURNS_THEIRS, FACT_TURNS_MINE
# The largest value that the option cube_cap can have (core/options.py).
LARGEST = 4_096
"""Cap for games without one: a learner that always doubles would overflow the numbers."""


class CubeLaws(NamedTuple):
    """The cube rules of a game; without beavers, raccoons and automatic doubles."""

    cap: int
    jacoby: bool
    opening_is_played: bool
    """Whether the opening roll is played, so that nobody can double before the first turn."""

    @classmethod
    def of(cls, rules: Rules) -> "CubeLaws":
        return cls(rules.cube_cap, rules.jacoby, rules.opening is Opening.USE)

    def may_double(self, cubes: Cubes, facts: Bytes, turns: Ints) -> NDArray[np.bool_]:
        """bool[n]: where the players on roll may double."""
        may = (cubes.owners != 1 - facts[:, FACT_FIRST]) & (facts[:, FACT_LEFT] == 0)
        may &= 2 * cubes.values <= (self.cap or LARGEST)
        if self.opening_is_played:
            may &= turns > 0
        return may

    def scored(self, cubes: Cubes, points: Floats) -> Floats:
        """float32[n]: points of finished games, cube included."""
        if self.jacoby:
            points = np.where(cubes.owners == NOBODYS, np.clip(points, -1, 1), points)
        scores: Floats = (points * cubes.values).astype(np.float32)
        return scores


def centered(count: int) -> Cubes:
    """Centered cubes."""
    return Cubes(np.ones(count, np.int64), np.full(count, NOBODYS, np.int8))


def taken(cubes: Cubes, rows: Ints, facts: Bytes) -> Cubes:
    """The cubes with those of *rows* doubled and taken; `facts` [n, 7] are the doublers'."""
    # Copies, because observations refer to the arrays.
    values, owners = cubes.values.copy(), cubes.owners.copy()
    values[rows] *= 2
    owners[rows] = 1 - facts[rows, FACT_FIRST]
    return Cubes(values, owners)


def recentered(cubes: Cubes, rows: Ints) -> Cubes:
    """The cubes with those of *rows* centered again."""
    values, owners = cubes.values.copy(), cubes.owners.copy()
    values[rows], owners[rows] = 1, NOBODYS
    return Cubes(values, owners)


def flipped_facts(facts: Bytes) -> Bytes:
    """The facts as seen by the other players."""
    swapped = facts[:, SWAPPED].copy()
    swapped[:, FACT_FIRST] = 1 - swapped[:, FACT_FIRST]
    return swapped


def flipped(tables: Tables, rows: Ints) -> Tables:
    """The tables, with those of *rows* seen by the other player."""
    swapped = tables.copied()
    swapped.boards[rows] = tables.boards[rows, ::-1]
    swapped.pins[rows] = tables.pins[rows, ::-1]
    swapped.facts[rows] = flipped_facts(tables.facts[rows])
    return swapped
