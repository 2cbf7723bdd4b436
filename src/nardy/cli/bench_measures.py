"""The measurements of `nardy bench`, by process CPU time on one core; importing it imports NumPy."""

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from nardy.arena.outside import OutsideBot, outside_bot
from nardy.bots.neural import NeuralBot
from nardy.bots.ubgi.text import is_backgammon
from nardy.core.dice import DiceList, Roll
from nardy.core.legal import begin, sequences
from nardy.core.position import OFF
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.errors import MissingExtraError
from nardy.evaluation.network.network import Network, Positions
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_arrays, position_at, rules_array
from nardy.kernel.bench import random_rows, turns_rate
from nardy.kernel.layout import Bytes, Rows, pick_rows
from nardy.kernel.scoring import FACT_LEFT, FACT_TURNS_MINE, FACTS_SIZE, GOING_ON
from nardy.search.choose import choose, left_over
from nardy.search.conversions import situation_at
from nardy.search.rollout import RolloutPlan, roll_out
from nardy.search.tables import GameTables, Tables, opening_rolls, rows_of, without_cube

SLOW = 100
"""The rule book gets one row in so many, since it is slower."""
TABLES = 256
"""Parallel games of self-play that supply the positions."""
PLIES = 60
"""Their length."""
DECISIONS = (200, 100, 24)
"""Number of timed decisions of a bot at 0, 1 and 2 plies; beside peers there are twice as many."""
EVALUATED = 20_000
WHOLE_GAMES = 512

Decide = Callable[[Situation], object]


def measure_turns(rules: Rules, count: int, seed: int) -> dict[str, float]:
    """Turn generations per second of kernel and rule book."""
    start = position_arrays([rules.start])[0][0]
    rows = random_rows(rules_array(rules), start, count, seed)
    rate = turns_rate(rules_array(rules), rows)
    slow = pick_rows(rows, slice(max(1, len(rows.boards) // SLOW)))
    return {
        "kernel": rate.generations,
        "positions": rate.finals,
        "rule_book": rule_book_rate(rules, slow),
    }


def rule_book_rate(rules: Rules, rows: Rows) -> float:
    """Generations per second of the rule book on these rows."""
    cases = [
        (position_at(rows.boards, rows.pins, k), dice_list_at(rows, k))
        for k in range(len(rows.boards))
    ]

    def generate() -> None:
        for position, dice in cases:
            sequences(rules, begin(rules, position, dice))

    return len(cases) / _seconds(generate)


def dice_list_at(rows: Rows, k: int) -> DiceList:
    """The dice of a row as a value of the rule book."""
    mid = rows.mids[k]
    numbers = tuple(rows.dice[k, : mid[at.MID_DICE]].tolist())
    return DiceList(numbers, bool(mid[at.MID_IN_ORDER]), int(mid[at.MID_DOUBLE]))


def measure_network(rules: Rules, bot: NeuralBot, seed: int) -> dict[str, float]:
    """Speed of a bot.

    `evaluations` is per second, in large batches; `decision_0` and so on are median seconds per
    turn; `rollouts` and `adjusted_rollouts` are games per second from the first position.
    """
    network, game = bot.network(rules), GameTables.of(rules)
    moments = self_played(game, network, seed)
    found = {"evaluations": evaluation_rate(network, moments)}
    for plies, count in enumerate(DECISIONS):
        (times,) = time_in_turn(moments[: count + 1], [_ranks(NeuralBot(plies, bot.file))])
        found[f"decision_{plies}"] = statistics.median(times)
    game = game.with_filter(network.move_filter)
    for name, trials, adjusted in (("rollouts", 1_296, False), ("adjusted_rollouts", 72, True)):
        plan = RolloutPlan(trials=trials, adjusted=adjusted)
        began = time.process_time()
        rolled = roll_out(game, Tables.begun(game, 1), network.value, plan)
        found[name] = rolled.trials / (time.process_time() - began)
    return found


def measure_peers(rules: Rules, seed: int, scale: float = 1) -> list[dict[str, Any]]:
    """Speed of nardy and of each engine that is installed and plays the game.

    Each has its `name`, `evaluations` and `games` per second, and `decisions` at 0, 1 and 2 plies in
    milliseconds. All get the same positions in turn. A small `scale` shortens the run, for tests.
    """
    rules = without_cube(rules)
    ours = NeuralBot(0)
    game, network = GameTables.of(rules), ours.network(rules)
    moments = self_played(game, network, seed)
    peers = list(installed(rules))
    engines = [[_ranks(NeuralBot(plies)) for plies in range(len(DECISIONS))]]
    engines += [[_asks(bot) for bot in bots] for bots in peers]
    counts = [max(2, int(2 * count * scale)) for count in DECISIONS]
    times = [
        time_in_turn(moments[: count + 1], [engine[plies] for engine in engines])
        for plies, count in enumerate(counts)
    ]
    few = moments[: max(2, int(EVALUATED * scale))]
    game = game.with_filter(network.move_filter)
    games = game_rate(game, network, max(2, int(WHOLE_GAMES * scale)), seed)
    rates = [("nardy", evaluation_rate(network, few), games)]
    for bot, *_ in peers:
        games = _peer_games(bot, rules, max(1, int(20 * scale)), seed)
        rates.append((bot.name.partition(":")[0], _peer_rate(bot, few), games))
    return [
        {"name": name, "evaluations": rate, "decisions": list(map(spread, own)), "games": games}
        for (name, rate, games), own in zip(rates, zip(*times, strict=True), strict=True)
    ]


def spread(times: Sequence[float]) -> dict[str, float]:
    """The median and the 90th percentile of seconds, in milliseconds."""
    late = sorted(times)[min(len(times) - 1, int(0.9 * len(times)))]
    return {"median": 1e3 * statistics.median(times), "p90": 1e3 * late}


def installed(rules: Rules) -> Iterator[list[OutsideBot]]:
    """The installed engines, each at 0, 1 and 2 plies."""
    if not is_backgammon(rules):
        return
    for name in ("gnubg", "bgsage"):
        try:
            found = [outside_bot(f"{name}:{plies}", rules) for plies in range(len(DECISIONS))]
        except MissingExtraError:
            continue
        yield [bot for bot in found if bot]


def self_played(game: GameTables, network: Network, seed: int) -> list[Situation]:
    """Decisions from games of the network against itself, shuffled to mix the phases."""
    random, tables = np.random.default_rng(seed), Tables.begun(game, TABLES)
    found = list[Situation]()
    for ply in range(PLIES):
        rolls = random.integers(1, 7, (TABLES, 2), np.int8)
        if ply == 0:
            rolls = opening_rolls(game, random, TABLES)
        found += [
            situation_at(game, tables, row, Roll.of(*rolls[row].tolist())) for row in range(TABLES)
        ]
        tables.begin(game, np.flatnonzero(_play_turn(game, network, tables, rolls) != GOING_ON))
    return [found[n] for n in random.permutation(len(found))]


def evaluation_rate(network: Network, moments: list[Situation]) -> float:
    """Positions per second in one batch, including the computation of features."""
    boards, pins = position_arrays([moment.position for moment in moments])
    facts = np.zeros((len(moments), FACTS_SIZE), np.int8)
    positions = Positions(boards, pins, at.PLAYER, facts)
    network.value(positions)
    return len(moments) / statistics.median(
        _seconds(lambda: network.value(positions)) for _ in range(5)
    )


def game_rate(game: GameTables, network: Network, count: int, seed: int) -> float:
    """Games per second, played in parallel."""
    random, tables = np.random.default_rng(seed), Tables.begun(game, count)

    def play(tables: Tables = tables) -> None:
        going = np.arange(count)
        for _ in range(1_000):
            part = tables.part(going)
            rolls = random.integers(1, 7, (len(going), 2), np.int8)
            outcomes = _play_turn(game, network, part, rolls)
            for array, new in zip(tables, part, strict=True):
                array[going] = new
            going = going[outcomes == GOING_ON]
            if not len(going):
                return

    return count / _seconds(play)


def _play_turn(game: GameTables, network: Network, tables: Tables, rolls: Bytes) -> Bytes:
    """Play a turn in every game; return the outcomes."""
    begun = rows_of(game, tables, rolls, tables.facts[:, FACT_TURNS_MINE].astype(np.int64))
    rolled = tables.facts[:, FACT_LEFT] == 0
    turn = choose(game, tables, begun, network.value)
    tables.advance(np.arange(len(rolls)), turn, left_over(game, begun, rolled, turn.played))
    return turn.outcomes


def _ranks(bot: NeuralBot) -> Decide:
    return lambda moment: bot.rank(moment, 1)


def _asks(bot: OutsideBot) -> Decide:
    return lambda moment: bot.ask(moment.position, moment.roll or Roll(1, 1))


def time_in_turn(moments: list[Situation], engines: list[Decide]) -> list[list[float]]:
    """Seconds of each engine's decisions, made in turn; the first decision warms up."""
    spent = [
        [_seconds(lambda: decide(moment)) for decide in engines]  # noqa: B023 (called at once)
        for moment in moments
    ]
    return [list(times) for times in zip(*spent[1:], strict=True)]


def _peer_rate(bot: OutsideBot, moments: list[Situation]) -> float:
    positions = [moment.position for moment in moments]
    return len(positions) / _seconds(lambda: bot.evaluate(positions))


def _peer_games(bot: OutsideBot, rules: Rules, count: int, seed: int) -> float:
    """Games per second; only the engine's decisions are timed, not the code between them."""
    random, spent = np.random.default_rng(seed), 0.0
    for _ in range(count):
        position = rules.start
        while position.opponent[OFF] < rules.checkers:
            roll = Roll.of(*random.integers(1, 7, 2).tolist())
            began = time.process_time()
            answer = bot.ask(position, roll)
            spent += time.process_time() - began
            position = bot.after(position, answer).flipped()
    return count / spent


def _seconds(does: Callable[[], object]) -> float:
    began = time.process_time()
    does()
    return max(1e-9, time.process_time() - began)
