"""Evaluate many positions in one call, with results as arrays."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np

from nardy.analysis.decisions import probabilities_of
from nardy.bots.neural import NeuralBot
from nardy.core.choices import Contact
from nardy.core.estimates import Probabilities
from nardy.core.player import Player
from nardy.core.position import BAR, PLACES, Position
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.core.validity import check_position
from nardy.errors import PositionError, RulesError
from nardy.evaluation.network.network import Floats, Positions
from nardy.evaluation.outcomes import points_of
from nardy.kernel import layout as at
from nardy.kernel.arrays import mask_of
from nardy.kernel.layout import Bytes, Flags, Pins
from nardy.search.conversions import facts_of

POINTS = np.arange(1, BAR)


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

    Raises:
        RulesError: a position is impossible in the game, as in `check_position`.
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
    """`kernel.arrays.position_arrays`, several times faster by joining counts as bytes.

    Positions are checked together, too: `check_position` takes longer than the network does.
    """
    sides = [side for position in positions for side in (position.player, position.opponent)]
    try:
        # `bytes` also refuses negative counts.
        flat = bytearray().join(map(bytes, sides))
    except (TypeError, ValueError) as error:
        _refuse(rules, positions, range(len(positions)))
        raise RulesError(f"expected counts of checkers, got {error}") from None
    if set(map(len, sides)) != {PLACES}:
        _refuse(rules, positions, range(len(positions)))
    boards = np.frombuffer(flat, np.int8).reshape(-1, 2, PLACES)
    pins = np.zeros((len(positions), 2), np.int32)
    for row, position in enumerate(positions):
        if position.player_pinned or position.opponent_pinned:
            pins[row] = mask_of(position.player_pinned), mask_of(position.opponent_pinned)
    _refuse(rules, positions, np.flatnonzero(_are_impossible(rules, boards, pins)).tolist())
    return boards, pins


def _are_impossible(rules: Rules, boards: Bytes, pins: Pins) -> Flags:
    """bool[n]: the positions that `check_position` refuses."""
    # A count of 128 or more is negative here.
    wrong = (boards < 0).any((1, 2))
    wrong |= (boards.sum(2, dtype=np.int64) != rules.checkers).any(1)
    if rules.contact is not Contact.HIT:
        wrong |= boards[:, :, BAR].any(1)
    theirs = np.array([rules.facing(point) for point in range(1, BAR)])
    mine, others = boards[:, 0, 1:BAR], boards[:, 1, theirs]
    if not pins.any():
        wrong |= ((mine > 0) & (others > 0)).any(1)
        return wrong
    under, over = (pins[:, [0]] >> POINTS & 1) > 0, (pins[:, [1]] >> theirs & 1) > 0
    wrong |= ((mine > 0) & (others > 0) & ~under & ~over).any(1)
    # A pinned checker is alone below at least one of the other player's, who is not pinned there.
    wrong |= (under & ((mine != 1) | (others == 0) | over)).any(1)
    wrong |= (over & ((others != 1) | (mine == 0) | under)).any(1)
    if rules.contact is not Contact.PIN:
        wrong |= (under | over).any(1)
    return wrong


def _refuse(rules: Rules, positions: Sequence[Position], rows: Iterable[int]) -> None:
    """Refuse the first of these rows that is impossible."""
    for row in rows:
        try:
            check_position(rules, positions[row])
        except PositionError as error:
            raise RulesError(f"{error} (number {row} of the list)") from None
