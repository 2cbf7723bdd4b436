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

from nardy.evaluation.cube.cubes import Late
from nardy.evaluation.network.network import Floats, Positions
from nardy.exact.two_sided import late_waits
from nardy.kernel import layout as at
from nardy.kernel.layout import Bytes, Ints
from nardy.kernel.scoring import FACT_FIRST, FACT_LEFT, FACT_TURNS_MINE, GOING_ON
from nardy.search.bomb import explode_where_better
from nardy.search.choose import Value, left_over
from nardy.search.cube_histories import CubeHistories, RolloutCube
from nardy.search.every_roll import EVERY_ROLL, answers, roll_weights
from nardy.search.lookahead import choose_ahead
from nardy.search.lookahead_cache import LookaheadCache
from nardy.search.tables import QUICK_WIDTHS, GameTables, SearchWidth, Tables, rows_of
from nardy.search.timed import OutOfTime, TimedValue

Doubles = NDArray[np.float64]

GROUP = 36
"""Trials that belong together: one for every first roll."""
MOST_PLIES = 800
"""In longer games what the network thinks of the last position stands for the end."""
SIDE_BY_SIDE, ADJUSTED_SIDE_BY_SIDE = 1_296, 144
"""About as many games are played in one go; those that measure the luck have 21 times the work."""
FIRST_ROLLS: Bytes = np.array([(one, two) for one in range(1, 7) for two in range(1, 7)], np.int8)


@dataclass(frozen=True, kw_only=True)
class RolloutPlan:
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
    widths: tuple[SearchWidth, ...] = QUICK_WIDTHS
    """Which turns they look at more deeply."""
    threads: int = 1
    stoppable: bool = False
    """After Ctrl-C the trials that are done count, if there are any."""
    cubeless: bool = False
    """Points of the game alone, also where the position has a cube or a score."""
    rollout_cube: RolloutCube | None = None
    """How the cube is played; None: nobody doubles."""


class Rollout(NamedTuple):
    """What became of every trial."""

    chances: Doubles
    """float64[groups, 36, m, outcomes], for the players on roll in the m positions."""
    points: Doubles
    """float64[outcomes]: what each outcome scores."""
    with_cube: Doubles
    """float64[groups, 36, m, stories]: what every trial came to with the cube, for the same
    players; no stories where it is played without."""

    @property
    def trials(self) -> int:
        """How many games were played from each position."""
        return GROUP * len(self.chances)

    def equities(self) -> "Estimates":
        """Points for the player on roll, float64[m]."""
        return mean_and_error(self.chances @ self.points)

    def cubeful(self) -> "Estimates":
        """The same with the cube, in units of the cube as it stands, float64[m, stories]."""
        return mean_and_error(self.with_cube)


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
    game: GameTables,
    tables: Tables,
    value: Value,
    plan: RolloutPlan,
    report: Callable[[int], None] | None = None,
) -> Rollout:
    """Play on from every table; `report` is told how many trials of each are done.

    The same trials and seed give the same figures, whatever the threads.
    """
    end = None if plan.seconds is None else time.monotonic() + plan.seconds
    begin = _RolloutJob(game._replace(widths=plan.widths), tables, plan)
    parts: list[_Part] = []
    with ThreadPoolExecutor(plan.threads) as pool:
        for wave in _waves(plan, len(tables.boards)):
            # The first games are played to their end, whatever the time: there must be an answer.
            timed_value = value if end is None or not parts else TimedValue(value, end)
            tasks = [pool.submit(_groups, begin, timed_value, part) for part in wave]
            try:
                parts += [task.result() for task in tasks]
            except OutOfTime:
                break
            except KeyboardInterrupt:
                if not (plan.stoppable and parts):
                    raise
                break
            if report is not None:
                report(GROUP * sum(len(part.chances) for part in parts))
    chances = np.concatenate([part.chances for part in parts])
    with_cube = np.concatenate([part.with_cube for part in parts])
    return Rollout(chances, np.array(game.points), with_cube)


class _RolloutJob(NamedTuple):
    """What is rolled out, and how."""

    game: GameTables
    tables: Tables
    plan: RolloutPlan


class _Part(NamedTuple):
    """As in `Rollout`, of some groups."""

    chances: Doubles
    with_cube: Doubles


def _waves(plan: RolloutPlan, positions: int) -> Iterator[list[range]]:
    """The groups, so many at a time for every thread."""
    groups = max(1, -(-plan.trials // GROUP))
    games = ADJUSTED_SIDE_BY_SIDE if plan.adjusted else SIDE_BY_SIDE
    size = max(1, games // (GROUP * positions))
    parts = [range(low, min(low + size, groups)) for low in range(0, groups, size)]
    for low in range(0, len(parts), plan.threads):
        yield parts[low : low + plan.threads]


def _groups(begin: _RolloutJob, value: Value, groups: range) -> _Part:
    """Play some groups of trials."""
    plan, positions = begin.plan, len(begin.tables.boards)
    trials = GROUP * len(groups)
    dice = np.concatenate([dice_of(plan.seed, group) for group in groups])
    games = _Rollouts(begin, value, np.repeat(np.arange(positions), trials))
    for ply in range(MOST_PLIES if plan.plies is None else plan.plies):
        if not len(games.going):
            break
        games.play(dice[games.going % trials, ply])
    games.stop()
    shape = (positions, len(groups), GROUP, -1)
    with_cube = games.histories.found if games.histories else np.empty((len(games.first), 0))
    # A shape without stories cannot be guessed from what there is.
    with_cube_by_trial = with_cube.reshape(*shape[:3], with_cube.shape[1])
    chances = games.found.reshape(shape)
    return _Part(chances.transpose(1, 2, 0, 3), with_cube_by_trial.transpose(1, 2, 0, 3))


def dice_of(seed: int, group: int) -> Bytes:
    """The rolls of a group of trials: int8[36, MOST_PLIES, 2], each first roll once."""
    random = np.random.default_rng([seed, group])
    dice = random.integers(1, 7, (GROUP, MOST_PLIES, 2), np.int8)
    dice[:, 0] = FIRST_ROLLS
    return dice


class _Rollouts:
    """Games being played on, and what became of each for the player who was on roll at first."""

    def __init__(self, begin: _RolloutJob, value: Value, of: Ints) -> None:
        self.game, tables, self.plan = begin
        self.rollout_cube = self.plan.rollout_cube
        self.tables = tables.part(of)
        self.value = value
        self.first = self.tables.facts[:, FACT_FIRST].copy()
        self.going = np.arange(len(self.first))
        self.found = np.zeros((len(self.first), len(self.game.points)))
        facts = self.tables.facts
        self.histories = CubeHistories(self.rollout_cube, of, facts) if self.rollout_cube else None
        self.memory = LookaheadCache(len(self.first))

    def play(self, rolls: Bytes) -> None:
        """One turn in every game that goes on."""
        if self.game.rules.bomb:
            for some, game, value in self._by_evaluation():
                rows = self.going[some]
                part = self.tables.part(rows)
                explode_where_better(game, part, value)
                self._put(rows, part)
        if self.histories:
            part = self.tables.part(self.going)
            self.histories.play_cubes(self.going, part.facts, self._chances(part), self._late(part))
        going = [
            self._turn(self.going[some], game, value, rolls[some])
            for some, game, value in self._by_evaluation()
        ]
        self.going = np.sort(np.concatenate(going))

    def _by_evaluation(self) -> Iterator[tuple[Ints, GameTables, Value]]:
        """Those of the games that go on whose turns are chosen alike."""
        if (
            self.rollout_cube is None
            or self.rollout_cube.evaluator is None
            or self.histories is None
        ):
            yield np.arange(len(self.going)), self.game, self.value
            return
        values, owners = self.histories.cubes[0].part(self.going)
        kinds, which = np.unique(np.stack([values, owners], 1), axis=0, return_inverse=True)
        for n, (cube, owner) in enumerate(kinds.tolist()):
            worth, value = self.rollout_cube.evaluator(self.value, cube, owner)
            game = self.game.valued(worth)
            yield np.flatnonzero(which.ravel() == n), game, value

    def _turn(self, rows: Ints, game: GameTables, value: Value, rolls: Bytes) -> Ints:
        """Roll and play in some games; those that go on."""
        part = self.tables.part(rows)
        if self.plan.adjusted:
            worth = self.memory.recall(
                rows, lambda some: answers(game, part.part(some), value).probabilities
            )
            self._take_luck(rows, part.facts, rolls, worth)
        before = part.facts.copy()
        begun = rows_of(game, part, rolls, before[:, FACT_TURNS_MINE].astype(np.int64))
        turn = choose_ahead(game, part, begun, value, self.plan.ahead)
        over = turn.outcomes != GOING_ON
        results = np.eye(len(game.points))[turn.outcomes[over]]
        self._add(rows[over], before[over], results)
        if self.histories:
            self.histories.end(rows[over], before[over], results)
        rolled = before[:, FACT_LEFT] == 0
        part.advance(np.arange(len(rows)), turn, left_over(game, begun, rolled, turn.played))
        self._put(rows, part)
        # A bomb, or a cube, may change the answers before the next roll.
        if self.plan.adjusted and not (game.rules.bomb or self.histories):
            self.memory.keep(rows, turn.cached_lookahead)
        return rows[~over]

    def _take_luck(self, rows: Ints, facts: Bytes, rolls: Bytes, worth: Floats) -> None:
        """How much likelier each roll makes every outcome than the 21 rolls on average."""
        excess = excess_of(self.game, rolls)
        self._add(rows, facts, -np.einsum("nr,nro->no", excess, worth))
        if self.histories:
            self.histories.take_luck(rows, facts, worth, excess)

    def _put(self, rows: Ints, part: Tables) -> None:
        for array, new in zip(self.tables, part, strict=True):
            array[rows] = new

    def _chances(self, part: Tables) -> Floats:
        boards, pins, facts, _ = part
        return self.value(Positions(boards, pins, at.PLAYER, facts))[0]

    def _late(self, part: Tables) -> Late:
        positions = part.boards, part.pins, at.PLAYER, part.facts
        found, waits = late_waits(self.game.rules, positions)
        # Known is what cubes without end are worth: others are judged by the chances.
        return found & (self.game.rules.cube_cap == 0), waits

    def stop(self) -> None:
        """What the network thinks of the games that still go on stands for their end."""
        rows = self.going
        if len(rows):
            part = self.tables.part(rows)
            chances = self._chances(part)
            self._add(rows, part.facts, chances)
            if self.histories:
                self.histories.stop(rows, part.facts, chances, self._late(part))

    def _add(self, rows: Ints, facts: Bytes, chances: Floats | Doubles) -> None:
        """Chances of the players on roll; an outcome is seen by the other from the other end."""
        same = facts[:, FACT_FIRST] == self.first[rows]
        self.found[rows] += np.where(same[:, None], chances, chances[:, ::-1])


def excess_of(game: GameTables, rolls: Bytes) -> Floats:
    """float32[n, 21]: 1 for the roll that came up, less how likely each was.

    What these weights make of the answers to the 21 rolls is the luck of the roll: 0 on average.
    """
    came = np.eye(len(EVERY_ROLL), dtype=np.float32)[NUMBER[rolls[:, 0], rolls[:, 1]]]
    excess: Floats = came - roll_weights(game)
    return excess


NUMBER: Ints = np.zeros((7, 7), np.int64)
"""Where a roll is in EVERY_ROLL, whichever die comes first."""
NUMBER[EVERY_ROLL[:, 0], EVERY_ROLL[:, 1]] = np.arange(len(EVERY_ROLL))
NUMBER[EVERY_ROLL[:, 1], EVERY_ROLL[:, 0]] = np.arange(len(EVERY_ROLL))
