"""A small network: the chances of every outcome, for the player who rolls next.

One sparse first layer over the checkers (kernel/forward.py), one small layer, and a softmax over
the signed outcomes; seen by the opponent the outcomes are the same in reverse order.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from nardy.core.rules import Rules
from nardy.evaluation.outcomes import outcomes_of
from nardy.kernel.arrays import rules_array
from nardy.kernel.features import FEATURES_SIZE
from nardy.kernel.forward import (
    CELLS,
    NUMBERS,
    PIN_CELLS,
    dense_batch,
    first_layer,
    fold,
    make_basis,
    probabilities_batch,
)
from nardy.kernel.layout import Bytes, Ints, Pins
from nardy.kernel.scoring import (
    FACT_BOMB_MINE,
    FACT_BOMB_THEIRS,
    FACT_FIRST,
    FACT_LAST,
    FACT_LEFT,
    FACT_TURNS_MINE,
    FACT_TURNS_THEIRS,
    STAKES_LAST_THROW,
)

Floats = NDArray[np.float32]

INPUTS_VERSION = 1
"""Raised whenever the meaning of an input changes: older weights are refused."""
FACT_NUMBERS = 7
UNLIKELY = 3.0
CHUNK = 2_048
"""Positions that go through the layers at a time: what fits into a processor's cache."""


class Positions(NamedTuple):
    """Positions to be valued: boards and pins, and the facts of the games that they are from."""

    boards: Bytes
    pins: Pins
    seat: int
    """The side of the boards that rolls next: PLAYER before a roll, OPPONENT after a turn."""
    facts: Bytes
    """int8[n, FACTS_SIZE], seen by the player who rolls next."""


@dataclass(frozen=True, eq=False)
class Network:
    """The weights of one game's network, as views of one flat array."""

    rules: Rules
    hidden: int
    second: int
    flat: Floats

    @classmethod
    def random(cls, rules: Rules, hidden: int, second: int, seed: int) -> Self:
        """A network that knows nothing yet."""
        random = np.random.default_rng(seed)
        network = cls(rules, hidden, second, np.zeros(_size(rules, hidden, second), np.float32))
        fan_in = {"points": 28, "pinned": 28, "dense": 28, "upper": hidden, "last": second}
        for name, view in network.views.items():
            if name in fan_in:
                view[...] = random.normal(0, np.sqrt(1 / fan_in[name]), view.shape)
        return network

    @cached_property
    def views(self) -> dict[str, Floats]:
        """Every array of weights by its name."""
        views: dict[str, Floats] = {}
        start = 0
        for name, shape in _shapes(self.rules, self.hidden, self.second).items():
            end = start + int(np.prod(shape))
            views[name] = self.flat[start:end].reshape(shape)
            start = end
        return views

    @cached_property
    def laws(self) -> Ints:
        """The laws as the kernel reads them."""
        return rules_array(self.rules)

    @cached_property
    def points(self) -> Floats:
        """What each outcome scores for the player who rolls next."""
        return np.array(outcomes_of(self.rules).points, np.float32)

    @cached_property
    def basis(self) -> Floats:
        """What a count on a cell means (kernel/forward.py)."""
        return make_basis(self.rules.checkers)

    @cached_property
    def table(self) -> Floats:
        """The rows that a position is the sum of, made by `refresh` (kernel/forward.py)."""
        counts = self.rules.checkers + 1
        return np.zeros((CELLS * counts + PIN_CELLS + 1, self.hidden), np.float32)

    def adopt(self, relative: "Network") -> None:
        """Begin with what a relative's network knows: the same sizes, perhaps other outcomes.

        An outcome that the relative does not have begins as the nearest one that it has.
        """
        for name, view in self.views.items():
            if name not in ("last", "last_bias"):
                view[...] = relative.views[name]
        nearest = [int(np.argmin(abs(relative.points - worth))) for worth in self.points]
        self.views["last"][...] = relative.views["last"][:, nearest]
        self.views["last_bias"][...] = relative.views["last_bias"][nearest]
        # What the relative has never seen is unlikely at first.
        strange = [worth not in relative.points for worth in self.points]
        self.views["last_bias"][strange] -= UNLIKELY
        self.__dict__.pop("is_fresh", None)

    def refresh(self) -> None:
        """Fold the weights of the first layer again; needed after they have changed."""
        fold(self.views["points"], self.basis, self.table)
        self.table[-PIN_CELLS - 1 : -1] = self.views["pinned"]
        self.table[-1] = self.views["bias"]
        self.__dict__["is_fresh"] = True

    def dense(self, positions: Positions) -> Floats:
        """The dense inputs: float32[n, features and facts]."""
        dense = np.empty((len(positions.boards), FEATURES_SIZE + FACT_NUMBERS), np.float32)
        board = (positions.boards, positions.pins, positions.seat)
        facts = fact_numbers(self.rules, positions.facts)
        dense_batch(self.laws, board, facts, dense)
        return dense

    def value(self, positions: Positions) -> tuple[Floats, Floats]:
        """Probabilities float32[n, outcomes] and equities float32[n] of the player who rolls next.

        Equity is in points of the game without a cube.
        """
        if "is_fresh" not in self.__dict__:
            self.refresh()
        count = len(positions.boards)
        probabilities = np.empty((count, len(self.points)), np.float32)
        equities = np.empty(count, np.float32)
        for low in range(0, count, CHUNK):
            part = slice(low, low + CHUNK)
            boards = positions.boards[part]
            some = positions._replace(
                boards=boards, pins=positions.pins[part], facts=positions.facts[part]
            )
            hidden = self.layer(some, self.dense(some))
            probabilities[part] = self.upper_layers(hidden)[-1]
            probabilities_batch(
                outcomes_of(self.rules).stakes,
                (boards, positions.seat),
                self.points,
                probabilities[part],
                equities[part],
            )
        return probabilities, equities

    def layer(self, positions: Positions, dense: Floats) -> Floats:
        """The first layer after its ReLU."""
        hidden = np.empty((len(positions.boards), self.hidden), np.float32)
        views = self.views
        first_layer(
            (positions.boards, positions.pins, positions.seat),
            dense,
            (self.table, views["dense"]),
            hidden,
        )
        return hidden

    def upper_layers(self, hidden: Floats) -> tuple[Floats, Floats]:
        """The small layer after its ReLU, and the logits."""
        views = self.views
        second: Floats = hidden @ views["upper"]
        second += views["upper_bias"]
        np.maximum(second, 0, out=second)
        logits: Floats = second @ views["last"]
        logits += views["last_bias"]
        return second, logits


def fact_numbers(rules: Rules, facts: Bytes) -> Floats:
    """The facts as numbers, those that a game's laws ask for: float32[n, FACT_NUMBERS]."""
    numbers = np.zeros((len(facts), FACT_NUMBERS), np.float32)
    if outcomes_of(rules).stakes[STAKES_LAST_THROW]:
        numbers[:, 0] = facts[:, FACT_FIRST]
        numbers[:, 1] = facts[:, FACT_LAST]
    if rules.bomb:
        numbers[:, 2] = facts[:, FACT_BOMB_MINE]
        numbers[:, 3] = facts[:, FACT_BOMB_THEIRS]
    if rules.counts_turns:
        early = rules.cascade_from - 1
        numbers[:, 4] = facts[:, FACT_TURNS_MINE] < early
        numbers[:, 5] = facts[:, FACT_TURNS_THEIRS] < early
    numbers[:, 6] = facts[:, FACT_LEFT]
    return numbers


def _shapes(rules: Rules, hidden: int, second: int) -> dict[str, tuple[int, ...]]:
    outcomes = len(outcomes_of(rules).points)
    return {
        "points": (CELLS, NUMBERS, hidden),
        "pinned": (PIN_CELLS, hidden),
        "dense": (FEATURES_SIZE + FACT_NUMBERS, hidden),
        "bias": (hidden,),
        "upper": (hidden, second),
        "upper_bias": (second,),
        "last": (second, outcomes),
        "last_bias": (outcomes,),
    }


def _size(rules: Rules, hidden: int, second: int) -> int:
    return sum(int(np.prod(shape)) for shape in _shapes(rules, hidden, second).values())
