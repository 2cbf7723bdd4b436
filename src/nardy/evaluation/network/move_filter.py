"""The move filter: a very small network that ranks turns, so that few have to be valued.

Look-ahead answers every roll by the best of some twenty turns. The move filter ranks them by the
checkers alone, in a fraction of the time of one network evaluation; the network values the best few.
It is trained on the network's own ranking (train/filter_learner.py).
"""

import threading
from dataclasses import dataclass, fields
from functools import cached_property
from math import prod
from typing import NamedTuple, Self

import numpy as np

from nardy.core.choices import Contact
from nardy.core.rules import Rules
from nardy.evaluation.outcomes import outcomes_of
from nardy.kernel import forward
from nardy.kernel import layout as at
from nardy.kernel.features import Floats
from nardy.kernel.layout import Bytes, Finals, Pins
from nardy.kernel.rows import aligned
from nardy.kernel.turns import filter_turns

HIDDEN = 64
"""Units; with 32 a third more is lost (docs/decisions/training.md)."""
CHUNK = 1_024
"""Positions scored at a time: what fits into a processor's cache."""
NO_SHORTS: forward.Shorts = np.empty((0, HIDDEN), np.int16)


class FilterWidth(NamedTuple):
    """How many turns of a roll to keep."""

    most: int
    margin: float
    """Points by which a turn may score below the best."""


# The best kept turn is 0.0006 points a roll worse than the best of all in backgammon
# (docs/decisions/training.md).
WIDTH = FilterWidth(8, 0.08)


FOLDING = threading.Lock()
"""Held while tables are made.

Threads share networks, and `cached_property` has no lock from Python 3.12 on: two threads would make two
tables, and one of them would compute with a table that is not filled yet.
"""


@dataclass(frozen=True, eq=False)
class FoldedWeights:
    """Weights with tables that are made from them when they are first needed."""

    def refresh(self) -> None:
        """Make the tables again; needed after weights have changed."""
        with FOLDING:
            self._make_tables()

    def require_fresh(self) -> None:
        """Make the tables if there are none."""
        if "is_fresh" in self.__dict__:
            return
        with FOLDING:
            # Another thread may have made them meanwhile.
            if "is_fresh" not in self.__dict__:
                self._make_tables()

    def forget_tables(self) -> None:
        """Make the tables again when they are next needed."""
        self.__dict__.pop("is_fresh", None)

    def __getstate__(self) -> dict[str, object]:
        """The weights without what is made from them: copied views would belong to another array."""
        return {field.name: self.__dict__[field.name] for field in fields(self)}

    def _make_tables(self) -> None:
        self._fold()
        # The classes are frozen; their dictionaries, which also hold the cached properties, are not.
        self.__dict__["is_fresh"] = True

    def _fold(self) -> None:
        """Fill the tables from the weights."""
        raise NotImplementedError


@dataclass(frozen=True, eq=False)
class MoveFilter(FoldedWeights):
    """The weights of a game's move filter, as views of one flat array."""

    rules: Rules
    flat: Floats

    @classmethod
    def random(cls, rules: Rules, seed: int) -> Self:
        random = np.random.default_rng(seed)
        move_filter = cls(rules, np.zeros(size_of(SHAPES), np.float32))
        views = move_filter.views
        views["points"][...] = random.normal(0, 0.15, views["points"].shape)
        if rules.contact is Contact.PIN:
            # Elsewhere these weights stay 0: without pins they would never be trained.
            views["pinned"][...] = random.normal(0, 0.15, views["pinned"].shape)
        views["last"][...] = random.normal(0, 0.3 / np.sqrt(HIDDEN), HIDDEN)
        return move_filter

    @cached_property
    def views(self) -> dict[str, Floats]:
        return named_views(self.flat, SHAPES)

    @cached_property
    def basis(self) -> Floats:
        """The inputs for each count on a cell (kernel/forward.py)."""
        return forward.make_basis(self.rules.checkers)

    @cached_property
    def points(self) -> tuple[float, ...]:
        """Points of the outcomes for which it was trained."""
        return outcomes_of(self.rules).points

    @cached_property
    def table(self) -> forward.Shorts:
        """The rows whose sum is the first layer, made by `refresh`."""
        rows = forward.CELLS * (self.rules.checkers + 1) + forward.PIN_CELLS + 1
        return aligned((rows, HIDDEN), np.int16)

    def copy(self) -> Self:
        return type(self)(self.rules, self.flat.copy())

    def _fold(self) -> None:
        views, table = self.views, self.table
        forward.fold(views["points"], self.basis, table)
        forward.shorten_rows(views["pinned"], forward.UNIT, table[-forward.PIN_CELLS - 1 : -1])
        forward.shorten_rows(views["bias"][None], forward.UNIT, table[-1:])

    def fill(self, boards: Bytes, pins: Pins, hidden: Floats) -> None:
        """Fill float32[n, HIDDEN] with the hidden layer of positions after turns, after its ReLU."""
        self.require_fresh()
        count = len(boards)
        dense, phases = np.empty((count, 0), np.float32), np.empty(count, np.int8)
        forward.first_layer(
            (boards, pins, at.OPPONENT), dense, phases, (self.table, NO_SHORTS, 1), hidden
        )

    def scores(self, boards: Bytes, pins: Pins) -> Floats:
        """Approximate values of positions after turns for the mover, float32[n].

        In points; only differences between turns of one roll are meaningful.
        """
        count, last = len(boards), self.views["last"]
        scores = np.empty(count, np.float32)
        hidden = np.empty((min(CHUNK, count), HIDDEN), np.float32)
        for low in range(0, count, CHUNK):
            some = scores[low : low + CHUNK]
            self.fill(boards[low : low + CHUNK], pins[low : low + CHUNK], hidden[: len(some)])
            np.matmul(hidden[: len(some)], last, out=some)
        return scores

    def filtered(self, finals: Finals, width: FilterWidth = WIDTH) -> Finals:
        """The best turns of each roll; the given arrays are overwritten."""
        scores = self.scores(finals.boards, finals.pins)
        filter_turns(finals, scores, self.rules.checkers, (width.most, width.margin))
        boards, pins, moves, offsets = finals
        kept = offsets[-1]
        return Finals(boards[:kept], pins[:kept], moves[:kept], offsets)


Shapes = dict[str, tuple[int, ...]]
SHAPES: Shapes = {
    "points": (forward.CELLS, forward.NUMBERS, HIDDEN),
    "pinned": (forward.PIN_CELLS, HIDDEN),
    "bias": (HIDDEN,),
    # No bias after it, because it would add the same to every turn.
    "last": (HIDDEN,),
}


def named_views(flat: Floats, shapes: Shapes) -> dict[str, Floats]:
    """Views of the arrays that stand one after another in a flat one."""
    ends = np.cumsum([prod(shape) for shape in shapes.values()])
    parts = np.split(flat, ends[:-1])
    return {
        name: part.reshape(shape) for (name, shape), part in zip(shapes.items(), parts, strict=True)
    }


def size_of(shapes: Shapes) -> int:
    """Number of weights in arrays of these shapes."""
    return sum(map(prod, shapes.values()))
