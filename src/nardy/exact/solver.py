"""Solve a game of up to three checkers a side exactly, by value iteration over all positions.

Every sweep makes of what positions are worth what they are worth a roll earlier, each player
taking the best turn (R. Bellman 1957), until nothing changes any more. What is solved is money
play without a cube: a gammon counts as the rules say.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nardy.core.choices import Contact, HomeHit, LastThrow
from nardy.core.outcome import loss
from nardy.core.rules import Rules
from nardy.errors import RulesError
from nardy.exact.anderson import Anderson
from nardy.exact.sides import sides_of
from nardy.kernel import layout as at
from nardy.kernel.arrays import rules_array
from nardy.kernel.bearoff import DICE
from nardy.kernel.features import Floats
from nardy.kernel.layout import Ints
from nardy.kernel.solving import NONE, Numbers, Sides, SweepTables, sweep

MOST_CHECKERS = 3
PARTS = 8
"""Groups of the sides with nothing on the bar: with one it takes almost three times the sweeps."""
MOST_LEFT = 2
"""Of two and of three moves of a die the worth is kept; a fourth is looked at when it is due."""


def require_solvable(rules: Rules) -> None:
    """Refuse a game that is too large, or that has a law which the solver does not know.

    Raises:
        RulesError: with the law's name.
    """
    quarter = rules.quarter
    laws = {
        f"at most {MOST_CHECKERS} checkers a side": rules.checkers <= MOST_CHECKERS,
        "contact = hit or block": rules.contact is not Contact.PIN,
        "cascade_count = 0": not rules.cascade_count,
        "last_throw = off": rules.last_throw is LastThrow.OFF,
        "bomb = off": not rules.bomb,
        "home_hit = free": rules.home_hit is HomeHit.FREE,
        "a quarter that holds all checkers": quarter is None or quarter.most >= rules.checkers,
    }
    for law, holds in laws.items():
        if not holds:
            raise RulesError(
                f"expected a game with {law} to solve, and {rules.name} is none "
                "(for example 'hypergammon')"
            )


def losses_of(rules: Rules, sides: Sides) -> Floats:
    """float32[n]: what each side loses if the opponent has just finished."""
    return np.array([loss(rules, tuple(side))[1] for side in sides.counts.tolist()], np.float32)


@dataclass(frozen=True)
class Sweeps:
    """How far a solution is."""

    count: int
    change: float
    """The largest change of any value in the last sweep, in points."""


class Solver:
    """The values of all positions of one game, made better sweep by sweep.

    The same number of sweeps gives the same values, however many threads there are.
    """

    def __init__(self, rules: Rules, threads: int = 1) -> None:
        """Before the first sweep: only finished games are worth something.

        Raises:
            RulesError: see `require_solvable`.
        """
        require_solvable(rules)
        self.rules = rules
        self.laws = rules_array(rules)
        self.sides = sides_of(rules)
        self.threads = threads
        self.done = Sweeps(0, np.inf)
        count = len(self.sides.held)
        self.values: Floats = np.zeros((count, count), np.float32)
        """float32[n, n]: what a position is worth to the player on roll, by the numbers of his
        side and of the opponent's; 0 where no game can stand so."""
        self.values[:, 0] = -losses_of(rules, self.sides)
        self.groups = list(_groups(self.sides))
        self.known = _known(rules, self.sides, threads)

    @property
    def is_position(self) -> NDArray[np.bool_]:
        """bool[n, n]: where a game that is not over can stand."""
        held = self.sides.held
        theirs = _faced(self.rules, held)
        stands = np.bitwise_and(held[:, None], theirs[None]) == 0
        stands[0] = stands[:, 0] = False
        return stands

    def sweep(self) -> Sweeps:
        """One more sweep over all positions, each group by the values that those before got."""
        before, after = self.values.copy(), self.values.copy()
        known = self.known._replace(values=self.values)
        scratch = known.singles.shape[0] - self.threads

        def part(group: Numbers, n: int) -> None:
            some = np.ascontiguousarray(group[n :: self.threads])
            sweep(self.laws, known, some, scratch + n, after)

        with ThreadPoolExecutor(self.threads) as pool:
            for group in self.groups:
                list(pool.map(part, [group] * self.threads, range(self.threads)))
                self.values[:, group] = after[:, group]
        change = float(np.abs(self.values - before).max())
        self.done = Sweeps(self.done.count + 1, change)
        return self.done

    def sweeps(self, tolerance: float) -> Iterator[Sweeps]:
        """Sweep until no value changes by more than this; the last sweep's values stand."""
        anderson = Anderson()
        most = float(np.abs(self.values[:, 0]).max())
        while True:
            before = self.values.copy()
            yield self.sweep()
            if self.done.change <= tolerance:
                return
            self.values = anderson.mixed(before, self.values).clip(-most, most)


def _faced(rules: Rules, masks: Ints) -> Ints:
    """Masks of points by the opponent's numbers."""
    found = np.zeros_like(masks)
    for point in range(1, at.BAR):
        found |= (masks >> point & 1) << rules.facing(point)
    return found


def _groups(sides: Sides) -> Iterator[Numbers]:
    """The opponent's sides in the order of a sweep; within a group it does not matter.

    A hit leads to a side with more checkers on the bar: these come first. Then those come first
    that are nearer to the end. Where the opponent has all off the value stays as it is.
    """
    on_bar = sides.counts[:, at.BAR]
    for count in range(int(on_bar.max()), 0, -1):
        yield np.flatnonzero(on_bar == count).astype(np.int32)
    rest = np.flatnonzero(on_bar == 0)[1:].astype(np.int32)
    yield from np.array_split(rest, PARTS)


def _known(rules: Rules, sides: Sides, threads: int) -> SweepTables:
    """The rows to keep: of the sides with checkers on the bar, and one for each thread."""
    count = len(sides.held)
    kept = np.flatnonzero(sides.counts[:, at.BAR])
    shelves = np.full(count, NONE, np.int32)
    shelves[kept] = np.arange(len(kept))
    # No more checkers can be kept from leaving the head than there are.
    levels = min(rules.head + 1, rules.checkers) + 1 if rules.head else 1
    shape = (len(kept) + threads, count, levels, DICE)
    lists = (*shape, MOST_LEFT)
    prize = float(rules.stakes[0]) if rules.first_hit_wins else 0.0
    nothing = np.zeros((0, 0), np.float32)
    singles, chains = np.zeros(shape, np.float32), np.zeros(lists, np.float32)
    return SweepTables(sides, shelves, nothing, singles, chains, np.zeros(lists, np.int8), prize)
