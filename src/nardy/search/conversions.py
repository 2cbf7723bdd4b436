"""Convert between rows of tables and the rule book's situations."""

from collections.abc import Sequence

import numpy as np

from nardy.core.cube import Owner
from nardy.core.dice import Roll
from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.kernel import scoring
from nardy.kernel.arrays import position_arrays, position_at
from nardy.kernel.layout import Bytes
from nardy.search.tables import GameTables, Tables


def situation_at(game: GameTables, tables: Tables, row: int, roll: Roll | None = None) -> Situation:
    """One table as a situation, White on roll, with the given roll."""
    facts = tables.facts[row].tolist()
    is_left = facts[scoring.FACT_LEFT]
    left = tuple(die for die in tables.left[row].tolist() if die) if is_left else ()
    bombs = bool(facts[scoring.FACT_BOMB_MINE]), bool(facts[scoring.FACT_BOMB_THEIRS])
    turns = facts[scoring.FACT_TURNS_MINE], facts[scoring.FACT_TURNS_THEIRS]
    return Situation(
        rules=game.rules,
        position=position_at(tables.boards, tables.pins, row),
        roll=None if left else roll,
        left=left,
        first=Player.WHITE if facts[scoring.FACT_FIRST] else Player.BLACK,
        last=bool(facts[scoring.FACT_LAST]),
        bomb={(True, False): Owner.PLAYER, (False, True): Owner.OPPONENT}.get(bombs, Owner.NOBODY),
        turns=turns if game.rules.counts_turns else None,
    )


def facts_of(situation: Situation) -> Bytes:
    """Facts not visible on the board, seen by the player who must act: int8[FACTS_SIZE]."""
    most = scoring.MOST_TURNS
    facts = np.zeros(scoring.FACTS_SIZE, np.int8)
    facts[scoring.FACT_FIRST] = situation.first is situation.to_act
    facts[scoring.FACT_LAST] = situation.last
    facts[scoring.FACT_LEFT] = bool(situation.left)
    if situation.rules.bomb:
        facts[scoring.FACT_BOMB_MINE] = situation.bomb is not Owner.OPPONENT
        facts[scoring.FACT_BOMB_THEIRS] = situation.bomb is not Owner.PLAYER
    # Without counts every law that waits for a turn is already in force.
    mine, theirs = situation.turns or (most, most)
    facts[scoring.FACT_TURNS_MINE] = min(mine, most)
    facts[scoring.FACT_TURNS_THEIRS] = min(theirs, most)
    return facts


def table_of(game: GameTables, situation: Situation) -> Tables:
    """A situation as one table."""
    return tables_of(game, [situation])


def tables_of(game: GameTables, situations: Sequence[Situation]) -> Tables:
    """Situations as tables, one each.

    >>> from nardy.formats import position_text
    >>> late = position_text.loads("backgammon w 6:1 6:1")
    >>> tables_of(GameTables.of(late.rules), [late]).boards.shape
    (1, 2, 26)
    """
    boards, pins = position_arrays([situation.position for situation in situations])
    left = np.zeros((len(situations), game.most_dice), np.int8)
    for row, situation in enumerate(situations):
        left[row, : len(situation.left)] = situation.left
    return Tables(boards, pins, np.stack([facts_of(each) for each in situations]), left)
