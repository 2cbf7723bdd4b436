"""Cube play in many games at once: who doubles, who passes, and what each game is worth.

The formulas of `cubeful.py`, for games that started from one moment and now have different cubes.
Equities are in units of the cube at that moment; in a match 1 and -1 are a single won and lost there.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from nardy.core.cube import Cube, Owner
from nardy.core.rules import HOLLAND_TURNS
from nardy.core.situation import Situation
from nardy.evaluation.cube import cubeful
from nardy.evaluation.cube.equity_table import Chances
from nardy.evaluation.cube.match_cube import CubeLevels, chances_with_cube, levels_of
from nardy.evaluation.cube.match_value import MatchValue, match_ladder
from nardy.evaluation.cube.money_cube import Access, Flags, dead_cubes, money_equities
from nardy.evaluation.network.network import Floats, Value
from nardy.evaluation.outcomes import points_of
from nardy.kernel.bearoff_cube import CENTERED, OWNED, THEIRS
from nardy.kernel.layout import Bytes, Ints
from nardy.kernel.scoring import FACT_FIRST, FACT_LEFT, FACT_TURNS_MINE, FACT_TURNS_THEIRS

NOBODYS = -1
"""The owner of a centered cube; otherwise the FACT_FIRST of the owner."""

Late = tuple[Flags, Floats]
"""Which positions exact/two_sided.py knows, and their equities if nobody doubles now."""


class Cubes(NamedTuple):
    """The cubes of n games."""

    values: Ints
    """int64[n]."""
    owners: Bytes
    """int8[n]: NOBODYS, or the FACT_FIRST of the owner."""

    def part(self, rows: Ints | Flags) -> "Cubes":
        """Copies of these rows."""
        return Cubes(self.values[rows], self.owners[rows])


class CubeDecisions(NamedTuple):
    """The right cube actions in n games before a roll, for the players on roll."""

    choices: Bytes
    """int8[n]: indices into CHOICES; NO_DOUBLE where doubling is not allowed."""
    worth: Chances
    """float64[n]: equities with that action."""


def cubes_of(situation: Situation, count: int) -> Cubes:
    """The cube on the table, once for each of *count* games that are played on from this moment.

    The player on roll changes in each game, so the owner is kept by who made the first turn (FACT_FIRST).
    """
    first = int(situation.first is situation.to_act)
    owner = {Owner.NOBODY: NOBODYS, Owner.PLAYER: first}.get(situation.cube.owner, 1 - first)
    values = np.full(count, situation.cube.value, np.int64)
    return Cubes(values, np.full(count, owner, np.int8))


def turned(choices: Bytes, facts: Bytes, cubes: Cubes) -> Cubes:
    """The cubes after doubles that are taken or beavered; others unchanged."""
    times = np.ones(len(choices), np.int64)
    times[choices == cubeful.DOUBLE_TAKE] = 2
    # The double and the beaver each multiply the stake by two.
    times[choices == cubeful.BEAVER] = 4
    owners = np.where(times > 1, 1 - facts[:, FACT_FIRST], cubes.owners).astype(np.int8)
    return Cubes(cubes.values * times, owners)


def may_double(situation: Situation, facts: Bytes, cubes: Cubes) -> Flags:
    """bool[n]: where the player on roll may double (core/cube_acts.py)."""
    rules = situation.rules
    if not rules.cube_play or situation.is_crawford:
        return np.zeros(len(facts), np.bool_)
    may: Flags = (cubes.owners != 1 - facts[:, FACT_FIRST]) & (facts[:, FACT_LEFT] == 0)
    if rules.cube_cap:
        may &= 2 * cubes.values <= rules.cube_cap
    if situation.holland_counts:
        taken = np.minimum(facts[:, FACT_TURNS_MINE], facts[:, FACT_TURNS_THEIRS])
        may &= taken >= HOLLAND_TURNS
    return may


class MoneyCubes:
    """Values cubes in money games, with the Jacoby rule and beavers where the rules have them.

    `chances` [n, outcomes] and `facts` int8[n, 7] are those of the player on roll.
    """

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.points = points_of(situation.rules)

    def judge(
        self, chances: Floats, facts: Bytes, cubes: Cubes, late: Late | None = None
    ) -> CubeDecisions:
        """Whether to double, take or pass; `late` holds exact equities of waiting."""
        rules, first = self.situation.rules, facts[:, FACT_FIRST]
        access = Access(cubes.owners != 1 - first, cubes.owners != first)
        waits, taken = money_equities(rules, chances, (cubes.values, access))
        if late is not None:
            is_late, worth = late[0] & ~dead_cubes(rules.cube_cap, 2 * cubes.values), late[1]
            kinds = np.where(cubes.owners == NOBODYS, CENTERED, OWNED)
            kinds = np.where(access.player, kinds, THEIRS)[is_late]
            waits[is_late] = worth[is_late, kinds]
            taken[is_late] = 2 * worth[is_late, THEIRS]
        passed = np.ones_like(waits)
        equities = waits, taken, passed
        choices = cubeful.choices_of(equities, beavers=rules.beavers)
        if rules.cube_cap and rules.beavers:
            plain = cubeful.choices_of(equities, beavers=False)
            # A beaver needs room for two more doublings under the cap.
            choices = np.where(4 * cubes.values <= rules.cube_cap, choices, plain).astype(np.int8)
        choices[~may_double(self.situation, facts, cubes)] = cubeful.NO_DOUBLE
        worth = np.choose(choices, (waits, waits, taken, passed, cubeful.many_beavered(taken)))
        return CubeDecisions(choices, worth * self._units(cubes))

    def ended(self, chances: Chances, facts: Bytes, cubes: Cubes) -> Chances:
        """Equities of games that ended so, float64[n]; Jacoby makes them singles while the cube is centered."""
        points = chances @ self.points
        if self.situation.rules.jacoby:
            points = np.where(cubes.owners == NOBODYS, np.clip(points, -1, 1), points)
        worth: Chances = points * self._units(cubes)
        return worth

    def _units(self, cubes: Cubes) -> Chances:
        units: Chances = cubes.values / self.situation.cube.value
        return units


class MatchCubes:
    """Values cubes in games of a match at one score, as `MoneyCubes` in money games."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.mine = int(situation.first is situation.to_act)
        # A cache of this instance: one on the class would keep every judge alive.
        self._ladder = lru_cache(maxsize=64)(self._made_ladder)

    def judge(
        self, chances: Floats, facts: Bytes, cubes: Cubes, late: Late | None = None
    ) -> CubeDecisions:
        """Whether to double, take or pass, by match chances."""
        choices, worth = np.zeros(len(facts), np.int8), np.zeros(len(facts))
        for rows, first, value, owner in _by_cube(facts, cubes):
            ladder = self._ladder(value, first)
            levels = levels_of(ladder, chances[rows])
            held = chances_with_cube(ladder, levels, owner)
            taken = chances_with_cube(ladder, levels, Owner.OPPONENT, level=1)
            found = held, taken, np.full_like(held, ladder.cash[0])
            some = cubeful.choices_of(map(ladder.normalized, found), beavers=False)
            some[~may_double(self.situation, facts[rows], cubes.part(rows))] = cubeful.NO_DOUBLE
            if ladder.useless[0][0]:
                # The present stake already wins the match, so a double only adds risk.
                some[:] = cubeful.NO_DOUBLE
            choices[rows] = some
            best = np.choose(np.minimum(some, cubeful.DOUBLE_PASS), (held, held, taken, found[2]))
            worth[rows] = self._as_equities(best, first)
        return CubeDecisions(choices, worth)

    def ended(self, chances: Chances, facts: Bytes, cubes: Cubes) -> Chances:
        worth = np.zeros(len(facts))
        for rows, first, value, _ in _by_cube(facts, cubes):
            chance = chances[rows] @ self._ladder(value, first).worth[0]
            worth[rows] = self._as_equities(chance, first)
        return worth

    def evaluation(self, plain: Value, value: int, owner: int) -> tuple[Chances, Value]:
        """The worth of outcomes and position values for players with this cube value and owner."""
        cube = Cube(value, _owner_of(owner, self.mine))
        match = MatchValue.of(replace(self.situation, cube=cube), plain)
        return match.worth, match.value

    def _made_ladder(self, value: int, first: int) -> CubeLevels:
        cube = Cube(value, self.situation.cube.owner)
        ladder = match_ladder(replace(self.situation, cube=cube))
        return ladder if first == self.mine else ladder.flipped()

    def _as_equities(self, chances: Chances, first: int) -> Chances:
        """Match chances as equities at the starting cube."""
        return self._ladder(self.situation.cube.value, first).normalized(chances)


CubeJudge = MoneyCubes | MatchCubes


def judge_of(situation: Situation) -> CubeJudge:
    return (MoneyCubes if situation.is_money else MatchCubes)(situation)


def _by_cube(facts: Bytes, cubes: Cubes) -> Iterator[tuple[Ints, int, int, Owner]]:
    """Rows grouped by player on roll and cube: rows, FACT_FIRST, value, owner."""
    keys = np.stack([facts[:, FACT_FIRST], cubes.values, cubes.owners], 1)
    kinds, which = np.unique(keys, axis=0, return_inverse=True)
    for n, (first, value, owner) in enumerate(kinds.tolist()):
        yield np.flatnonzero(which.ravel() == n), first, value, _owner_of(owner, first)


def _owner_of(owner: int, first: int) -> Owner:
    """The owner of a cube as seen by the player with this FACT_FIRST."""
    return {NOBODYS: Owner.NOBODY, first: Owner.PLAYER}.get(owner, Owner.OPPONENT)
