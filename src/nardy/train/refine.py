"""Exact targets: values of candidates with all 21 rolls answered by the best turn.

Self-play targets are noisy, because one roll of 21 decides the next estimate. Here every roll is
answered and weighted by its chance. The average is exact as to the dice, but its values are the
network's own estimates one ply later: only their error remains. The positions are candidates of one
decision, since a network must tell these apart (train/candidate_pairs.py). Forced or clearly best
turns are included with a single candidate: look-ahead meets such positions too, and estimates
without training data drift.

Some games begin with random turns, to train on positions that good play avoids. Back games, crashed boards
and lost formations are rare where both sides play well, and networks err most there. Others begin with positions
of named classes (train/rare_starts.py).
"""

import numpy as np

from nardy.evaluation.cube.match_value import Evaluator
from nardy.evaluation.network.move_filter import MoveFilter
from nardy.evaluation.network.network import Floats, Positions
from nardy.kernel import layout as at
from nardy.kernel.layout import Ints, Rows
from nardy.kernel.scoring import FACT_LEFT, GOING_ON
from nardy.search.bomb import after_bombs
from nardy.search.choose import Value, all_finals, choose, in_order, leaves_dice, worth_of
from nardy.search.every_roll import answers, roll_weights
from nardy.search.tables import GameTables, Tables, TurnTaken, chosen_rows
from nardy.train.candidate_pairs import CandidatePairs
from nardy.train.filter_learner import Ordered, ordered
from nardy.train.rare_starts import RareStarts
from nardy.train.selfplay import EndlessGames, Lessons

SAMPLED = 15
"""One decision in this many is used."""
MOST_CANDIDATES = 4
MARGIN = 0.15
"""In points: worse turns are no candidates."""
RANDOM_SHARE = 0.15
"""Share of games with a random start."""
MOST_RANDOM = 24
"""Most random turns in a game."""
RARE_SHARE = 0.5
"""Share of games that begin with a rare position, where classes are named."""


class Refiner(EndlessGames):
    """Self-play games of a network, as a source of decisions."""

    def __init__(
        self, game: GameTables, count: int, seed: int, kinds: tuple[str, ...] = ()
    ) -> None:
        """Set up the tables; equal seeds and networks give equal targets.

        `kinds` are the classes of positions with which a share of the games begins.
        """
        super().__init__(game, count, np.random.default_rng(seed))
        self.ordered: list[Ordered] = []
        """Rolls whose turns were all valued."""
        self.random_turns = np.zeros(count, np.int64)
        """The number of random turns at the start of each game."""
        self.rare_starts = RareStarts(game, kinds) if kinds else None
        self.is_rare = np.zeros(count, np.bool_)
        """Whether each game began with a rare position."""
        self.draw_starts(np.arange(count))

    def draw_starts(self, games: Ints) -> None:
        """Draw how games begin: with random turns, a rare position, or as always."""
        self._begin_rare(games)
        lengths = self.random.integers(1, MOST_RANDOM + 1, len(games))
        is_random = self.random.random(len(games)) < RANDOM_SHARE
        self.random_turns[games] = np.where(is_random & ~self.is_rare[games], lengths, 0)

    def _begin_rare(self, games: Ints) -> None:
        """Begin a share of these games with rare positions, once any are known."""
        self.is_rare[games] = False
        if self.rare_starts is None:
            return
        rare = games[self.random.random(len(games)) < RARE_SHARE]
        drawn = self.rare_starts.draw(len(rare), self.random)
        if drawn is not None:
            self.tables.put(rare, drawn)
            # Not 0: their first roll may be a double.
            self.plies[rare] = 1
            self.is_rare[rare] = True

    def step(self, network: Evaluator, move_filter: MoveFilter | None = None) -> CandidatePairs:
        """Play one turn in every game; return exact targets for the candidates of some decisions.

        A move filter makes it several times as fast; its training data are added to `ordered`.
        """
        game, value = self.game.with_filter(move_filter), self.counted(network)
        rows = self.roll(value)
        sampled = self.sampled(rows, 1 / SAMPLED) & (self.plies >= self.random_turns)
        chosen = np.flatnonzero(sampled)
        found, offsets = self._candidates(
            self.tables.part(chosen), chosen_rows(rows, chosen), value
        )
        pairs = CandidatePairs(self._lessons(game, found, value), offsets)
        if self.rare_starts is not None:
            # Not what came of a rare position: all that is kept would move to its late stages.
            fresh = chosen[~self.is_rare[chosen]]
            self.rare_starts.keep(self.tables.part(fresh), self.random)
        ended = self.advance(rows, self.choose(game, rows, value))
        self.restart(ended)
        self.draw_starts(ended)
        return pairs

    def choose(self, game: GameTables, rows: Rows, value: Value) -> TurnTaken:
        """A turn in every game: the best by its value, or a random one."""
        is_random = self.plies < self.random_turns
        if not is_random.any():
            return choose(game, self.tables, rows, value)

        def at_random(positions: Positions) -> tuple[Floats, Floats]:
            count, outcomes = len(positions.boards), len(game.points)
            chances = np.full((count, outcomes), 1 / outcomes, np.float32)
            return chances, self.random.uniform(-0.5, 0.5, count).astype(np.float32)

        wild, others = np.flatnonzero(is_random), np.flatnonzero(~is_random)
        # A random turn may be any, not only those that the move filter keeps.
        every = game.with_filter(None)
        found = choose(every, self.tables.part(wild), chosen_rows(rows, wild), at_random)
        if not len(others):
            return found
        best = choose(game, self.tables.part(others), chosen_rows(rows, others), value)
        return in_order(np.concatenate([others, wild]), best, found)

    def _candidates(self, tables: Tables, rows: Rows, value: Value) -> tuple[Tables, Ints]:
        """The positions after the best turns of each row, for the players who roll next.

        Also the offsets of the rows that have any.
        """
        game = self.game
        finals = all_finals(game, rows)
        played = (finals.moves[:, :, at.MOVE_ORIGIN] > 0).sum(1)
        left = leaves_dice(game, rows, finals.offsets, played)
        worth = worth_of(game, tables, finals, value, left)
        self.ordered.append(ordered(finals, worth))
        near = candidate_rows(worth.equities, finals.offsets)
        goes_on = (worth.outcomes[near] == GOING_ON) & (worth.facts[near, FACT_LEFT] == 0)
        near = near[goes_on]
        row_of = np.searchsorted(finals.offsets, near, side="right")
        offsets = np.append(np.flatnonzero(np.diff(row_of, prepend=-1)), len(near))
        positions = Tables.after(game, finals.boards[near], finals.pins[near], worth.facts[near])
        return positions, offsets

    def _lessons(self, game: GameTables, tables: Tables, value: Value) -> Lessons:
        if not len(tables.boards):
            outcomes = len(game.points)
            nothing = np.empty((0, outcomes), np.float32)
            return Lessons(tables.boards, tables.pins, tables.facts, nothing)
        weights = roll_weights(game)
        decided = after_bombs(game, tables, value)
        chances = answers(game, decided, value).probabilities
        targets = np.einsum("r,nro->no", weights, chances)
        return Lessons(tables.boards, tables.pins, tables.facts, targets)


def candidate_rows(equities: Floats, offsets: Ints) -> Ints:
    """Indices of the best turn of each row, and of the few close to it."""
    found: list[Ints] = [np.empty(0, np.int64)]
    for low, high in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True):
        some = equities[low:high]
        order = np.argsort(-some, kind="stable")[:MOST_CANDIDATES]
        found.append(low + order[some[order] >= some[order[0]] - MARGIN])
    return np.concatenate(found)
