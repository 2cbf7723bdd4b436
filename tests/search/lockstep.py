"""Games side by side, chosen by values and told ply by ply; and the same ply by the rule book."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from nardy.core import acts
from nardy.core.acts import end_turn
from nardy.core.dice import Roll
from nardy.core.legal import Reaches, begin, legal_moves
from nardy.core.position import BAR, OFF, Position
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.core.steps import MidTurn
from nardy.evaluation.network.bundled_weights import bundled
from nardy.evaluation.network.network import Network, Positions
from nardy.games import GAMES, find_game
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_arrays, position_at
from nardy.kernel.layout import Bytes, Rows
from nardy.kernel.scoring import FACT_FIRST, FACT_LEFT, FACT_TURNS_MINE, FACT_TURNS_THEIRS, GOING_ON
from nardy.search.bomb import explode_where_better
from nardy.search.choose import Value, choose, left_over
from nardy.search.conversions import facts_of, situation_at
from nardy.search.tables import GameTables, Tables, TurnTaken, opening_rolls, rows_of

READINGS = (
    *GAMES,
    "backgammon,cascade_count=3,leftover=opponent",
    "gul-bara,leftover=opponent",
    "hypergammon,last_throw=one",
    "long-nardy,last_throw=half",
    "mad-gulbar,leftover=lost",
    "nuclear,bomb_hits=opponent",
    "plakoto,mother=off",
)
"""Every game, and the laws of the turn's end that no game has as it is published."""
OWED_AND_LEFT = ("gul-bara,last_throw=half,leftover=opponent", "mad-gulbar,last_throw=half")
"""Where a last throw may be owed to somebody for whom dice lie left over."""


@lru_cache
def played_as(text: str) -> Rules:
    """The game without Jacoby, which cuts gammons while nobody turns a cube: here is no cube."""
    rules = find_game(text)
    return rules.replace(jacoby=False) if rules.jacoby else rules


@lru_cache
def tiny(text: str, seed: int = 1) -> Network:
    """A network that knows nothing, but of nuclear, where games of such never end."""
    rules = played_as(text)
    if not rules.bomb:
        return Network.random(rules, 8, 8, seed)
    known = bundled(rules)[0]
    network = Network.random(rules, known.hidden, known.second, seed, known.phases)
    network.adopt(known)
    return network


class Ply(NamedTuple):
    """One turn in each of some games."""

    game: GameTables
    before: Tables
    rolls: Bytes
    rows: Rows
    turn: TurnTaken
    after: Tables

    def moment(self, row: int) -> Situation:
        """A game before the turn, as the rule book sees it."""
        return situation_at(self.game, self.before, row, Roll.of(*self.rolls[row].tolist()))

    def begun(self, row: int) -> MidTurn:
        """The turn before its first move."""
        moment = self.moment(row)
        assert moment.dice is not None
        return begin(self.game.rules, moment.position, moment.dice)

    def final(self, row: int) -> Position:
        """The position that was chosen, seen by the mover."""
        return position_at(self.turn.boards, self.turn.pins, row)

    def end(self, row: int) -> Situation:
        """The moment after the turn, by the rule book."""
        return end_turn(self.moment(row), self.final(row), int(self.turn.played[row]))


def plies(text: str, value: Value, *, count: int, most: int, seed: int = 1) -> Iterator[Ply]:
    """So many games until all have ended, or so many plies of them."""
    game, random = GameTables.of(played_as(text)), np.random.default_rng(seed)
    tables = Tables.begun(game, count)
    for number in range(most):
        if game.rules.bomb:
            explode_where_better(game, tables, value)
        count = len(tables.boards)
        rolls = random.integers(1, 7, (count, 2), np.int8)
        if number == 0:
            rolls = opening_rolls(game, random, count)
        rows = rows_of(game, tables, rolls, tables.facts[:, FACT_TURNS_MINE].astype(np.int64))
        turn = choose(game, tables, rows, value)
        after = tables.part(np.arange(count))
        rolled = tables.facts[:, FACT_LEFT] == 0
        after.advance(np.arange(count), turn, left_over(game, rows, rolled, turn.played))
        yield Ply(game, tables, rolls, rows, turn, after)
        tables = after.part(np.flatnonzero(turn.outcomes == GOING_ON))
        if not len(tables.boards):
            return


def assert_same_moment(game: GameTables, tables: Tables, row: int, expected: Situation) -> None:
    """A row is this moment, whoever of White and Black is on roll."""
    assert position_at(tables.boards, tables.pins, row) == expected.position
    left = tables.left[row].tolist()
    assert tuple(left) == expected.left + (0,) * (len(left) - len(expected.left))
    mine, theirs = tables.facts[row].copy(), facts_of(expected)
    limit = expected.turns_limit
    for fact in (FACT_TURNS_MINE, FACT_TURNS_THEIRS):
        # The rule book stops counting where no law asks any more.
        assert min(mine[fact], limit) == min(theirs[fact], limit)
        mine[fact] = theirs[fact] = 0
    if not asks_who_began(game):
        mine[FACT_FIRST] = theirs[FACT_FIRST]
    assert mine.tolist() == theirs.tolist()


def asks_who_began(game: GameTables) -> bool:
    """Whether the rule book remembers who made the first turn."""
    return game.rules.last_throw != "off"


def worth(
    network: Network, moment: Situation, final: Position, played: int, *, ends: bool = True
) -> float:
    """What a final position is worth to the mover, slowly: one position, by the rule book.

    Without `ends` it is asked even where the game is over, and as if no dice were left over:
    so are the single moves of a cascade compared.
    """
    after = end_turn(moment, final, played)
    if ends and after.result is not None:
        sign = {moment.to_act: 1, moment.to_act.opponent: -1, None: 0}[after.result.winner]
        return sign * after.result.points
    equity = _equity(network, after, ends=ends)
    if after.rules.bomb and after.bomb.player_has_access and after.result is None:
        loud = acts.explode(after)
        if loud.position != after.position:
            equity = max(equity, _equity(network, loud, ends=ends))
    return equity if after.to_act is moment.to_act else -equity


def _equity(network: Network, moment: Situation, *, ends: bool) -> float:
    boards, pins = position_arrays([moment.position])
    facts = facts_of(moment)[None]
    facts[:, FACT_LEFT] *= ends
    return float(network.value(Positions(boards, pins, at.PLAYER, facts))[1][0])


def leads_to(rules: Rules, begun: MidTurn, final: Position) -> bool:
    """Whether moves of the rule book lead from a turn begun to its final position.

    What has gone past a place can never come back: most ways are given up at once.
    """
    reaches: Reaches = {}
    stack, seen = [begun], {begun}
    while stack:
        here = stack.pop()
        further = legal_moves(rules, here, reaches).values()
        if not further and here.position == final:
            return True
        for there in further:
            if there not in seen and _may_become(there.position, final):
                seen.add(there)
                stack.append(there)
    return False


def _may_become(position: Position, final: Position) -> bool:
    here = there = 0
    for place in range(BAR, OFF, -1):
        here += position.player[place]
        there += final.player[place]
        if here < there:
            return False
    return True
