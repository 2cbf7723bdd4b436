"""One source of training positions: games in self-play, exact targets, and returns.

An actor plays with the weights that it is given, so it may work in another process (train/actors.py).
"""

from enum import Enum
from typing import NamedTuple

import numpy as np

from nardy.core.rules import Rules
from nardy.evaluation.cube.match_value import Evaluator
from nardy.evaluation.network.exact_first import ExactFirst
from nardy.evaluation.network.move_filter import MoveFilter
from nardy.evaluation.network.network import Floats, Network, Positions, Value
from nardy.kernel.layout import join_rows
from nardy.search.tables import GameTables
from nardy.train.candidate_pairs import CandidatePairs, join_groups
from nardy.train.filter_learner import Ordered
from nardy.train.refine import Refiner
from nardy.train.returns import returns, starts_of
from nardy.train.selfplay import Lessons, SelfPlay

LAMBDA = 0.7
"""The lambda of TD(lambda) in self-play (docs/decisions/training.md)."""
EXACT_STEPS = 1_000
"""Most turns for one order of exact targets, regardless of their number."""
GAMES = 200
"""Games played side by side for returns."""
MOST_CHUNKS = 100
"""Times that so many games are played for one order of returns: games that never end teach nothing."""


class Stage(Enum):
    """The purpose of a round."""

    PLAY = "self-play"
    EXACT = "exact targets"
    RETURNS = "returns"


class ActorSetup(NamedTuple):
    """The settings of an actor; equal ones, with equal orders and weights, give equal positions."""

    rules: Rules
    hidden: int
    second: int
    tables: int
    """Games side by side."""
    seed: int
    kinds: tuple[str, ...] = ()
    """Classes of positions with which half of the games for exact targets begin (train/rare_starts.py), and three
    tenths of those for returns."""


class Order(NamedTuple):
    """Positions to make."""

    stage: Stage
    rows: int
    """The least number of positions."""


class Weights(NamedTuple):
    """The weights to play with: float32 of a network, and of its move filter if it has one."""

    network: Floats
    phases: int
    move_filter: Floats | None


class Made(NamedTuple):
    """Positions with targets, and what it took to make them."""

    rows: Lessons | CandidatePairs
    ordered: list[Ordered]
    """Rolls whose turns were all valued, for the move filter."""
    games: int
    evaluations: int
    results: tuple[int, ...]
    """Counts of the outcomes, seen by the player who moved first; of self-play alone."""


class CountedEvaluator:
    """An evaluator whose positions are counted."""

    def __init__(self, counted: Value) -> None:
        self._counted = counted

    def value(self, positions: Positions) -> tuple[Floats, Floats]:
        return self._counted(positions)


class Actor:
    """Games in progress, in all stages."""

    def __init__(self, setup: ActorSetup) -> None:
        self.setup = setup
        game = GameTables.of(setup.rules)
        self.player = SelfPlay(game, setup.tables, setup.seed)
        self.refiner = Refiner(game, setup.tables, setup.seed, setup.kinds)
        self.game = game
        self.random = np.random.default_rng([setup.seed, 1])
        """For returns."""

    def make(self, order: Order, weights: Weights) -> Made:
        """Play on until there are enough positions."""
        setup, player, refiner = self.setup, self.player, self.refiner
        network = Network(setup.rules, setup.hidden, setup.second, weights.network, weights.phases)
        evaluator = ExactFirst(network, setup.rules)
        if order.stage is Stage.PLAY:
            rows = self._play(evaluator, order.rows)
        else:
            assert weights.move_filter is not None
            make = self._refine if order.stage is Stage.EXACT else self._returns
            rows = make(evaluator, MoveFilter(setup.rules, weights.move_filter), order.rows)
        made = Made(
            rows,
            refiner.ordered,
            player.games + refiner.games,
            player.evaluations + refiner.evaluations,
            tuple(player.results.tolist()),
        )
        refiner.ordered = []
        player.results[:] = 0
        player.games = player.evaluations = refiner.games = refiner.evaluations = 0
        return made

    def _play(self, evaluator: Evaluator, least: int) -> Lessons:
        lessons: list[Lessons] = []
        while sum(lesson.size for lesson in lessons) < least:
            lessons += self.player.step(evaluator, LAMBDA)
        return join_rows(lessons)

    def _refine(self, evaluator: Evaluator, move_filter: MoveFilter, least: int) -> CandidatePairs:
        found: list[CandidatePairs] = []
        # A game without choices, or only with cascades, yields no candidates.
        for _ in range(EXACT_STEPS):
            found.append(self.refiner.step(evaluator, move_filter))
            if sum(pairs.size for pairs in found) >= least:
                break
        return join_groups(found)

    def _returns(self, evaluator: Evaluator, move_filter: MoveFilter, least: int) -> CandidatePairs:
        found: list[CandidatePairs] = []
        game, random, refiner = self.game.with_filter(move_filter), self.random, self.refiner
        evaluator = CountedEvaluator(refiner.counted(evaluator))
        move_filter.refresh()
        for _ in range(MOST_CHUNKS):
            starts = starts_of(game, evaluator, GAMES, random, self.setup.kinds)
            found.append(returns(game, evaluator, starts, random))
            refiner.games += GAMES
            if sum(pairs.size for pairs in found) >= least:
                break
        return join_groups(found)
