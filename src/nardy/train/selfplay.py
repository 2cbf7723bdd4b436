"""Self-play: many games side by side, and training targets for each position.

The target of a position mixes the network's estimate after the next turn with the next position's own
target (TD(lambda), Sutton 1988; Tesauro 1995), down to the outcome.
"""

from typing import NamedTuple

import numpy as np

from nardy.evaluation.cube.match_value import Evaluator
from nardy.evaluation.network.network import Floats, Positions
from nardy.kernel import layout as at
from nardy.kernel.layout import Bytes, Flags, Ints, Pins, Rows
from nardy.kernel.learning import td_targets
from nardy.kernel.scoring import (
    FACT_FIRST,
    FACT_LEFT,
    FACTS_SIZE,
    GOING_ON,
)
from nardy.search.bomb import explode_where_better
from nardy.search.choose import Value, choose, left_over
from nardy.search.tables import LISTED, GameTables, Tables, TurnTaken, opening_rolls, rows_of

MOST_PLIES = 600
"""Longer games are truncated; the network's last estimate stands for the outcome."""


class Lessons(NamedTuple):
    """Positions seen by the player who rolls next, each with its target chances."""

    boards: Bytes
    pins: Pins
    facts: Bytes
    targets: Floats

    @property
    def size(self) -> int:
        """Number of positions."""
        return len(self.boards)


class EndlessGames:
    """Games side by side in which one turn is played at a time."""

    def __init__(self, game: GameTables, count: int, random: np.random.Generator) -> None:
        """Set up the tables; equal generators and networks give equal games."""
        self.game = game
        self.random = random
        self.tables = Tables.begun(game, count)
        self.plies = np.zeros(count, np.int64)
        self.games = 0
        self.evaluations = 0

    def counted(self, network: Evaluator) -> Value:
        """The values of a network, which are counted."""

        def value(positions: Positions) -> tuple[Floats, Floats]:
            self.evaluations += len(positions.boards)
            return network.value(positions)

        return value

    def roll(self, value: Value) -> Rows:
        """Explode the bombs that should be, and roll the dice of the next turns."""
        game, tables = self.game, self.tables
        if game.rules.bomb:
            explode_where_better(game, tables, value)
        rolls = self.random.integers(1, 7, (len(self.plies), 2), np.int8)
        fresh = np.flatnonzero(self.plies == 0)
        rolls[fresh] = opening_rolls(game, self.random, len(fresh))
        return rows_of(game, tables, rolls)

    def sampled(self, rows: Rows, share: float) -> Flags:
        """bool[n]: a share of the turns, of those that can be listed."""
        listed = (self.tables.facts[:, FACT_LEFT] == 0) & (rows.mids[:, at.MID_DICE] <= LISTED)
        return listed & (self.random.random(len(listed)) < share)

    def advance(self, rows: Rows, turn: TurnTaken) -> Ints:
        """Play the turns; return the games that have ended, or are too long."""
        rolled = self.tables.facts[:, FACT_LEFT] == 0
        left = left_over(self.game, rows, rolled, turn.played)
        self.tables.advance(slice(None), turn, left)
        self.plies += 1
        return np.flatnonzero((turn.outcomes != GOING_ON) | (self.plies == MOST_PLIES))

    def restart(self, ended: Ints) -> None:
        """Begin other games at these tables."""
        self.plies[ended] = 0
        self.tables.begin(self.game, ended)
        self.games += len(ended)


class SelfPlay(EndlessGames):
    """Self-play games of a network, whose positions are kept until the game ends."""

    def __init__(self, game: GameTables, count: int, seed: int) -> None:
        """Set up the tables; equal seeds and networks give equal games."""
        super().__init__(game, count, np.random.default_rng(seed))
        outcomes = len(game.points)
        self.boards = np.empty((MOST_PLIES, count, 2, at.PLACES), np.int8)
        self.pins = np.empty((MOST_PLIES, count, 2), np.int32)
        self.facts = np.empty((MOST_PLIES, count, FACTS_SIZE), np.int8)
        self.estimates = np.empty((MOST_PLIES, count, outcomes), np.float32)
        self.turns = 0
        self.results = np.zeros(outcomes, np.int64)
        """Counts of the outcomes, seen by the player who moved first."""

    def step(self, network: Evaluator, keep: float) -> list[Lessons]:
        """Play one turn in every game; return the lessons of games that end.

        `keep` is lambda: the weight of later targets against the estimate one turn later.
        """
        value, everyone = self.counted(network), np.arange(len(self.plies))
        rows = self.roll(value)
        turn = choose(self.game, self.tables, rows, value)
        self.boards[self.plies, everyone] = self.tables.boards
        self.pins[self.plies, everyone] = self.tables.pins
        self.facts[self.plies, everyone] = self.tables.facts
        self.estimates[self.plies, everyone] = turn.probabilities
        ended = self.advance(rows, turn)
        self.turns += len(everyone)
        lessons = [self._lessons(int(row), int(turn.outcomes[row]), keep) for row in ended]
        self.restart(ended)
        return lessons

    def _lessons(self, row: int, outcome: int, keep: float) -> Lessons:
        plies = int(self.plies[row])
        facts = self.facts[:plies, row].copy()
        targets = np.empty((plies, len(self.results)), np.float32)
        estimates = np.ascontiguousarray(self.estimates[:plies, row])
        firsts = np.ascontiguousarray(facts[:, FACT_FIRST])
        td_targets(estimates, firsts, outcome, float(keep), targets)
        if outcome != GOING_ON:
            self.results[outcome if firsts[-1] else len(self.results) - 1 - outcome] += 1
        return Lessons(
            self.boards[:plies, row].copy(), self.pins[:plies, row].copy(), facts, targets
        )
