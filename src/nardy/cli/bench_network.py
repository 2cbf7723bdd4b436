"""The benchmark `nardy bench network`; importing it imports Numba."""

import statistics
import time
from collections.abc import Callable
from functools import partial

import numpy as np

from nardy.bots.neural import NeuralBot
from nardy.core.dice import Roll
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.evaluation.network.network import Network, Positions
from nardy.kernel import layout as at
from nardy.kernel.layout import Ints
from nardy.kernel.scoring import FACT_LEFT, FACT_TURNS_MINE, GOING_ON
from nardy.search.choose import choose, left_over
from nardy.search.conversions import situation_at
from nardy.search.rollout import RolloutPlan, roll_out
from nardy.search.tables import GameTables, Tables, opening_rolls, rows_of

GAMES = 256
"""Parallel games of self-play that supply the decisions."""
PLIES = 40
STRIDE = 9
"""One in so many decisions is kept."""
DECISIONS = {0: 200, 1: 100, 2: 24}
"""Number of timed decisions by plies."""
REPEATS = 5


def measure(rules: Rules, bot: NeuralBot, seed: int) -> dict[str, float]:
    """Rates and times by process CPU time, on one core.

    `evaluations` is per second, in large batches; `decision_0` and so on are median seconds per
    turn; `rollouts` and `adjusted_rollouts` are games per second from the first position.
    """
    network = bot.network(rules)
    game = GameTables.of(rules)
    moments, positions = self_play(game, network, seed)
    found = {"evaluations": evaluation_rate(network, positions)}
    for plies, count in DECISIONS.items():
        thinker = NeuralBot(plies, bot.file)
        chosen = moments[:: max(1, len(moments) // count)][:count]
        found[f"decision_{plies}"] = median_time(partial(thinker.rank, most=1), chosen)
    for name, trials, adjusted in (("rollouts", 1_296, False), ("adjusted_rollouts", 72, True)):
        found[name] = rollout_rate(game, network, RolloutPlan(trials=trials, adjusted=adjusted))
    return found


def self_play(game: GameTables, network: Network, seed: int) -> tuple[list[Situation], Positions]:
    """Decisions and positions before rolls, from games of the network against itself."""
    random, tables = np.random.default_rng(seed), Tables.begun(game, GAMES)
    moments: list[Situation] = []
    seen: list[Tables] = []
    everyone: Ints = np.arange(GAMES)
    for ply in range(PLIES):
        rolls = random.integers(1, 7, (GAMES, 2), np.int8)
        if ply == 0:
            rolls = opening_rolls(game, random, GAMES)
        seen.append(tables.part(everyone))
        moments += [
            situation_at(game, tables, row, Roll.of(*rolls[row].tolist()))
            for row in range(ply % STRIDE, GAMES, STRIDE)
        ]
        begun = rows_of(game, tables, rolls, tables.facts[:, FACT_TURNS_MINE].astype(np.int64))
        rolled = tables.facts[:, FACT_LEFT] == 0
        turn = choose(game, tables, begun, network.value)
        tables.advance(everyone, turn, left_over(game, begun, rolled, turn.played))
        tables.begin(game, np.flatnonzero(turn.outcomes != GOING_ON))
    boards, pins, facts, _ = Tables.joined(seen)
    return moments, Positions(boards, pins, at.PLAYER, facts)


def evaluation_rate(network: Network, positions: Positions) -> float:
    """Positions per second, including the computation of features."""
    network.value(positions)
    times: list[float] = []
    for _ in range(REPEATS):
        begin = time.process_time()
        network.value(positions)
        times.append(time.process_time() - begin)
    return len(positions.boards) / statistics.median(times)


def median_time(think: Callable[[Situation], object], moments: list[Situation]) -> float:
    """Median seconds per decision."""
    think(moments[0])
    times: list[float] = []
    for moment in moments:
        begin = time.process_time()
        think(moment)
        times.append(time.process_time() - begin)
    return statistics.median(times)


def rollout_rate(game: GameTables, network: Network, plan: RolloutPlan) -> float:
    """Games per second from the first position."""
    begin = time.process_time()
    found = roll_out(
        game.with_filter(network.move_filter), Tables.begun(game, 1), network.value, plan
    )
    return found.trials / (time.process_time() - begin)
