"""A small network: the chances of every outcome, for the player who rolls next.

A sparse first layer over the checkers (kernel/forward.py), a small second layer, and a softmax over
the signed outcomes. The opponent's chances are the same in reverse order.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from nardy.core.choices import Contact
from nardy.core.rules import Rules
from nardy.evaluation.network.move_filter import (
    FoldedWeights,
    MoveFilter,
    Shapes,
    named_views,
    size_of,
)
from nardy.evaluation.outcomes import outcomes_of
from nardy.kernel import scoring
from nardy.kernel.arrays import rules_array
from nardy.kernel.features import FEATURES_SIZE, first_layer_of
from nardy.kernel.forward import (
    CELLS,
    NUMBERS,
    PIN_CELLS,
    UNIT,
    WEIGHT_UNIT,
    Shorts,
    dense_batch,
    first_layer,
    fold,
    make_basis,
    probabilities_batch,
    second_layer,
    shorten_rows,
)
from nardy.kernel.layout import Bytes, Ints, Pins
from nardy.kernel.rows import aligned

Floats = NDArray[np.float32]

INPUTS_VERSION = 2
"""Raised when the meaning of an input changes; older weights are then refused."""
# The columns that `fact_numbers` fills.
FACT_NUMBERS = 7
FIRST = ("points", "pinned", "dense", "bias")
"""The weights of the first layer, one set for each phase."""
UNLIKELY = 3.0
"""Taken from the logit of an outcome that a relative lacks: 1/20 of the nearest one's chance."""
WIDENING = 0.05
"""Noise of widened weights, in standard deviations of the weights of that array."""
CHUNK = 1_024
"""Positions computed at a time: what fits into a processor's cache."""


class Positions(NamedTuple):
    """Positions to be valued, with the facts of their games."""

    boards: Bytes
    pins: Pins
    seat: int
    """The side of the boards that rolls next: PLAYER before a roll, OPPONENT after a turn."""
    facts: Bytes
    """int8[n, FACTS_SIZE], seen by the player who rolls next."""

    def part(self, rows: Ints | slice) -> "Positions":
        boards, pins, seat, facts = self
        return Positions(boards[rows], pins[rows], seat, facts[rows])


Value = Callable[[Positions], tuple[Floats, Floats]]
"""Probabilities and equities of positions, seen by the player who rolls next."""


class Layers(NamedTuple):
    """The layers of a network, one row a position, float32 except the phases."""

    phases: Bytes
    """int8[n]: the phase of each position (kernel/features.py)."""
    dense: Floats
    """Features and facts."""
    hidden: Floats
    """The first layer after its ReLU."""
    second: Floats
    """The second layer after its ReLU."""
    logits: Floats

    @classmethod
    def empty(cls, count: int, hidden: int, second: int, outcomes: int) -> Self:
        widths = (FEATURES_SIZE + FACT_NUMBERS, hidden, second, outcomes)
        return cls(np.zeros(count, np.int8), *(aligned((count, width)) for width in widths))

    def first(self, count: int) -> Self:
        """Views of the first rows."""
        phases, *others = self
        return type(self)(phases[:count], *(layer[:count] for layer in others))


@dataclass(frozen=True, eq=False)
class Network(FoldedWeights):
    """The weights of one game's network, as views of one flat array."""

    rules: Rules
    hidden: int
    second: int
    # One array, so that the optimizer updates all weights in one pass (kernel/learning.py).
    flat: Floats
    phases: int = 1
    """Number of first layers, one for each phase: 1, FEWER_PHASES or PHASES (kernel/features.py)."""
    move_filter: MoveFilter | None = None
    """Trained on this network's ranking of turns; None: no filter."""

    @classmethod
    def random(cls, rules: Rules, hidden: int, second: int, seed: int, phases: int = 1) -> Self:
        """An untrained network; all phases start with the same weights."""
        random = np.random.default_rng(seed)
        flat = np.zeros(weights_count(rules, hidden, second, phases), np.float32)
        network = cls(rules, hidden, second, flat, phases)
        fan_in = {"points": 28, "pinned": 28, "dense": 28, "upper": hidden, "last": second}
        for name, view in network.views.items():
            if name in fan_in:
                # Without the first axis, the phases, so that all of them start with the same
                # numbers.
                shape = view.shape[1:] if name in FIRST else view.shape
                view[...] = random.normal(0, np.sqrt(1 / fan_in[name]), shape)
        if rules.contact is not Contact.PIN:
            # Without pins these weights are never trained, and zeros pack well.
            network.views["pinned"][...] = 0
        return network

    def with_weights(self, flat: Floats) -> Self:
        """A network of the same sizes with other weights, and no move filter."""
        return type(self)(self.rules, self.hidden, self.second, flat, self.phases)

    @cached_property
    def views(self) -> dict[str, Floats]:
        """Every array of weights by its name."""
        shapes = _shapes(self.rules, self.hidden, self.second, self.phases)
        return named_views(self.flat, shapes)

    @cached_property
    def laws(self) -> Ints:
        return rules_array(self.rules)

    @cached_property
    def points(self) -> Floats:
        """Points of each outcome for the player who rolls next."""
        return np.array(outcomes_of(self.rules).points, np.float32)

    @cached_property
    def basis(self) -> Floats:
        """The inputs for each count on a cell (kernel/forward.py)."""
        return make_basis(self.rules.checkers)

    @cached_property
    def table(self) -> Shorts:
        """The rows whose sum is the first layer, made by `refresh` (kernel/forward.py)."""
        counts = self.rules.checkers + 1
        return aligned((self.phases * (CELLS * counts + PIN_CELLS + 1), self.hidden), np.int16)

    @cached_property
    def dense(self) -> Shorts:
        """The rows of the dense inputs, made by `refresh`."""
        return aligned((self.phases * (FEATURES_SIZE + FACT_NUMBERS), self.hidden), np.int16)

    def adopt(self, relative: "Network", seed: int = 0) -> None:
        """Start from the weights of a relative's network of the same or smaller width.

        The widths must be multiples of the relative's. Each unit is then copied, with a little noise so
        that the copies learn different things (Net2Net, Chen and others 2016). Phases that the
        relative does not tell apart start alike. An outcome unknown to it starts as the nearest one.
        """
        copies, seconds = self.hidden // relative.hidden, self.second // relative.second
        random = np.random.default_rng(seed)

        def widened(known: Floats, times: int) -> Floats:
            if times == 1:
                return known
            wide = np.concatenate([known] * times, axis=-1)
            noise = random.normal(0, WIDENING * known.std(), wide.shape)
            return (wide + noise).astype(np.float32)

        known = relative.views
        origins = [first_layer_of(phase, relative.phases) for phase in range(self.phases)]
        for name in FIRST:
            self.views[name][...] = widened(known[name][origins], copies)
        # Divided by the number of copies, so that their sum is that of the one unit before.
        upper: Floats = np.concatenate([known["upper"]] * copies) / np.float32(copies)
        self.views["upper"][...] = widened(upper, seconds)
        self.views["upper_bias"][...] = np.tile(known["upper_bias"], seconds)
        nearest = [int(np.argmin(abs(relative.points - worth))) for worth in self.points]
        last = known["last"][:, nearest] / seconds
        self.views["last"][...] = np.concatenate([last] * seconds)
        self.views["last_bias"][...] = known["last_bias"][nearest]
        # An outcome that the relative cannot have is unlikely at first.
        strange = [worth not in relative.points for worth in self.points]
        self.views["last_bias"][strange] -= UNLIKELY
        self.forget_tables()

    def _fold(self) -> None:
        views = self.views
        tables = self.table.reshape(self.phases, -1, self.hidden)
        for phase, table in enumerate(tables):
            fold(views["points"][phase], self.basis, table)
            shorten_rows(views["pinned"][phase], UNIT, table[-PIN_CELLS - 1 : -1])
            shorten_rows(views["bias"][phase : phase + 1], UNIT, table[-1:])
        shorten_rows(views["dense"].reshape(self.dense.shape), WEIGHT_UNIT, self.dense)

    def value(self, positions: Positions) -> tuple[Floats, Floats]:
        """Probabilities float32[n, outcomes] and equities float32[n] of the player who rolls next.

        Equity is in points, cubeless.
        """
        self.require_fresh()
        count = len(positions.boards)
        probabilities = np.empty((count, len(self.points)), np.float32)
        equities = np.empty(count, np.float32)
        room = layers_of(self)
        for low in range(0, count, CHUNK):
            part = slice(low, low + CHUNK)
            some = positions.part(part)
            layers = room.first(len(some.boards))
            self.fill(some, layers)
            probabilities_batch(
                outcomes_of(self.rules).stakes,
                (some.boards, positions.seat),
                self.points,
                layers.logits,
                equities[part],
            )
            # The kernel has turned the logits into probabilities in place.
            probabilities[part] = layers.logits
        return probabilities, equities

    def fill(self, positions: Positions, layers: Layers) -> None:
        """Compute every layer of positions; call `refresh` first if weights have changed."""
        views = self.views
        board = (positions.boards, positions.pins, positions.seat)
        phases, dense, hidden, second, logits = layers
        dense_batch(self.laws, board, fact_numbers(self.rules, positions.facts), dense, phases)
        first_layer(board, dense, phases, (self.table, self.dense, self.phases), hidden)
        second_layer(hidden, (views["upper"], views["upper_bias"]), second)
        np.matmul(second, views["last"], out=logits)
        logits += views["last_bias"]


# For each thread, because the kernel runs without the interpreter's lock.
_ROOMS = threading.local()


def layers_of(network: Network) -> Layers:
    """This thread's layer arrays for networks of these sizes.

    They are reused: allocating fresh memory at each call takes as long as the computation.
    """
    sizes = (network.hidden, network.second, len(network.points))
    rooms: dict[tuple[int, ...], Layers] = _ROOMS.__dict__.setdefault("rooms", {})
    if sizes not in rooms:
        rooms[sizes] = Layers.empty(CHUNK, *sizes)
    return rooms[sizes]


def fact_numbers(rules: Rules, facts: Bytes) -> Floats:
    """The facts as inputs, float32[n, FACT_NUMBERS]; 0 for facts that the game does not use."""
    numbers = np.zeros((len(facts), FACT_NUMBERS), np.float32)
    if outcomes_of(rules).stakes[scoring.STAKES_LAST_THROW]:
        numbers[:, 0] = facts[:, scoring.FACT_FIRST]
        numbers[:, 1] = facts[:, scoring.FACT_LAST]
    if rules.bomb:
        numbers[:, 2] = facts[:, scoring.FACT_BOMB_MINE]
        numbers[:, 3] = facts[:, scoring.FACT_BOMB_THEIRS]
    if rules.counts_turns:
        early = rules.cascade_from - 1
        numbers[:, 4] = facts[:, scoring.FACT_TURNS_MINE] < early
        numbers[:, 5] = facts[:, scoring.FACT_TURNS_THEIRS] < early
    numbers[:, 6] = facts[:, scoring.FACT_LEFT]
    return numbers


def weights_count(rules: Rules, hidden: int, second: int, phases: int) -> int:
    """Number of weights of a network of these sizes."""
    return size_of(_shapes(rules, hidden, second, phases))


def _shapes(rules: Rules, hidden: int, second: int, phases: int) -> Shapes:
    outcomes = len(outcomes_of(rules).points)
    return {
        "points": (phases, CELLS, NUMBERS, hidden),
        "pinned": (phases, PIN_CELLS, hidden),
        "dense": (phases, FEATURES_SIZE + FACT_NUMBERS, hidden),
        "bias": (phases, hidden),
        "upper": (hidden, second),
        "upper_bias": (second,),
        "last": (second, outcomes),
        "last_bias": (outcomes,),
    }
