"""The doubling cube at many tables: who is asked, what a double does, what games score with it."""

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
"""Where the other player finds each fact."""
SWAPPED[[FACT_BOMB_MINE, FACT_BOMB_THEIRS]] = FACT_BOMB_THEIRS, FACT_BOMB_MINE
SWAPPED[[FACT_TURNS_MINE, FACT_TURNS_THEIRS]] = FACT_TURNS_THEIRS, FACT_TURNS_MINE
LARGEST = 4_096
"""Where the game has no limit: a learner that always doubles would leave the numbers behind."""


class CubeLaws(NamedTuple):
    """What a game says of its cube; no beavers and raccoons, and no automatic doubles."""

    cap: int
    jacoby: bool
    opening_is_played: bool
    """Then nobody can double before the first turn."""

    @classmethod
    def of(cls, rules: Rules) -> "CubeLaws":
        """Those of a game."""
        return cls(rules.cube_cap, rules.jacoby, rules.opening is Opening.USE)

    def may_double(self, cubes: Cubes, facts: Bytes, turns: Ints) -> NDArray[np.bool_]:
        """Where the players on roll may double: bool[n]."""
        may = (cubes.owners != 1 - facts[:, FACT_FIRST]) & (facts[:, FACT_LEFT] == 0)
        may &= 2 * cubes.values <= (self.cap or LARGEST)
        if self.opening_is_played:
            may &= turns > 0
        return may

    def scored(self, cubes: Cubes, points: Floats) -> Floats:
        """The points of games that are over, float32[n], the cube counted in."""
        if self.jacoby:
            points = np.where(cubes.owners == NOBODYS, np.clip(points, -1, 1), points)
        scores: Floats = (points * cubes.values).astype(np.float32)
        return scores


def centered(count: int) -> Cubes:
    """So many cubes in the middle."""
    return Cubes(np.ones(count, np.int64), np.full(count, NOBODYS, np.int8))


def taken(cubes: Cubes, rows: Ints, facts: Bytes) -> Cubes:
    """Cubes of which some were turned; `facts` [n, 7] are those of the doublers."""
    values, owners = cubes.values.copy(), cubes.owners.copy()
    values[rows] *= 2
    owners[rows] = 1 - facts[rows, FACT_FIRST]
    return Cubes(values, owners)


def recentered(cubes: Cubes, rows: Ints) -> Cubes:
    """Cubes of which some are in the middle again."""
    values, owners = cubes.values.copy(), cubes.owners.copy()
    values[rows], owners[rows] = 1, NOBODYS
    return Cubes(values, owners)


def flipped_facts(facts: Bytes) -> Bytes:
    """The facts as the other players see them."""
    swapped = facts[:, SWAPPED].copy()
    swapped[:, FACT_FIRST] = 1 - swapped[:, FACT_FIRST]
    return swapped


def flipped(tables: Tables, rows: Ints) -> Tables:
    """Tables of which some are seen by the other player."""
    swapped = tables.copied()
    swapped.boards[rows] = tables.boards[rows, ::-1]
    swapped.pins[rows] = tables.pins[rows, ::-1]
    swapped.facts[rows] = flipped_facts(tables.facts[rows])
    return swapped
