"""Players of many games at once: a network plays all tables together, any other bot one after another."""

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from nardy.bots.bot import Bot, final_of
from nardy.bots.turns import Moves
from nardy.bots.ubgi.process import ExternalBotError
from nardy.core.acts import end_turn
from nardy.core.dice import Roll
from nardy.core.outcome import loss
from nardy.core.position import Position
from nardy.core.situation import Situation
from nardy.errors import IllegalTurnError, NardyError
from nardy.evaluation.cube.match_value import Evaluator
from nardy.evaluation.network.move_filter import MoveFilter
from nardy.kernel.arrays import position_arrays
from nardy.kernel.layout import Bytes, Rows
from nardy.kernel.scoring import FACTS_SIZE, GOING_ON
from nardy.search.bomb import explode, explode_where_better
from nardy.search.conversions import facts_of, situation_at
from nardy.search.level import SeededLevel, choose_at_level
from nardy.search.lookahead import choose_ahead
from nardy.search.tables import GameTables, Tables, TurnTaken

MOST_FORFEITS = 3
"""After so many failures in a set of games a bot is given up: it loses those that remain.

Each set counts for itself, so that results do not depend on what other processes have met.
"""
SEEDS = 1 << 64
"""The number of seeds that a level tells apart."""
Chosen = tuple[Position, int]
"""A final position, and the number of dice that it uses."""


class ArrayPlayer(Protocol):
    """A player of many games of one kind."""

    name: str
    forfeits: Sequence[str]
    """One sentence for each game lost before its end."""

    def fresh(self, seed: int) -> "ArrayPlayer":
        """The same player for another set of games; all randomness comes from the seed."""
        ...

    def before_roll(self, game: GameTables, tables: Tables) -> None:
        """Act before the roll by changing the tables: explode the bomb."""
        ...

    def choose(self, game: GameTables, tables: Tables, rows: Rows, rolls: Bytes) -> TurnTaken:
        """Choose a turn in every game."""
        ...


@dataclass(eq=False)
class NetworkPlayer:
    """Plays by a network's values of positions after its turn, at some depth."""

    name: str
    network: Evaluator
    plies: int = 0
    move_filter: MoveFilter | None = None
    forfeits: Sequence[str] = ()

    def fresh(self, seed: int) -> "NetworkPlayer":
        """The player itself, which uses no randomness."""
        return self

    def before_roll(self, game: GameTables, tables: Tables) -> None:
        if game.rules.bomb:
            explode_where_better(game, tables, self.network.value)

    def choose(self, game: GameTables, tables: Tables, rows: Rows, rolls: Bytes) -> TurnTaken:
        # Candidates for its own turn are few, so at 0 plies all of them are valued.
        game = game.with_filter(self.move_filter if self.plies else None)
        return choose_ahead(game, tables, rows, self.network.value, self.plies)


class LevelPlayer(NetworkPlayer):
    """Plays at some level; every set of games gets a player with other errors."""

    def __init__(
        self,
        name: str,
        network: Evaluator,
        seeded_level: SeededLevel,
        move_filter: MoveFilter | None = None,
    ) -> None:
        super().__init__(name, network, seeded_level.level.plies, move_filter)
        self.seeded_level = seeded_level

    def fresh(self, seed: int) -> "LevelPlayer":
        level, own = self.seeded_level
        # Mixed, not added: sets of another duel must not have the same errors in another order.
        mixed = np.random.SeedSequence([own % SEEDS, seed]).generate_state(1, np.uint64)
        other = SeededLevel(level, int(mixed[0]))
        return LevelPlayer(self.name, self.network, other, self.move_filter)

    def choose(self, game: GameTables, tables: Tables, rows: Rows, rolls: Bytes) -> TurnTaken:
        game = game.with_filter(self.move_filter if self.plies else None)
        return choose_at_level(game, tables, rows, self.network.value, self.seeded_level)


class BotPlayer:
    """Any `Bot`, one turn after another; an illegal turn or act loses the game."""

    def __init__(self, name: str, make: Callable[[int], Bot]) -> None:
        """A player with this name; `make` makes the bot for a seed."""
        self.name = name
        self.forfeits: Sequence[str] = ()
        self.make = make
        self.bot = make(0)
        self._failed_acts = dict[int, str]()

    def fresh(self, seed: int) -> "BotPlayer":
        """The player with the bot of this seed."""
        player = copy.copy(self)
        player.forfeits = ()
        player.bot = self.make(seed)
        return player

    def before_roll(self, game: GameTables, tables: Tables) -> None:
        self._failed_acts = {}
        if game.rules.bomb:
            moments = (situation_at(game, tables, row) for row in range(len(tables.boards)))
            wanted = [row for row, moment in enumerate(moments) if self._bombs(row, moment)]
            explode(game, tables, np.array(wanted, np.int64))

    def choose(self, game: GameTables, tables: Tables, rows: Rows, rolls: Bytes) -> TurnTaken:
        """The bot's turns; where it has no legal one, the game is lost."""
        moments = [
            situation_at(game, tables, row, Roll.of(*rolls[row].tolist()))
            for row in range(len(rolls))
        ]
        return _taken(game, moments, [self._chosen(*found) for found in enumerate(moments)])

    def _chosen(self, row: int, moment: Situation) -> Chosen | None:
        """The final position and the number of moves; None if the bot forfeits the game."""
        # Whoever fails before the roll forfeits at the turn, which comes next.
        if failure := self._failed_acts.pop(row, None):
            self.forfeits = (*self.forfeits, failure)
            return None
        if self._is_given_up:
            self.forfeits = (*self.forfeits, "it is not asked any more")
            return None
        # Bots of nardy return the final position itself, which need not be checked again.
        choose: Callable[[Situation], tuple[Position, Moves]] | None
        choose = getattr(self.bot, "choose", None)
        try:
            final, moves = choose(moment) if choose else final_of(self.bot, moment)
        except (ExternalBotError, IllegalTurnError) as error:
            self.forfeits = (*self.forfeits, str(error))
            return None
        return final, len(moves)

    @property
    def _is_given_up(self) -> bool:
        # Failures before the roll become forfeits only at the turns of the same round.
        return len(self.forfeits) + len(self._failed_acts) >= MOST_FORFEITS

    def _bombs(self, row: int, situation: Situation) -> bool:
        if not situation.bomb.player_has_access or self._is_given_up:
            return False
        try:
            return self.bot.choose_act(situation) == "bomb"
        except NardyError as error:
            self._failed_acts[row] = str(error)
            return False


def _taken(game: GameTables, moments: list[Situation], chosen: list[Chosen | None]) -> TurnTaken:
    """Turns of the rule book as arrays; the rule book also decides what they lead to.

    A player who forfeits stays in place and loses by the present position.
    """
    count = len(moments)
    turns = [turn or (moment.position, 0) for moment, turn in zip(moments, chosen, strict=True)]
    boards, pins = position_arrays([final for final, _ in turns])
    outcomes = np.full(count, GOING_ON, np.int8)
    facts = np.empty((count, FACTS_SIZE), np.int8)
    for row, (before, (final, played)) in enumerate(zip(moments, turns, strict=True)):
        after = end_turn(before, final, played)
        facts[row] = facts_of(after)
        if chosen[row] is None:
            outcomes[row] = game.points.index(-loss(game.rules, before.position.player)[1])
        elif after.result is not None:
            sign = {before.to_act: 1, None: 0}.get(after.result.winner, -1)
            points = sign * after.result.points
            # A void game goes on where a draw is no outcome.
            if points or 0.0 in game.points:
                outcomes[row] = game.points.index(points)
    return TurnTaken(
        boards,
        pins,
        facts,
        outcomes,
        equities=np.zeros(count, np.float32),
        probabilities=np.zeros((count, len(game.points)), np.float32),
        played=np.array([played for _, played in turns]),
    )
