"""Some games begin with turns at random, so that what good play avoids is learned too.

Back games, crashed boards and lost formations are rare where both sides play well, and that is
where a network errs most.
"""

import numpy as np

from nardy.evaluation.network.network import Floats, Positions
from nardy.kernel.layout import Ints, Rows
from nardy.search.choose import Value, choose, in_order
from nardy.search.tables import GameTables, Tables, TurnTaken, chosen_rows

WILD_SHARE = 0.15
"""Of all games, those that begin at random."""
MOST_WILD = 24
"""Turns at random, at most."""


class Starts:
    """How many turns of each game are played at random."""

    def __init__(self, random: np.random.Generator, count: int) -> None:
        """So many games, all about to begin."""
        self.random = random
        self.wild = np.zeros(count, np.int64)
        self.begin(np.arange(count))

    def begin(self, rows: Ints) -> None:
        """Draw lots for games that begin."""
        lengths = self.random.integers(1, MOST_WILD + 1, len(rows))
        self.wild[rows] = np.where(self.random.random(len(rows)) < WILD_SHARE, lengths, 0)

    def choose(
        self, game: GameTables, tables: Tables, rows: Rows, told: tuple[Value, Ints]
    ) -> TurnTaken:
        """A turn in every game: the best by its value, or any; `told` are value and plies."""
        value, plies = told
        is_wild = plies < self.wild
        if not is_wild.any():
            return choose(game, tables, rows, value)
        wild, calm = np.flatnonzero(is_wild), np.flatnonzero(~is_wild)
        # At random means any turn, not one that a sieve likes.
        every = game.sieved(None)
        found = choose(every, tables.part(wild), chosen_rows(rows, wild), self._at_random(game))
        if not len(calm):
            return found
        best = choose(game, tables.part(calm), chosen_rows(rows, calm), value)
        return in_order(np.concatenate([calm, wild]), best, found)

    def _at_random(self, game: GameTables) -> Value:
        def value(positions: Positions) -> tuple[Floats, Floats]:
            count, outcomes = len(positions.boards), len(game.points)
            chances = np.full((count, outcomes), 1 / outcomes, np.float32)
            return chances, self.random.uniform(-0.5, 0.5, count).astype(np.float32)

        return value
