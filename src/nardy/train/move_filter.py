"""Training of the move filter on the network's ranking of turns.

The network values all turns of a roll. A softmax of the filter's scores should give the same chances as
one of these values. So the filter learns to separate the best few, with differences in points (a listwise
loss: Cao and others 2007).
"""

from typing import NamedTuple, Self

import numpy as np

from nardy.evaluation.cube.match_value import Evaluator
from nardy.evaluation.network.move_filter import HIDDEN, MoveFilter
from nardy.evaluation.network.network import Floats
from nardy.kernel import layout as at
from nardy.kernel.layout import Bytes, Finals, Ints, Pins, Rows
from nardy.kernel.learning import adam, first_gradient
from nardy.kernel.scoring import FACT_LEFT, FACT_TURNS_MINE, GOING_ON
from nardy.search.bomb import explode_where_better
from nardy.search.choose import Worth, all_finals, choose, left_over, worth_of
from nardy.search.tables import LISTED, GameTables, Tables, chosen_rows, opening_rolls, rows_of
from nardy.train.candidate_pairs import chances
from nardy.train.selfplay import MOST_PLIES

TEMPERATURE = 0.04
"""In points: a turn that is this much better has 2.7 times the chance."""
BATCH = 16
"""Rolls in a training step."""
RATE, LAST_RATE = 3e-3, 2e-4
PASSES = 2
"""Number of times each roll is used."""
TABLES = 256
PORTION = 4_000
"""Rolls played before each training pass."""
SAMPLED_SHARE = 0.4
"""Share of rolls that are used; those of one game are similar."""


class Ordered(NamedTuple):
    """Rolls with the positions after all turns of each, and their values for the mover."""

    boards: Bytes
    pins: Pins
    offsets: Ints
    equities: Floats

    @classmethod
    def of(cls, finals: Finals, worth: Worth) -> Self:
        """The rolls that have a choice."""
        widths = np.diff(finals.offsets)
        kept = np.repeat(widths > 1, widths)
        offsets = np.concatenate([[0], np.cumsum(widths[widths > 1])])
        return cls(finals.boards[kept], finals.pins[kept], offsets, worth.equities[kept])

    @property
    def size(self) -> int:
        """Number of rolls."""
        return len(self.offsets) - 1

    def some(self, rows: Ints) -> Self:
        """The rolls with these indices, in this order."""
        widths = np.diff(self.offsets)[rows]
        offsets = np.concatenate([[0], np.cumsum(widths)])
        starts: Ints = self.offsets[rows] - offsets[:-1]
        which = np.repeat(starts, widths) + np.arange(offsets[-1], dtype=np.int64)
        return type(self)(self.boards[which], self.pins[which], offsets, self.equities[which])


def join_rolls(parts: list[Ordered]) -> Ordered:
    """The rolls of several parts."""
    widths = np.concatenate([np.diff(part.offsets) for part in parts])
    return Ordered(
        np.concatenate([part.boards for part in parts]),
        np.concatenate([part.pins for part in parts]),
        np.concatenate([[0], np.cumsum(widths)]),
        np.concatenate([part.equities for part in parts]),
    )


class MoveFilterLearner:
    """A move filter in training."""

    def __init__(self, move_filter: MoveFilter, seed: int) -> None:
        """Start from a move filter, whose weights are then changed."""
        self.move_filter = move_filter
        self.random = np.random.default_rng(seed)
        self.gradient = MoveFilter(move_filter.rules, np.zeros_like(move_filter.flat))
        self.moments = np.zeros((2, len(move_filter.flat)), np.float32)
        self.steps = 0

    def learn(self, rolls: Ordered, rate: float, passes: int = PASSES) -> float:
        """Several passes over the rolls in random order; return the mean loss of the last, in nats."""
        total = 0.0
        for _ in range(passes):
            order = self.random.permutation(rolls.size)
            total = sum(
                self._step(rolls.some(order[low : low + BATCH]), rate)
                for low in range(0, rolls.size, BATCH)
            )
        return total / max(1, rolls.size)

    def _step(self, rolls: Ordered, rate: float) -> float:
        move_filter = self.move_filter
        move_filter.refresh()
        hidden = np.empty((len(rolls.boards), HIDDEN), np.float32)
        move_filter.fill(rolls.boards, rolls.pins, hidden)
        got = chances(hidden @ move_filter.views["last"], rolls.offsets, TEMPERATURE)
        wanted = chances(rolls.equities, rolls.offsets, TEMPERATURE)
        error: Floats = (got - wanted) / np.float32(TEMPERATURE * rolls.size)
        self._backward(rolls, hidden, error)
        self.steps += 1
        adam(move_filter.flat, self.gradient.flat, self.moments, rate, self.steps)
        return float(-(wanted * np.log(np.maximum(got, 1e-9))).sum())

    def _backward(self, rolls: Ordered, hidden: Floats, error: Floats) -> None:
        weights, gradient = self.move_filter.views, self.gradient.views
        gradient["last"] += hidden.T @ error
        lower: Floats = error[:, None] * weights["last"] * (hidden > 0)
        count = len(error)
        nothing = np.empty((count, 0), np.float32)
        first_gradient(
            (rolls.boards, rolls.pins, at.OPPONENT),
            (nothing, np.zeros(count, np.int8)),
            self.move_filter.basis,
            lower,
            (
                gradient["points"][None],
                gradient["pinned"][None],
                np.empty((1, 0, HIDDEN), np.float32),
                gradient["bias"][None],
            ),
        )


class Examples:
    """Self-play games of a network, as training data for its move filter."""

    def __init__(self, game: GameTables, seed: int) -> None:
        """Equal seeds and networks give equal rolls."""
        self.game = game
        self.random = np.random.default_rng(seed)
        self.tables = Tables.begun(game, TABLES)
        self.plies = np.zeros(TABLES, np.int64)

    def more(self, network: Evaluator, count: int) -> Ordered:
        """At least *count* rolls with a choice, if the game has any."""
        parts: list[Ordered] = []
        for _ in range(MOST_PLIES):
            parts.append(self._step(network))
            if sum(part.size for part in parts) >= count:
                break
        return join_rolls(parts)

    def _step(self, network: Evaluator) -> Ordered:
        game, tables = self.game, self.tables
        if game.rules.bomb:
            explode_where_better(game, tables, network.value)
        rolls = self.random.integers(1, 7, (TABLES, 2), np.int8)
        fresh = np.flatnonzero(self.plies == 0)
        rolls[fresh] = opening_rolls(game, self.random, len(fresh))
        rows = rows_of(game, tables, rolls, tables.facts[:, FACT_TURNS_MINE].astype(np.int64))
        rolled = tables.facts[:, FACT_LEFT] == 0
        simple = rolled & (rows.mids[:, at.MID_DICE] <= LISTED)
        sampled = np.flatnonzero(simple & (self.random.random(TABLES) < SAMPLED_SHARE))
        found = ordered(game, tables.part(sampled), chosen_rows(rows, sampled), network)
        turn = choose(game, tables, rows, network.value)
        tables.advance(np.arange(TABLES), turn, left_over(game, rows, rolled, turn.played))
        self.plies += 1
        ended = np.flatnonzero((turn.outcomes != GOING_ON) | (self.plies == MOST_PLIES))
        self.plies[ended] = 0
        tables.begin(game, ended)
        return found


def ordered(game: GameTables, tables: Tables, rows: Rows, network: Evaluator) -> Ordered:
    """All turns of some rolls with the network's values."""
    finals = all_finals(game, rows)
    return Ordered.of(finals, worth_of(game, tables, finals, network.value))


def train_filter(game: GameTables, network: Evaluator, seed: int, rolls: int) -> MoveFilterLearner:
    """Train a move filter for a finished network on this many rolls of its games."""
    learner = MoveFilterLearner(MoveFilter.random(game.rules, seed), seed)
    examples = Examples(game, seed)
    portions = max(1, -(-rolls // PORTION))
    for n in range(portions):
        rate = RATE + (LAST_RATE - RATE) * n / portions
        learner.learn(examples.more(network, min(rolls, PORTION)), rate)
    return learner
