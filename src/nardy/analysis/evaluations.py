"""Evaluate many positions in one call, with results as arrays."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import overload

import numpy as np

from nardy.analysis.decisions import probabilities_of
from nardy.bots.neural import NeuralBot
from nardy.core.estimates import Probabilities
from nardy.core.player import Player
from nardy.core.position import PLACES, Position
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.errors import RulesError
from nardy.evaluation.network.network import Floats, Positions
from nardy.evaluation.outcomes import points_of
from nardy.kernel import layout as at
from nardy.kernel.arrays import mask_of
from nardy.kernel.layout import Bytes, Pins
from nardy.search.conversions import facts_of


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The value of one position for the player who rolls next."""

    probabilities: Probabilities
    equity: float
    """Cubeless equity in points."""


@dataclass(frozen=True, slots=True, eq=False)
class Evaluations(Sequence[Evaluation]):
    """The values of many positions of one game, each for the player who rolls next."""

    rules: Rules
    points: tuple[float, ...]
    """Cubeless points of each outcome, one for each column of `chances`."""
    chances: Floats
    """float32[n, outcomes]: the chance of each outcome; rows add up to 1."""
    equities: Floats
    """float32[n]: cubeless equity in points."""

    @property
    def wins(self) -> Floats:
        """float32[n]: the chance to win, of any size."""
        return self.chances[:, np.array(self.points) > 0].sum(1)

    def __len__(self) -> int:
        return len(self.equities)

    @overload
    def __getitem__(self, index: int) -> Evaluation: ...
    @overload
    def __getitem__(self, index: slice) -> "Evaluations": ...
    def __getitem__(self, index: int | slice) -> "Evaluation | Evaluations":
        """One evaluation with named chances, or a slice as arrays."""
        if isinstance(index, slice):
            chances, equities = self.chances[index], self.equities[index]
            return Evaluations(self.rules, self.points, chances, equities)
        named = probabilities_of(self.rules, self.chances[index])
        return Evaluation(named, float(self.equities[index]))

    def __iter__(self) -> Iterator[Evaluation]:
        return (self[row] for row in range(len(self)))


def evaluate_many(
    rules: Rules, positions: Sequence[Position], bot: NeuralBot | None = None
) -> Evaluations:
    """Evaluate positions before a roll, each for the player on roll: `nardy.evaluate_many`.

    Facts not visible on the board are those of the middle of a game: the player on roll moved first,
    both bombs are left, and there are no leftover dice.
    """
    points = tuple(map(float, points_of(rules)))
    if not positions:
        return Evaluations(rules, points, np.empty((0, len(points)), np.float32), _NONE)
    boards, pins = _arrays(rules, positions)
    facts = facts_of(Situation(rules=rules, position=rules.start, first=Player.WHITE))
    many = np.repeat(facts[None], len(positions), axis=0)
    chances, equities = (
        (bot or NeuralBot(0)).evaluator(rules).value(Positions(boards, pins, at.PLAYER, many))
    )
    return Evaluations(rules, points, chances, equities)


_NONE: Floats = np.empty(0, np.float32)


def _arrays(rules: Rules, positions: Sequence[Position]) -> tuple[Bytes, Pins]:
    """`kernel.arrays.position_arrays`, several times faster by joining counts as bytes."""
    sides = chain.from_iterable((position.player, position.opponent) for position in positions)
    try:
        # `bytes` also refuses negative counts.
        flat = bytearray().join(map(bytes, sides))
    except ValueError as error:
        raise RulesError(f"expected counts of checkers, got {error}") from None
    boards = np.frombuffer(flat, np.int8).reshape(-1, 2, PLACES)
    wrong = np.flatnonzero((boards.sum(2, dtype=np.int64) != rules.checkers).any(1))
    if len(wrong):
        raise RulesError(
            f"expected {rules.checkers} checkers a side in {rules.name}, got "
            f"{positions[int(wrong[0])]} (number {int(wrong[0])} of the list)"
        )
    pins = np.zeros((len(positions), 2), np.int32)
    for row, position in enumerate(positions):
        if position.player_pinned or position.opponent_pinned:
            pins[row] = mask_of(position.player_pinned), mask_of(position.opponent_pinned)
    return boards, pins
