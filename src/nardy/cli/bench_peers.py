"""The benchmark `nardy bench peers`: nardy and other engines, in one run.

The engines take turns on the same positions; times are process CPU time on one core.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from nardy.arena.outside import OutsideBot, outside_bot
from nardy.bots.neural import NeuralBot
from nardy.bots.ubgi.text import is_backgammon
from nardy.cli.arena_run import without_cube
from nardy.core.dice import Roll
from nardy.core.position import OFF
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.errors import MissingExtraError
from nardy.evaluation.network.network import Network, Positions
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_arrays
from nardy.kernel.scoring import FACT_LEFT, FACT_TURNS_MINE, FACTS_SIZE, GOING_ON
from nardy.search.choose import choose, left_over
from nardy.search.conversions import situation_at
from nardy.search.tables import GameTables, Tables, opening_rolls, rows_of

TABLES = 256
PLIES = 60
"""Length of the self-play that supplies the positions."""
DECISIONS = (400, 200, 40)
"""Number of timed decisions at 0, 1 and 2 plies."""
EVALUATED = 20_000
WHOLE_GAMES = 512


@dataclass
class Pace:
    """The speed of one engine, by CPU time."""

    name: str
    evaluations: float = 0
    """Positions per second."""
    decisions: list[list[float]] = field(default_factory=lambda: [[] for _ in DECISIONS])
    """Seconds per decision, by plies."""
    games: float = 0
    """Games per second, both sides at 0 plies."""

    def as_dict(self) -> dict[str, Any]:
        """The figures, times in milliseconds."""
        return {
            "name": self.name,
            "evaluations": self.evaluations,
            "decisions": [
                {"median": 1e3 * statistics.median(times), "p90": 1e3 * quantile(times, 0.9)}
                for times in self.decisions
            ],
            "games": self.games,
        }


def quantile(times: list[float], share: float) -> float:
    """The time at a quantile, such as 0.9."""
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def measure(rules: Rules, seed: int, scale: float = 1) -> Iterator[Pace]:
    """Measure nardy, then each engine that is installed and plays the game.

    A small `scale` shortens the run, for tests.
    """
    rules = without_cube(rules)
    ours = NeuralBot(0)
    game, network = GameTables.of(rules), ours.network(rules)
    moments = self_played(game, network, seed)
    counts = [max(2, int(count * scale)) for count in DECISIONS]
    peers = list(installed(rules))
    paces = [Pace("nardy"), *(Pace(bots[0].name.partition(":")[0]) for bots in peers)]
    thinkers = [
        [_choose(NeuralBot(plies)) for plies in range(len(DECISIONS))],
        *([_decide(bot) for bot in bots] for bots in peers),
    ]
    for plies, count in enumerate(counts):
        _time_in_turn(moments[:: max(1, len(moments) // count)], plies, thinkers, paces)
    few = moments[: max(2, int(EVALUATED * scale))]
    paces[0].evaluations = evaluation_rate(network, few)
    paces[0].games = game_rate(
        game.with_filter(network.move_filter), network, max(2, int(WHOLE_GAMES * scale)), seed
    )
    for pace, bots in zip(paces[1:], peers, strict=True):
        pace.evaluations = _peer_rate(bots[0], few)
        pace.games = _peer_games(bots[0], rules, max(1, int(20 * scale)), seed)
    yield from paces


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
    every, found = np.arange(TABLES), list[Situation]()
    for ply in range(PLIES):
        rolls = random.integers(1, 7, (TABLES, 2), np.int8)
        if ply == 0:
            rolls = opening_rolls(game, random, TABLES)
        found += [
            situation_at(game, tables, row, Roll.of(*rolls[row].tolist())) for row in range(TABLES)
        ]
        begun = rows_of(game, tables, rolls, tables.facts[:, FACT_TURNS_MINE].astype(np.int64))
        rolled = tables.facts[:, FACT_LEFT] == 0
        turn = choose(game, tables, begun, network.value)
        tables.advance(every, turn, left_over(game, begun, rolled, turn.played))
        tables.begin(game, np.flatnonzero(turn.outcomes != GOING_ON))
    return [found[n] for n in random.permutation(len(found))]


def evaluation_rate(network: Network, moments: list[Situation]) -> float:
    """Positions per second in one batch."""
    boards, pins = position_arrays([moment.position for moment in moments])
    facts = np.zeros((len(moments), FACTS_SIZE), np.int8)
    positions = Positions(boards, pins, at.PLAYER, facts)
    network.value(positions)
    return len(moments) / _seconds(lambda: network.value(positions))


def game_rate(game: GameTables, network: Network, count: int, seed: int) -> float:
    """Games per second, played in parallel."""
    random, tables = np.random.default_rng(seed), Tables.begun(game, count)

    def play(tables: Tables = tables) -> None:
        going = np.arange(count)
        for _ in range(1_000):
            part = tables.part(going)
            rolls = random.integers(1, 7, (len(going), 2), np.int8)
            begun = rows_of(game, part, rolls, part.facts[:, FACT_TURNS_MINE].astype(np.int64))
            rolled = part.facts[:, FACT_LEFT] == 0
            turn = choose(game, part, begun, network.value)
            part.advance(np.arange(len(going)), turn, left_over(game, begun, rolled, turn.played))
            for array, new in zip(tables, part, strict=True):
                array[going] = new
            going = going[turn.outcomes == GOING_ON]
            if not len(going):
                return

    return count / _seconds(play)


Decide = Callable[[Situation], object]


def _choose(bot: NeuralBot) -> Decide:
    return lambda moment: bot.rank(moment, 1)


def _decide(bot: OutsideBot) -> Decide:
    return lambda moment: bot.ask(moment.position, moment.roll or Roll(1, 1))


def _time_in_turn(
    moments: list[Situation], plies: int, thinkers: list[list[Decide]], paces: list[Pace]
) -> None:
    """Time each decision with every engine in turn; the first decision warms up."""
    for number, moment in enumerate(moments):
        for thinker, pace in zip(thinkers, paces, strict=True):
            decide = thinker[plies]
            spent = _seconds(lambda: decide(moment))  # noqa: B023 (called at once)
            if number:
                pace.decisions[plies].append(spent)


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
            begin = time.process_time()
            answer = bot.ask(position, roll)
            spent += time.process_time() - begin
            position = bot.after(position, answer).flipped()
    return count / spent


def _seconds(does: Callable[[], object]) -> float:
    begin = time.process_time()
    does()
    return max(1e-9, time.process_time() - begin)
