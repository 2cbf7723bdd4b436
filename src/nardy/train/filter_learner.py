"""Training of the move filter on the network's ranking of turns.

The network values all turns of a roll. A softmax of the filter's scores should give the same chances as
one of these values. So the filter learns to separate the best few, with differences in points (a listwise
loss: Cao and others 2007).
"""

from typing import NamedTuple

import numpy as np

from nardy.evaluation.cube.match_value import Evaluator
from nardy.evaluation.network.move_filter import HIDDEN, MoveFilter
from nardy.evaluation.network.network import Floats
from nardy.kernel import layout as at
from nardy.kernel.layout import Bytes, Finals, Pins
from nardy.kernel.learning import adam, first_gradient
from nardy.search.choose import Worth, all_finals, choose, worth_of
from nardy.search.tables import GameTables, chosen_rows
from nardy.train.candidate_pairs import RowGroups, chances, join_groups
from nardy.train.selfplay import MOST_PLIES, EndlessGames

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


class RankedTurns(NamedTuple):
    """Positions after turns, and their values for the mover."""

    boards: Bytes
    pins: Pins
    equities: Floats


Ordered = RowGroups[RankedTurns]
"""Rolls with all their turns."""


def ordered(finals: Finals, worth: Worth) -> Ordered:
    """The rolls that have a choice."""
    widths = np.diff(finals.offsets)
    rolls = RowGroups(RankedTurns(finals.boards, finals.pins, worth.equities), finals.offsets)
    return rolls.some(np.flatnonzero(widths > 1))


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
            order = self.random.permutation(rolls.groups)
            total = sum(
                self._step(rolls.some(order[low : low + BATCH]), rate)
                for low in range(0, rolls.groups, BATCH)
            )
        return total / max(1, rolls.groups)

    def _step(self, rolls: Ordered, rate: float) -> float:
        move_filter = self.move_filter
        move_filter.refresh()
        turns, offsets = rolls
        hidden = np.empty((rolls.size, HIDDEN), np.float32)
        move_filter.fill(turns.boards, turns.pins, hidden)
        got = chances(hidden @ move_filter.views["last"], offsets, TEMPERATURE)
        wanted = chances(turns.equities, offsets, TEMPERATURE)
        error: Floats = (got - wanted) / np.float32(TEMPERATURE * rolls.groups)
        self._backward(turns, hidden, error)
        self.steps += 1
        adam(move_filter.flat, self.gradient.flat, self.moments, rate, self.steps)
        return float(-(wanted * np.log(np.maximum(got, 1e-9))).sum())

    def _backward(self, turns: RankedTurns, hidden: Floats, error: Floats) -> None:
        weights, gradient = self.move_filter.views, self.gradient.views
        gradient["last"] += hidden.T @ error
        lower: Floats = error[:, None] * weights["last"] * (hidden > 0)
        count = len(error)
        nothing = np.empty((count, 0), np.float32)
        first_gradient(
            (turns.boards, turns.pins, at.OPPONENT),
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


class Examples(EndlessGames):
    """Self-play games of a network, as training data for its move filter."""

    def __init__(self, game: GameTables, seed: int) -> None:
        """Equal seeds and networks give equal rolls."""
        super().__init__(game, TABLES, np.random.default_rng(seed))

    def more(self, network: Evaluator, count: int) -> Ordered:
        """At least *count* rolls with a choice, if the game has any."""
        parts: list[Ordered] = []
        for _ in range(MOST_PLIES):
            parts.append(self._step(network))
            if sum(part.groups for part in parts) >= count:
                break
        return join_groups(parts)

    def _step(self, network: Evaluator) -> Ordered:
        game, rows = self.game, self.roll(network.value)
        sampled = np.flatnonzero(self.sampled(rows, SAMPLED_SHARE))
        tables, finals = self.tables.part(sampled), all_finals(game, chosen_rows(rows, sampled))
        found = ordered(finals, worth_of(game, tables, finals, network.value))
        self.restart(self.advance(rows, choose(game, self.tables, rows, network.value)))
        return found


def train_filter(game: GameTables, network: Evaluator, seed: int, rolls: int) -> MoveFilterLearner:
    """Train a move filter for a finished network on this many rolls of its games."""
    learner = MoveFilterLearner(MoveFilter.random(game.rules, seed), seed)
    examples = Examples(game, seed)
    portions = max(1, -(-rolls // PORTION))
    for n in range(portions):
        rate = RATE + (LAST_RATE - RATE) * n / portions
        learner.learn(examples.more(network, min(rolls, PORTION)), rate)
    return learner
