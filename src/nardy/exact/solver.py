"""Solve a game of up to three checkers a side exactly, by value iteration over all positions.

Every sweep computes all values one roll earlier, with each player taking the best turn (R. Bellman
1957), until nothing changes. The solution is for money play without a cube, with gammons as the rules
have them.
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
from nardy.kernel.bearoff_rolls import DICE
from nardy.kernel.layout import Floats, Ints, Numbers
from nardy.kernel.solving import NONE, Sides, SweepTables, sweep

# Three take 1 GB of memory (docs/guide/exact.md); four would give 50 times as many positions.
MOST_CHECKERS = 3
PARTS = 8
"""Groups of the sides with nothing on the bar; a single group needs almost three times the sweeps."""
MOST_LEFT = 2
"""Values of two and three moves of a die are kept; a fourth is computed when needed."""


def require_solvable(rules: Rules) -> None:
    """Refuse a game that is too large, or has a law that the solver does not support.

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
    """float32[n]: the loss of each side if the opponent has just finished."""
    return np.array([loss(rules, tuple(side))[1] for side in sides.counts.tolist()], np.float32)


@dataclass(frozen=True)
class Sweeps:
    """The progress of a solution."""

    count: int
    change: float
    """The largest change of any value in the last sweep, in points."""


class Solver:
    """The values of all positions of one game, improved sweep by sweep.

    Equal numbers of sweeps give equal values, with any number of threads.
    """

    def __init__(self, rules: Rules, threads: int = 1) -> None:
        """Start before the first sweep: only finished games have a value.

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
        """float32[n, n]: value for the player on roll, by the numbers of that player's side and of the
        opponent's; 0 for impossible positions."""
        self.values[:, 0] = -losses_of(rules, self.sides)
        self.groups = list(_groups(self.sides))
        self.known = _known(rules, self.sides, threads)

    @property
    def is_position(self) -> NDArray[np.bool_]:
        """bool[n, n]: the positions of unfinished games."""
        held = self.sides.held
        theirs = _faced(self.rules, held)
        stands = np.bitwise_and(held[:, None], theirs[None]) == 0
        # Side 0 has borne off all its checkers, so the game is over.
        stands[0] = stands[:, 0] = False
        return stands

    def sweep(self) -> Sweeps:
        """Sweep once over all positions; each group uses the new values of earlier groups."""
        before, after = self.values.copy(), self.values.copy()
        known = self.known._replace(values=self.values)
        scratch = known.singles.shape[0] - self.threads

        def part(group: Numbers, n: int) -> None:
            # Every nth side, because neighbors take equally long: each thread then has the same
            # work.
            some = np.ascontiguousarray(group[n :: self.threads])
            sweep(self.laws, known, some, scratch + n, after)

        with ThreadPoolExecutor(self.threads) as pool:
            for group in self.groups:
                list(pool.map(part, [group] * self.threads, range(self.threads)))
                # Only after all threads are done, so values do not depend on their number or
                # order.
                self.values[:, group] = after[:, group]
        change = float(np.abs(self.values - before).max())
        self.done = Sweeps(self.done.count + 1, change)
        return self.done

    def sweeps(self, tolerance: float) -> Iterator[Sweeps]:
        """Sweep until no value changes by more than this; the values of the last sweep are final."""
        # Extrapolation saves about a third of the sweeps (docs/guide/exact.md).
        anderson = Anderson()
        most = float(np.abs(self.values[:, 0]).max())
        while True:
            before = self.values.copy()
            yield self.sweep()
            if self.done.change <= tolerance:
                return
            # Extrapolation may overshoot; no value can exceed the largest loss.
            self.values = anderson.mixed(before, self.values).clip(-most, most)


def _faced(rules: Rules, masks: Ints) -> Ints:
    """Masks of points in the opponent's numbering."""
    found = np.zeros_like(masks)
    for point in range(1, at.BAR):
        found |= (masks >> point & 1) << rules.facing(point)
    return found


def _groups(sides: Sides) -> Iterator[Numbers]:
    """The opponent's sides in the order of a sweep; those of one group may be solved in any order.

    A hit leads to a side with more checkers on the bar, so these come first; then sides nearer to
    the end. Values with all opposing checkers off stay unchanged.
    """
    on_bar = sides.counts[:, at.BAR]
    for count in range(int(on_bar.max()), 0, -1):
        yield np.flatnonzero(on_bar == count).astype(np.int32)
    rest = np.flatnonzero(on_bar == 0)[1:].astype(np.int32)
    yield from np.array_split(rest, PARTS)


def _known(rules: Rules, sides: Sides, threads: int) -> SweepTables:
    """The tables of a sweep: rows of sides with checkers on the bar, and one scratch row a thread."""
    count = len(sides.held)
    kept = np.flatnonzero(sides.counts[:, at.BAR])
    shelves = np.full(count, NONE, np.int32)
    shelves[kept] = np.arange(len(kept))
    # The number of checkers limits how many can be kept from leaving the head.
    levels = min(rules.head + 1, rules.checkers) + 1 if rules.head else 1
    shape = (len(kept) + threads, count, levels, DICE)
    lists = (*shape, MOST_LEFT)
    prize = float(rules.stakes[0]) if rules.first_hit_wins else 0.0
    # A placeholder: each sweep puts its values there.
    nothing = np.zeros((0, 0), np.float32)
    singles, chains = np.zeros(shape, np.float32), np.zeros(lists, np.float32)
    return SweepTables(sides, shelves, nothing, singles, chains, np.zeros(lists, np.int8), prize)
