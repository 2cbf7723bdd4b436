"""Rollouts: position values from many games played on from each position.

Every figure is the mean of trials, with its standard error. Three things reduce the error. The first
roll is each of the 36 equally often. All positions get the same dice, so their differences are more
certain than their values. The luck of every roll, its gain over the mean of the 21 rolls, is
subtracted (a control variate with mean 0).
"""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from nardy.compute.chunks import Workers, run_chunks
from nardy.compute.local import Threads
from nardy.errors import NardyError
from nardy.evaluation.cube.cubes import Late
from nardy.evaluation.network.network import Floats, Value
from nardy.exact.two_sided import late_waits
from nardy.kernel import layout as at
from nardy.kernel.layout import Bytes, Ints
from nardy.kernel.scoring import FACT_FIRST, GOING_ON
from nardy.search.bomb import explode_where_better
from nardy.search.choose import play_turns
from nardy.search.cube_histories import CubeHistories, Doubles, RolloutCube
from nardy.search.every_roll import EVERY_ROLL, NUMBER, answers, roll_weights
from nardy.search.lookahead import OutOfTime, TimedValue, choose_ahead
from nardy.search.tables import (
    QUICK_WIDTHS,
    CachedLookahead,
    GameTables,
    SearchWidth,
    Tables,
    rows_of,
)

GROUP = 36
"""Trials that belong together: one for each first roll."""
MOST_PLIES = 800
"""Longer games are cut; the network's value of the last position stands for the result."""
SIDE_BY_SIDE, ADJUSTED_SIDE_BY_SIDE = 1_296, 144
"""Approximate number of games in one batch; luck adjustment is 21 times the work."""
FIRST_ROLLS: Bytes = np.array([(one, two) for one in range(1, 7) for two in range(1, 7)], np.int8)


@dataclass(frozen=True, kw_only=True)
class RolloutPlan:
    """How a rollout plays: how many trials, how far, with which look-ahead, cube and dice, and on what."""

    trials: int = 1_296
    """Trials for each position, rounded up to a multiple of 36."""
    plies: int | None = None
    """Truncate games after this many plies, at most 800, and use the network's value; None: play to the end."""
    seed: int = 1
    """Equal seeds give equal dice, and with equal trials equal results."""
    seconds: float | None = None
    """No new games start after this time; threads break off those in progress, processes and clusters finish them."""
    adjusted: bool = True
    """Subtract the luck of the rolls: fewer but costlier games for the same error."""
    ahead: int = 0
    """Plies of look-ahead for both players."""
    widths: tuple[SearchWidth, ...] = QUICK_WIDTHS
    """Which candidate turns they examine deeper."""
    threads: int = 1
    """Threads of this process, if there are no *workers*."""
    workers: Workers | None = field(default=None, compare=False)
    """Processes or a cluster to use instead of threads of this process."""
    enough: "Callable[[Rollout], bool] | None" = field(default=None, compare=False)
    """Asked after 1, 2, 4, 8 ... batches; True ends the rollout before all trials are played."""
    stoppable: bool = False
    """After Ctrl-C the finished trials count, if there are any."""
    cubeless: bool = False
    """Ignore the cube and the score of the position."""
    rollout_cube: RolloutCube | None = None
    """How the cube is played; None: nobody doubles."""

    def __post_init__(self) -> None:
        """Refuse what cannot be played.

        Raises:
            NardyError: there are no trials, or the plies or the seed are negative.
        """
        for name, value, least in (
            ("trials", self.trials, 1),
            ("plies", self.plies, 0),
            ("seed", self.seed, 0),
        ):
            if value is not None and value < least:
                raise NardyError(
                    f"expected {name} from {least} up for a rollout, got {value!r:.40}; "
                    f"write RolloutPlan({name}={getattr(RolloutPlan, name)})"
                )


class Rollout(NamedTuple):
    """The results of all trials."""

    chances: Doubles
    """float64[groups, 36, m, outcomes], for the players on roll in the m positions."""
    points: Doubles
    """float64[outcomes]: points of each outcome."""
    with_cube: Doubles
    """float64[groups, 36, m, histories]: cubeful results of every trial, for the same players;
    no histories without a cube."""

    @property
    def trials(self) -> int:
        """Number of trials of each position."""
        return GROUP * len(self.chances)

    def equities(self) -> "Estimates":
        """Points for the player on roll, float64[m]."""
        return mean_and_error(self.chances @ self.points)

    def cubeful(self) -> "Estimates":
        """Cubeful equities in units of the present cube, float64[m, histories]."""
        return mean_and_error(self.with_cube)


class Estimates(NamedTuple):
    """The mean of trials and its standard error; both have the shape of one trial."""

    means: Doubles
    errors: Doubles
    """Standard errors of the means: 95 in 100 true values lie within 1.96 of them."""


def mean_and_error(trials: Doubles) -> Estimates:
    """The mean over groups and first rolls, [groups, 36, ...], and its standard error.

    The first rolls are strata (W. Cochran, Sampling Techniques, 5.3): only differences between trials
    with the same first roll count. With a single group the error is unknown: infinite.
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
    """Roll out every table; `report` gets the number of finished trials of each.

    Equal trials and seeds give equal results with any number of threads.
    """
    end = None if plan.seconds is None else time.monotonic() + plan.seconds

    def play(groups: range) -> Rollout:
        # The first batch runs to its end in any case: there must be a result.
        timed_value = value if end is None or not groups.start else TimedValue(value, end)
        return play_groups(game, tables, plan, timed_value, groups)

    if plan.threads == 1:
        return roll_out_on(None, play, plan, len(tables.boards), report)
    with closing(Threads(plan.threads)) as workers:
        return roll_out_on(workers, play, plan, len(tables.boards), report)


def roll_out_on(
    workers: Workers | None,
    play: Callable[[range], Rollout],
    plan: RolloutPlan,
    positions: int,
    report: Callable[[int], None] | None = None,
) -> Rollout:
    """Collect the groups of trials that `play` makes, on these workers or here; see `roll_out`."""
    end = None if plan.seconds is None else time.monotonic() + plan.seconds
    batches, parts = _batches(plan, positions), list[Rollout]()
    # Here one batch after the other: nothing is played ahead of what may be enough.
    parts_made = run_chunks(workers, play, batches) if workers else (play(b) for b in batches)
    with closing(parts_made) as played:
        try:
            for part in played:
                parts.append(part)
                if report is not None:
                    report(GROUP * sum(len(part.chances) for part in parts))
                if _is_enough(plan, parts) or (end is not None and time.monotonic() > end):
                    break
        except OutOfTime:
            pass
        except KeyboardInterrupt:
            if not (plan.stoppable and parts):
                raise
    return _joined(parts)


def _is_enough(plan: RolloutPlan, parts: list[Rollout]) -> bool:
    # At doublings only: a test after every batch would often stop at a lucky result (optional stopping).
    doubled = len(parts) & (len(parts) - 1) == 0
    return plan.enough is not None and doubled and plan.enough(_joined(parts))


def _joined(parts: list[Rollout]) -> Rollout:
    chances = np.concatenate([part.chances for part in parts])
    with_cube = np.concatenate([part.with_cube for part in parts])
    return Rollout(chances, parts[0].points, with_cube)


def _batches(plan: RolloutPlan, positions: int) -> list[range]:
    """The groups in batches of some seconds of work, whatever the number of workers."""
    groups = max(1, -(-plan.trials // GROUP))
    games = ADJUSTED_SIDE_BY_SIDE if plan.adjusted else SIDE_BY_SIDE
    size = max(1, games // (GROUP * positions))
    return [range(low, min(low + size, groups)) for low in range(0, groups, size)]


def play_groups(
    game: GameTables, tables: Tables, plan: RolloutPlan, value: Value, groups: range
) -> Rollout:
    """Roll out some groups of the trials of every table: what one worker does at a time."""
    game = game._replace(widths=plan.widths)
    positions, trials = len(tables.boards), GROUP * len(groups)
    dice = np.concatenate([dice_of(plan.seed, group) for group in groups])
    of = np.repeat(np.arange(positions), trials)
    games = _Rollouts(game, tables.part(of), plan, value)
    if plan.rollout_cube:
        games.histories = CubeHistories(plan.rollout_cube, of, games.tables.facts)
    for ply in range(min(MOST_PLIES, MOST_PLIES if plan.plies is None else plan.plies)):
        if not len(games.going):
            break
        games.play(dice[games.going % trials, ply])
    games.stop()
    with_cube = games.histories.found if games.histories else np.empty((len(games.first), 0))
    chances, with_cube = (
        found.reshape(positions, len(groups), GROUP, found.shape[1]).transpose(1, 2, 0, 3)
        for found in (games.found, with_cube)
    )
    return Rollout(chances, np.array(game.points), with_cube)


def dice_of(seed: int, group: int) -> Bytes:
    """The rolls of a group of trials: int8[36, MOST_PLIES, 2], with each first roll once."""
    random = np.random.default_rng([seed, group])
    dice = random.integers(1, 7, (GROUP, MOST_PLIES, 2), np.int8)
    dice[:, 0] = FIRST_ROLLS
    return dice


class _Rollouts:
    """Games being rolled out; results are seen by the player who was on roll at the start."""

    def __init__(self, game: GameTables, tables: Tables, plan: RolloutPlan, value: Value) -> None:
        self.game, self.tables, self.plan, self.value = game, tables, plan, value
        self.first = tables.facts[:, FACT_FIRST].copy()
        self.going = np.arange(len(self.first))
        self.found = np.zeros((len(self.first), len(game.points)))
        self.histories: CubeHistories | None = None
        self.memory = LookaheadCache(len(self.first))

    def play(self, rolls: Bytes) -> None:
        """Play one turn in every unfinished game."""
        if self.game.rules.bomb:
            for some, game, value in self._by_evaluation():
                rows = self.going[some]
                part = self.tables.part(rows)
                explode_where_better(game, part, value)
                self.tables.put(rows, part)
        if self.histories:
            part = self.tables.part(self.going)
            self.histories.play_cubes(self.going, part.facts, self._chances(part), self._late(part))
        going = [
            self._turn(self.going[some], game, value, rolls[some])
            for some, game, value in self._by_evaluation()
        ]
        self.going = np.sort(np.concatenate(going))

    def _by_evaluation(self) -> Iterator[tuple[Ints, GameTables, Value]]:
        """The unfinished games, grouped by the evaluation that chooses their turns."""
        evaluator = self.plan.rollout_cube and self.plan.rollout_cube.evaluator
        if evaluator is None or self.histories is None:
            yield np.arange(len(self.going)), self.game, self.value
            return
        values, owners = self.histories.cubes[0].part(self.going)
        kinds, which = np.unique(np.stack([values, owners], 1), axis=0, return_inverse=True)
        for n, (cube, owner) in enumerate(kinds.tolist()):
            worth, value = evaluator(self.value, cube, owner)
            yield np.flatnonzero(which.ravel() == n), self.game.valued(worth), value

    def _turn(self, rows: Ints, game: GameTables, value: Value, rolls: Bytes) -> Ints:
        """Roll and play in some games; return those that go on."""
        part = self.tables.part(rows)
        if self.plan.adjusted:
            worth = self.memory.by_roll(rows, game, part, value)
            # How much likelier the roll made every outcome than the mean of the 21 rolls.
            excess = excess_of(self.game, rolls)
            self._add(rows, part.facts, -np.einsum("nr,nro->no", excess, worth))
            if self.histories:
                self.histories.take_luck(rows, part.facts, worth, excess)
        before = part.facts.copy()
        begun = rows_of(game, part, rolls)
        turn = choose_ahead(game, part, begun, value, self.plan.ahead)
        over = turn.outcomes != GOING_ON
        results = np.eye(len(game.points))[turn.outcomes[over]]
        self._add(rows[over], before[over], results)
        if self.histories:
            self.histories.end(rows[over], before[over], results)
        play_turns(game, part, begun, turn)
        self.tables.put(rows, part)
        # A bomb or a cube may change the answers before the next roll.
        if self.plan.adjusted and not (game.rules.bomb or self.histories):
            self.memory.keep(rows, turn.cached_lookahead)
        return rows[~over]

    def _chances(self, part: Tables) -> Floats:
        return self.value(part.positions)[0]

    def _late(self, part: Tables) -> Late:
        positions = part.boards, part.pins, at.PLAYER, part.facts
        found, waits = late_waits(self.game.rules, positions)
        # The exact equities hold for cubes without a cap; others use the chances.
        return found & (self.game.rules.cube_cap == 0), waits

    def stop(self) -> None:
        """Use the network's value as the result of the unfinished games."""
        rows = self.going
        if len(rows):
            part = self.tables.part(rows)
            chances = self._chances(part)
            self._add(rows, part.facts, chances)
            if self.histories:
                self.histories.stop(rows, part.facts, chances, self._late(part))

    def _add(self, rows: Ints, facts: Bytes, chances: Floats | Doubles) -> None:
        """Add chances seen by the players on roll; the other player has them in reverse order."""
        same = facts[:, FACT_FIRST] == self.first[rows]
        self.found[rows] += np.where(same[:, None], chances, chances[:, ::-1])


class LookaheadCache:
    """Answers to the next roll in games played side by side, kept until used.

    Variance reduction needs the best answer to each of the 21 rolls before every roll. A player with
    look-ahead has computed these for each candidate, including the chosen turn.
    """

    def __init__(self, games: int) -> None:
        self._known = np.zeros(games, np.bool_)
        # The first answers bring the real shape, since only they tell the number of outcomes.
        self._by_roll: Floats = np.empty((games, 0, 0), np.float32)

    def keep(self, games: Ints, cached_lookahead: CachedLookahead | None) -> None:
        """Store the answers after the turns in these games, replacing older ones."""
        self._known[games] = False
        if cached_lookahead is None or not len(cached_lookahead.which):
            return
        if not self._by_roll.size:
            shape = (len(self._known), *cached_lookahead.by_roll.shape[1:])
            self._by_roll = np.empty(shape, np.float32)
        known = games[cached_lookahead.which]
        self._known[known] = True
        self._by_roll[known] = cached_lookahead.by_roll

    def by_roll(self, games: Ints, game: GameTables, part: Tables, value: Value) -> Floats:
        """float32[n, 21, outcomes]: chances of these games, whose tables are *part*, by the best answer to each roll."""
        return self.recall(games, lambda some: answers(game, part.part(some), value).probabilities)

    def recall(self, games: Ints, compute: Callable[[Ints], Floats]) -> Floats:
        """float32[n, 21, outcomes] of these games; `compute` computes the missing ones by index."""
        known = self._known[games]
        if known.all() and len(games):
            return self._by_roll[games]
        unknown = np.flatnonzero(~known)
        computed = compute(unknown)
        if not known.any():
            return computed
        found = np.empty((len(games), *computed.shape[1:]), np.float32)
        found[unknown], found[known] = computed, self._by_roll[games[known]]
        return found


def excess_of(game: GameTables, rolls: Bytes) -> Floats:
    """float32[n, 21]: 1 for the roll that came up, minus the chance of each roll.

    The answers to the 21 rolls weighted by these give the luck of the roll, 0 on average.
    """
    came = np.eye(len(EVERY_ROLL), dtype=np.float32)[NUMBER[rolls[:, 0], rolls[:, 1]]]
    excess: Floats = came - roll_weights(game)
    return excess
