"""Convert between rows of tables and the rule book's situations."""

from collections.abc import Sequence

import numpy as np

from nardy.core.cube import Owner
from nardy.core.dice import Roll
from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.evaluation.network.network import Positions
from nardy.kernel import layout as at
from nardy.kernel.arrays import position_arrays, position_at
from nardy.kernel.layout import Bytes
from nardy.kernel.scoring import (
    FACT_BOMB_MINE,
    FACT_BOMB_THEIRS,
    FACT_FIRST,
    FACT_LAST,
    FACT_LEFT,
    FACT_TURNS_MINE,
    FACT_TURNS_THEIRS,
    FACTS_SIZE,
    MOST_TURNS,
)
from nardy.search.tables import GameTables, Tables


def situation_at(game: GameTables, tables: Tables, row: int, roll: Roll | None = None) -> Situation:
    """One table as a situation, White on roll, with the given roll."""
    facts = tables.facts[row].tolist()
    left = tuple(die for die in tables.left[row].tolist() if die) if facts[FACT_LEFT] else ()
    counts = game.rules.counts_turns
    return Situation(
        rules=game.rules,
        position=position_at(tables.boards, tables.pins, row),
        roll=None if left else roll,
        left=left,
        first=Player.WHITE if facts[FACT_FIRST] else Player.BLACK,
        last=bool(facts[FACT_LAST]),
        bomb=_bomb(facts[FACT_BOMB_MINE], facts[FACT_BOMB_THEIRS]),
        turns=(facts[FACT_TURNS_MINE], facts[FACT_TURNS_THEIRS]) if counts else None,
    )


def _bomb(mine: int, theirs: int) -> Owner:
    if mine and theirs:
        return Owner.NOBODY
    if mine:
        return Owner.PLAYER
    return Owner.OPPONENT if theirs else Owner.NOBODY


def facts_of(situation: Situation) -> Bytes:
    """Facts not visible on the board, seen by the player who must act: int8[FACTS_SIZE]."""
    facts = np.zeros(FACTS_SIZE, np.int8)
    facts[FACT_FIRST] = situation.first is situation.to_act
    facts[FACT_LAST] = situation.last
    facts[FACT_LEFT] = bool(situation.left)
    if situation.rules.bomb:
        facts[FACT_BOMB_MINE] = situation.bomb is not Owner.OPPONENT
        facts[FACT_BOMB_THEIRS] = situation.bomb is not Owner.PLAYER
    turns = situation.turns or (MOST_TURNS, MOST_TURNS)
    facts[FACT_TURNS_MINE] = min(turns[0], MOST_TURNS)
    facts[FACT_TURNS_THEIRS] = min(turns[1], MOST_TURNS)
    return facts


def positions_of(situations: Sequence[Situation]) -> Positions:
    """Situations before a roll as input of networks and exact tables.

    >>> from nardy.formats import position_text
    >>> late = position_text.loads("backgammon w 6:1 6:1")
    >>> positions_of([late]).boards.shape
    (1, 2, 26)
    """
    boards, pins = position_arrays([situation.position for situation in situations])
    return Positions(
        boards, pins, at.PLAYER, np.stack([facts_of(situation) for situation in situations])
    )


def table_of(game: GameTables, situation: Situation) -> Tables:
    """A situation as one table."""
    boards, pins = position_arrays([situation.position])
    left = np.zeros((1, game.most_dice), np.int8)
    left[0, : len(situation.left)] = situation.left
    return Tables(boards, pins, facts_of(situation)[None], left)


def tables_of(game: GameTables, situations: list[Situation]) -> Tables:
    """Situations as tables, one each."""
    return Tables.joined([table_of(game, situation) for situation in situations])
