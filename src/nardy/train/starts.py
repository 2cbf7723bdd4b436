"""Random turns at the start of some games, to train on positions that good play avoids.

Back games, crashed boards and lost formations are rare where both sides play well, and networks
err most there.
"""

import numpy as np

from nardy.evaluation.network.network import Floats, Positions
from nardy.kernel.layout import Ints, Rows
from nardy.search.choose import Value, choose, in_order
from nardy.search.tables import GameTables, Tables, TurnTaken, chosen_rows

RANDOM_SHARE = 0.15
"""Share of games with a random start."""
MOST_RANDOM = 24
"""Most random turns in a game."""


class Starts:
    """The number of random turns in each game."""

    def __init__(self, random: np.random.Generator, count: int) -> None:
        self.random = random
        self.random_turns = np.zeros(count, np.int64)
        self.begin(np.arange(count))

    def begin(self, rows: Ints) -> None:
        """Draw the numbers for games that begin."""
        lengths = self.random.integers(1, MOST_RANDOM + 1, len(rows))
        self.random_turns[rows] = np.where(self.random.random(len(rows)) < RANDOM_SHARE, lengths, 0)

    def choose(
        self, game: GameTables, tables: Tables, rows: Rows, value_and_plies: tuple[Value, Ints]
    ) -> TurnTaken:
        """A turn in every game: the best by its value, or a random one; `value_and_plies` are value and plies."""
        value, plies = value_and_plies
        is_random = plies < self.random_turns
        if not is_random.any():
            return choose(game, tables, rows, value)
        random_rows, others = np.flatnonzero(is_random), np.flatnonzero(~is_random)
        # A random turn may be any, not only those that the move filter keeps.
        every = game.with_filter(None)
        found = choose(
            every, tables.part(random_rows), chosen_rows(rows, random_rows), self._at_random(game)
        )
        if not len(others):
            return found
        best = choose(game, tables.part(others), chosen_rows(rows, others), value)
        return in_order(np.concatenate([others, random_rows]), best, found)

    def _at_random(self, game: GameTables) -> Value:
        def value(positions: Positions) -> tuple[Floats, Floats]:
            count, outcomes = len(positions.boards), len(game.points)
            chances = np.full((count, outcomes), 1 / outcomes, np.float32)
            return chances, self.random.uniform(-0.5, 0.5, count).astype(np.float32)

        return value
