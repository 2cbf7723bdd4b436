"""Rollouts: what positions are worth when games are played on from them, many at once.

Every figure is a mean of trials and has a standard error beside it. Three things make the error
small: the first roll is each of the 36 equally often; all positions get the same dice, so that
their differences are surer than they are themselves; and the luck of every roll, how much better
it is than the 21 rolls on average, is taken out of the result (its mean is 0: a control variate).
"""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nardy.evaluation.network import Floats, Positions
from nardy.kernel import layout as at
from nardy.kernel.layout import Bytes, Ints
from nardy.kernel.scoring import FACT_FIRST, FACT_LEFT, FACT_TURNS_MINE, GOING_ON
from nardy.search.bomb import explode_where_better
from nardy.search.choose import Value, left_over
from nardy.search.lookahead import EVERY_ROLL, answers, choose_ahead, roll_weights
from nardy.search.tables import Game, Tables, rows_of
from nardy.search.timed import Hurried, OutOfTime

Doubles = NDArray[np.float64]

GROUP = 36
"""Trials that belong together: one for every first roll."""
MOST_PLIES = 800
"""In longer games what the network thinks of the last position stands for the end."""
SIDE_BY_SIDE, ADJUSTED_SIDE_BY_SIDE = 1_296, 144
"""About as many games are played in one go; those that measure the luck have 21 times the work."""
FIRST_ROLLS: Bytes = np.array([(one, two) for one in range(1, 7) for two in range(1, 7)], np.int8)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How to roll out."""

    trials: int = 1_296
    """Games from every position, rounded up to a multiple of 36."""
    plies: int | None = None
    """After so many the network's word stands for the end; None: to the end."""
    seed: int = 1
    """The same seed gives the same dice, and with the same trials the same figures."""
    seconds: float | None = None
    """No more games are begun after so long."""
    adjusted: bool = True
    """Take the luck out: fewer, dearer games for the same error."""
    ahead: int = 0
    """How many plies both players look ahead."""
    threads: int = 1


class Rollout(NamedTuple):
    """What became of every trial."""

    chances: Doubles
    """float64[groups, 36, m, outcomes], for the players on roll in the m positions."""
    points: Doubles
    """float64[outcomes]: what each outcome scores."""

    @property
    def trials(self) -> int:
        """How many games were played from each position."""
        return GROUP * len(self.chances)

    def equities(self) -> "Estimates":
        """Points for the player on roll, float64[m]."""
        return mean_and_error(self.chances @ self.points)


class Estimates(NamedTuple):
    """Means with their standard errors."""

    means: Doubles
    errors: Doubles


def mean_and_error(trials: Doubles) -> Estimates:
    """The mean over groups and first rolls, [groups, 36, ...], and its standard error.

    The first rolls are strata (W. Cochran, Sampling Techniques, 5.3): only what differs between
    trials with the same first roll counts. Of one group alone the error is not known: infinite.
    """
    means, groups = trials.mean((0, 1)), len(trials)
    if groups < 2:
        return Estimates(means, np.full(means.shape, np.inf))
    return Estimates(means, np.sqrt(trials.var(0, ddof=1).sum(0) / groups) / GROUP)


def roll_out(
    game: Game,
    tables: Tables,
    value: Value,
    plan: Plan,
    report: Callable[[int], None] | None = None,
) -> Rollout:
    """Play on from every table; `report` is told how many trials of each are done.

    The same trials and seed give the same figures, whatever the threads.
    """
    end = None if plan.seconds is None else time.monotonic() + plan.seconds
    parts: list[Doubles] = []
    with ThreadPoolExecutor(plan.threads) as pool:
        for wave in _waves(plan, len(tables.boards)):
            # The first games are played to their end, whatever the time: there must be an answer.
            hurried = value if end is None or not parts else Hurried(value, end)
            tasks = [pool.submit(_groups, game, tables, hurried, plan, part) for part in wave]
            try:
                parts += [task.result() for task in tasks]
            except OutOfTime:
                break
            if report is not None:
                report(GROUP * sum(map(len, parts)))
    return Rollout(np.concatenate(parts), np.array(game.points))


def _waves(plan: Plan, positions: int) -> Iterator[list[range]]:
    """The groups, so many at a time for every thread."""
    groups = max(1, -(-plan.trials // GROUP))
    games = ADJUSTED_SIDE_BY_SIDE if plan.adjusted else SIDE_BY_SIDE
    size = max(1, games // (GROUP * positions))
    parts = [range(low, min(low + size, groups)) for low in range(0, groups, size)]
    for low in range(0, len(parts), plan.threads):
        yield parts[low : low + plan.threads]


def _groups(game: Game, tables: Tables, value: Value, plan: Plan, groups: range) -> Doubles:
    """Play some groups of trials: float64[groups, 36, m, outcomes]."""
    positions, trials = len(tables.boards), GROUP * len(groups)
    dice = np.concatenate([dice_of(plan.seed, group) for group in groups])
    games = _Games(game, tables.part(np.repeat(np.arange(positions), trials)), value, plan)
    for ply in range(MOST_PLIES if plan.plies is None else plan.plies):
        if not len(games.going):
            break
        games.play(dice[games.going % trials, ply])
    games.stop()
    found = games.found.reshape(positions, len(groups), GROUP, -1)
    return found.transpose(1, 2, 0, 3)


def dice_of(seed: int, group: int) -> Bytes:
    """The rolls of a group of trials: int8[36, MOST_PLIES, 2], each first roll once."""
    random = np.random.default_rng([seed, group])
    dice = random.integers(1, 7, (GROUP, MOST_PLIES, 2), np.int8)
    dice[:, 0] = FIRST_ROLLS
    return dice


class _Games:
    """Games being played on, and what became of each for the player who was on roll at first."""

    def __init__(self, game: Game, tables: Tables, value: Value, plan: Plan) -> None:
        self.game = game
        self.tables = tables
        self.value = value
        self.plan = plan
        self.first = tables.facts[:, FACT_FIRST].copy()
        self.going = np.arange(len(self.first))
        self.found = np.zeros((len(self.first), len(game.points)))

    def play(self, rolls: Bytes) -> None:
        """One turn in every game that goes on."""
        game, rows = self.game, self.going
        part = self.tables.part(rows)
        if game.rules.bomb:
            explode_where_better(game, part, self.value)
        if self.plan.adjusted:
            self._add(rows, part.facts, -luck_of(game, part, rolls, self.value))
        before = part.facts.copy()
        begun = rows_of(game, part, rolls, before[:, FACT_TURNS_MINE].astype(np.int64))
        turn = choose_ahead(game, part, begun, self.value, self.plan.ahead)
        over = turn.outcomes != GOING_ON
        results = np.eye(len(game.points))[turn.outcomes[over]]
        self._add(rows[over], before[over], results)
        rolled = before[:, FACT_LEFT] == 0
        part.advance(np.arange(len(rows)), turn, left_over(game, begun, rolled, turn.played))
        for array, new in zip(self.tables, part, strict=True):
            array[rows] = new
        self.going = rows[~over]

    def stop(self) -> None:
        """What the network thinks of the games that still go on stands for their end."""
        rows = self.going
        if len(rows):
            boards, pins, facts, _ = self.tables.part(rows)
            chances, _ = self.value(Positions(boards, pins, at.PLAYER, facts))
            self._add(rows, facts, chances)

    def _add(self, rows: Ints, facts: Bytes, chances: Floats | Doubles) -> None:
        """Chances of the players on roll; an outcome is seen by the other from the other end."""
        same = facts[:, FACT_FIRST] == self.first[rows]
        self.found[rows] += np.where(same[:, None], chances, chances[:, ::-1])


def luck_of(game: Game, tables: Tables, rolls: Bytes, value: Value) -> Floats:
    """How much likelier each roll makes every outcome than the 21 rolls on average.

    float32[n, outcomes], for the players on roll, each roll being answered by the best turn.
    """
    worth = answers(game, tables, value).probabilities
    actual = worth[np.arange(len(rolls)), NUMBER[rolls[:, 0], rolls[:, 1]]]
    return actual - np.einsum("r,nro->no", roll_weights(game), worth)


NUMBER: Ints = np.zeros((7, 7), np.int64)
"""Where a roll is in EVERY_ROLL, whichever die comes first."""
NUMBER[EVERY_ROLL[:, 0], EVERY_ROLL[:, 1]] = np.arange(len(EVERY_ROLL))
NUMBER[EVERY_ROLL[:, 1], EVERY_ROLL[:, 0]] = np.arange(len(EVERY_ROLL))
