"""Fit a finished network to how its games end, and to which of two rival turns is better.

Two numbers are fitted for each unit of the first layer of each phase: a gain of all its weights and a shift of its
bias. So what a phase shares, such as the worth of back games, becomes true, and little noise is learned. Fitted as
well are one gain of all logits and one shift for each outcome, as in calibration. It is one least-squares fit
(Gauss-Newton) of three kinds of errors:

- the chances and the equity of positions against results less luck (train/results.py);
- the differences between rival turns against exact targets (train/refine.py). Without them values became truer
  and turns worse, since rivals differ by less than the noise of results (docs/decisions/training.md);
- the size of all changes (ridge regression), which decides where little is known.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nardy.core.choices import Contact
from nardy.evaluation.cube.match_value import Evaluator
from nardy.evaluation.network.network import FIRST, Floats, Layers, Network, Positions
from nardy.evaluation.outcomes import outcomes_of
from nardy.kernel import layout as at
from nardy.kernel.features import PHASES, first_layer_of
from nardy.kernel.forward import probabilities_batch
from nardy.kernel.layout import Bytes, Doubles, Ints, pick_rows
from nardy.search.tables import GameTables
from nardy.train.candidate_pairs import (
    EQUITY_WEIGHT,
    TEMPERATURE,
    CandidatePairs,
    chances,
    join_groups,
)
from nardy.train.refine import Refiner
from nardy.train.results import results
from nardy.train.selfplay import Lessons

STEPS = 2
"""Steps of Gauss-Newton; the second one gains a tenth of the first."""
RIVAL_WEIGHT = 1_000.0
"""Weight of the squared error of a difference between rivals; that of an equity has EQUITY_WEIGHT. In backgammon
differences are off by 0.0001 points squared, results by 0.035: by likelihood it would be 350 times as much."""
RIDGE = 300.0
"""Weight of the square of each change. By games held out, 10 gains a tenth more, by changes four times as large."""
LEAST = 1e-7
"""Least chance whose logarithm is taken."""
LEAST_CHANCE = 0.003
"""A squared error of a chance is divided by the chance; this limits the weight of what hardly ever happens."""
MOST_UNKNOWNS = 10_000
"""Their equations take 0.8 GB; 512 units in nine phases have 9,216."""
TARGETS_A_GAME = 6
"""Exact targets for each game whose result is learned."""
RARE_CLASSES = {
    Contact.HIT: ("back game", "hit in the bear-off"),
    Contact.BLOCK: ("fence", "locked"),
    Contact.PIN: ("deep pins",),
}
"""The classes of what results come from: half of the games for exact targets begin with them."""
TABLES = 1_024
"""Games at a time from which exact targets come."""
PART = 4_096
"""Positions computed at a time."""
Slopes = NDArray[np.floating[Any]]
"""Derivatives by the unknowns, or errors, one row for each position."""


def held_to_results(
    game: GameTables, network: Network, evaluator: Evaluator, games: int, seed: int
) -> Network:
    """The network fitted to the results of so many of its games, without a move filter.

    A network with more than MOST_UNKNOWNS stays as it is.
    """
    if games < 1 or network.phases * 2 * network.hidden > MOST_UNKNOWNS:
        return network
    random = np.random.default_rng(seed)
    lessons = results(game, evaluator, games, random)
    refiner = Refiner(game, min(TABLES, games), seed, RARE_CLASSES[game.rules.contact])
    parts, found = list[CandidatePairs](), 0
    # As many games at most: a game of one's own may have hardly any decision to compare.
    while found < TARGETS_A_GAME * games and refiner.games < games:
        parts.append(refiner.step(evaluator, game.move_filter))
        # Rolls with all turns, from which a move filter would learn.
        refiner.ordered.clear()
        found += parts[-1].size
    return fitted(network, lessons, join_groups(parts))


def fitted(network: Network, lessons: Lessons, rivals: CandidatePairs) -> Network:
    """The network after STEPS of the fit."""
    for _ in range(STEPS):
        equations = Equations(network)
        equations.add_results(lessons)
        equations.add_rivals(rivals)
        network = equations.solved()
    return network


class Equations:
    """The normal equations of one step.

    Unknown are the shifts and the gains of each phase, then the gain of the logits and the shifts of the outcomes.
    """

    def __init__(self, network: Network) -> None:
        network.refresh()  # one that has not played yet has no rows to add up
        self.network = network
        self.width = 2 * network.hidden
        """Unknowns of a phase."""
        self.own = network.phases * self.width
        """Unknowns of all phases."""
        size = self.own + 1 + len(network.points)
        self.matrix: Doubles = RIDGE * np.eye(size)
        self.right: Doubles = np.zeros(size)
        places = [first_layer_of(phase, network.phases) for phase in range(PHASES)]
        self._places: Bytes = np.array(places, np.int8)
        """The first layer of each phase."""

    def add_results(self, lessons: Lessons) -> None:
        """Add the errors of chances, as in the cross-entropy, and of equities."""
        points = self.network.points
        for low in range(0, lessons.size, PART):
            some = pick_rows(lessons, slice(low, low + PART))
            layers, equities = self._layers(some)
            found = layers.logits
            for outcome in range(len(points)):
                scale = np.sqrt(np.maximum(found[:, outcome], LEAST_CHANCE))
                by_logits = -found * found[:, [outcome]]
                by_logits[:, outcome] += found[:, outcome]
                wrong = some.targets[:, outcome] - found[:, outcome]
                self._add(layers, by_logits / scale[:, None], wrong / scale)
            scale = np.float32(EQUITY_WEIGHT**0.5)
            wrong = some.targets @ points - equities
            self._add(layers, scale * self._equity_by_logits(layers, equities), scale * wrong)

    def add_rivals(self, rivals: CandidatePairs) -> None:
        """Add the errors of differences between the turns of each decision."""
        for low in range(0, rivals.groups, PART // 4):
            some = rivals.some(np.arange(low, min(low + PART // 4, rivals.groups)))
            if some.size:
                self._add_differences(some)

    def _add_differences(self, some: CandidatePairs) -> None:
        """As the gradient of training weighs them (`equity_gradient`)."""
        offsets, widths = some.offsets, np.diff(some.offsets)
        layers, equities = self._layers(some.rows)
        wanted = some.rows.targets @ self.network.points
        shares = chances(-wanted, offsets, TEMPERATURE)
        scale = np.sqrt(RIVAL_WEIGHT * shares * np.repeat(widths, widths)).astype(np.float32)

        def apart(values: Slopes) -> Slopes:
            """The values less the mean of their decision, by the weight of each turn."""
            common = np.add.reduceat(shares[:, None] * values, offsets[:-1], axis=0)
            return scale[:, None] * (values - np.repeat(common, widths, axis=0))

        slopes = self._slopes(layers, self._equity_by_logits(layers, equities))
        wrong = apart((wanted - equities)[:, None])[:, 0]
        phases = layers.phases
        first, last = (
            np.repeat(extreme.reduceat(phases, offsets[:-1]), widths)
            for extreme in (np.minimum, np.maximum)
        )
        alike = apart(slopes)
        for phase in np.unique(phases[first == last]):
            rows = np.flatnonzero((first == phase) & (last == phase))
            self._put(alike[rows], wrong[rows], self._columns(phase))
        mixed = np.flatnonzero(first != last)
        if len(mixed):
            wide = np.zeros((len(phases), len(self.right)), np.float32)
            for phase in np.unique(phases[mixed]):
                rows = np.flatnonzero(phases == phase)
                wide[np.ix_(rows, self._columns(phase))] = slopes[rows]
            self._put(apart(wide)[mixed], wrong[mixed], np.arange(len(self.right)))

    def solved(self) -> Network:
        """The network with the changes of this step."""
        changes = np.linalg.solve(self.matrix, self.right).astype(np.float32)
        units, (gain, *outcomes) = np.split(changes, [self.own])
        shifts, gains = units.reshape(self.network.phases, 2, -1).swapaxes(0, 1)
        found = self.network.with_weights(self.network.flat.copy())
        for name in FIRST:
            view = found.views[name]
            view *= 1 + gains.reshape(len(gains), *[1] * (view.ndim - 2), -1)
        found.views["bias"][...] += shifts
        for name in ("last", "last_bias"):
            found.views[name][...] *= 1 + gain
        found.views["last_bias"][...] += outcomes
        found.refresh()
        return found

    def _layers(self, lessons: Lessons) -> tuple[Layers, Floats]:
        """The layers, with first layers for phases and chances for logits; and the equities for who rolls next."""
        network, count = self.network, lessons.size
        layers = Layers.empty(count, network.hidden, network.second, len(network.points))
        network.fill(Positions(lessons.boards, lessons.pins, at.PLAYER, lessons.facts), layers)
        equities = np.empty(count, np.float32)
        stakes = outcomes_of(network.rules).stakes
        board = (lessons.boards, at.PLAYER)
        probabilities_batch(stakes, board, network.points, layers.logits, equities)
        return layers._replace(phases=self._places[layers.phases]), equities

    def _equity_by_logits(self, layers: Layers, equities: Floats) -> Slopes:
        """The derivative of an equity by the logits of a softmax."""
        return layers.logits * (self.network.points - equities[:, None])

    def _slopes(self, layers: Layers, by_logits: Slopes) -> Slopes:
        """float32[n, 2 x hidden + 1 + outcomes]: derivatives by the unknowns of the position's phase, and by the shared ones.

        The gain of a unit multiplies its sum, which is its output where it is not 0. The derivatives `by_logits` add
        up to 0, so logarithms of chances may stand for logits.
        """
        views = self.network.views
        upper = (by_logits @ views["last"].T) * (layers.second > 0)
        lower = (upper @ views["upper"].T) * (layers.hidden > 0)
        by_gain = (by_logits * np.log(np.maximum(layers.logits, LEAST))).sum(1, keepdims=True)
        return np.concatenate([lower, lower * layers.hidden, by_gain, by_logits], axis=1)

    def _add(self, layers: Layers, by_logits: Slopes, wrong: Slopes) -> None:
        slopes = self._slopes(layers, by_logits)
        for phase in np.unique(layers.phases):
            rows = np.flatnonzero(layers.phases == phase)
            self._put(slopes[rows], wrong[rows], self._columns(phase))

    def _put(self, slopes: Slopes, wrong: Slopes, columns: Ints) -> None:
        self.matrix[np.ix_(columns, columns)] += slopes.T @ slopes
        self.right[columns] += slopes.T @ wrong

    def _columns(self, phase: int) -> Ints:
        """The unknowns of a phase, and the shared ones."""
        first = int(phase) * self.width  # int: a phase is an int8
        own, shared = np.arange(first, first + self.width), np.arange(self.own, len(self.right))
        return np.concatenate([own, shared])
