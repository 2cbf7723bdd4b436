"""Self-play: many games side by side, and training targets for each position.

The target of a position mixes the network's estimate after the next turn with the next position's own
target (TD(lambda), Sutton 1988; Tesauro 1995), down to the outcome.
"""

from typing import NamedTuple, Self

import numpy as np

from nardy.evaluation.cube.match_value import Evaluator
from nardy.evaluation.network.network import Floats, Positions
from nardy.kernel import layout as at
from nardy.kernel.layout import Bytes, Ints, Pins
from nardy.kernel.learning import td_targets
from nardy.kernel.scoring import (
    FACT_FIRST,
    FACT_LEFT,
    FACT_TURNS_MINE,
    FACTS_SIZE,
    GOING_ON,
)
from nardy.search.bomb import explode_where_better
from nardy.search.choose import choose, left_over
from nardy.search.tables import GameTables, Tables, opening_rolls, rows_of

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

    def some(self, which: Ints | slice) -> Self:
        boards, pins, facts, targets = self
        return type(self)(boards[which], pins[which], facts[which], targets[which])


def joined(parts: list[Lessons]) -> Lessons:
    """The lessons of several parts."""
    return Lessons(
        np.concatenate([part.boards for part in parts]),
        np.concatenate([part.pins for part in parts]),
        np.concatenate([part.facts for part in parts]),
        np.concatenate([part.targets for part in parts]),
    )


class SelfPlay:
    """Endless self-play games of a network."""

    def __init__(self, game: GameTables, count: int, seed: int) -> None:
        """Set up the tables; equal seeds and networks give equal games."""
        self.game = game
        self.random = np.random.default_rng(seed)
        self.tables = Tables.begun(game, count)
        outcomes = len(game.points)
        self.plies = np.zeros(count, np.int64)
        self.boards = np.empty((MOST_PLIES, count, 2, at.PLACES), np.int8)
        self.pins = np.empty((MOST_PLIES, count, 2), np.int32)
        self.facts = np.empty((MOST_PLIES, count, FACTS_SIZE), np.int8)
        self.estimates = np.empty((MOST_PLIES, count, outcomes), np.float32)
        self.games = 0
        self.turns = 0
        self.evaluations = 0
        self.results = np.zeros(outcomes, np.int64)
        """Counts of the outcomes, seen by the player who moved first."""

    def step(self, network: Evaluator, keep: float) -> list[Lessons]:
        """Play one turn in every game; return the lessons of games that end.

        `keep` is lambda: the weight of later targets against the estimate one turn later.
        """
        game, tables = self.game, self.tables
        count = len(self.plies)

        def value(positions: Positions) -> tuple[Floats, Floats]:
            self.evaluations += len(positions.boards)
            return network.value(positions)

        everyone = np.arange(count)
        if game.rules.bomb:
            explode_where_better(game, tables, value)
        rolls = self.random.integers(1, 7, (count, 2), np.int8)
        fresh = np.flatnonzero(self.plies == 0)
        rolls[fresh] = opening_rolls(game, self.random, len(fresh))
        rows = rows_of(game, tables, rolls, tables.facts[:, FACT_TURNS_MINE].astype(np.int64))
        rolled = tables.facts[:, FACT_LEFT] == 0
        turn = choose(game, tables, rows, value)
        self.boards[self.plies, everyone] = tables.boards
        self.pins[self.plies, everyone] = tables.pins
        self.facts[self.plies, everyone] = tables.facts
        self.estimates[self.plies, everyone] = turn.probabilities
        tables.advance(everyone, turn, left_over(game, rows, rolled, turn.played))
        self.plies += 1
        self.turns += count
        over = (turn.outcomes != GOING_ON) | (self.plies == MOST_PLIES)
        lessons = [
            self._lessons(int(row), int(turn.outcomes[row]), keep) for row in np.flatnonzero(over)
        ]
        ended = np.flatnonzero(over)
        self.plies[ended] = 0
        tables.begin(game, ended)
        self.games += len(ended)
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
