"""The bomb of Nuclear in many games at once: explode it where that is worth more.

Networks value positions after this decision; the player who rolls next decides before it.
"""

import numpy as np

from nardy.core.choices import BombHits, Opening
from nardy.evaluation.network.network import Floats, Positions, Value
from nardy.kernel import layout as at
from nardy.kernel.layout import Ints
from nardy.kernel.scoring import FACT_BOMB_MINE, FACT_LAST, FACT_LEFT, explode_batch
from nardy.search.tables import GameTables, Tables


def explode(game: GameTables, tables: Tables, rows: Ints) -> None:
    """Explode the bomb for the players on roll in some tables, in place."""
    both = game.rules.bomb_hits is BombHits.BOTH
    explode_batch(int(both), (tables.boards, tables.facts), rows)


def may_explode(game: GameTables, tables: Tables) -> Ints:
    """Indices of the tables whose player on roll has the bomb and something to hit."""
    both = game.rules.bomb_hits is BombHits.BOTH
    blots = (tables.boards[:, :, 1 : at.BAR] == 1).any(2)
    # Without a blot the bomb changes nothing but its owner.
    worth = blots[:, at.OPPONENT] | (blots[:, at.PLAYER] & both)
    free = (tables.facts[:, FACT_LAST] == 0) & (tables.facts[:, FACT_LEFT] == 0)
    if game.rules.opening is Opening.USE:
        # The game begins with dice that are already rolled. A player whose position is back at the start,
        # after being hit again and again, waits a turn.
        free &= (tables.boards != game.board).any((1, 2))
    return np.flatnonzero((tables.facts[:, FACT_BOMB_MINE] > 0) & worth & free)


def explode_where_better(game: GameTables, tables: Tables, value: Value) -> None:
    """Explode the bomb in every table where that is better for the player on roll."""
    rows, exploded = _exploded(game, tables)
    if not len(rows):
        return
    _, before = value(tables.part(rows).positions)
    _, after = value(exploded.positions)
    better = after > before
    tables.boards[rows[better]] = exploded.boards[better]
    tables.facts[rows[better]] = exploded.facts[better]


def after_bombs(game: GameTables, tables: Tables, value: Value) -> Tables:
    """Tables before a roll, the bomb exploded where that is worth more; others unchanged."""
    if not game.rules.bomb:
        return tables
    decided = tables.copied()
    explode_where_better(game, decided, value)
    return decided


def with_bomb(game: GameTables, value: Value) -> Value:
    """Position values while the player who rolls next may still explode the bomb."""

    def best_value(positions: Positions) -> tuple[Floats, Floats]:
        chances, equities = value(positions)
        boards, pins, seat, facts = positions
        if seat == at.PLAYER:
            boards, pins = boards[:, ::-1], pins[:, ::-1]
        rows, exploded = _exploded(game, Tables.after(game, boards, pins, facts))
        if len(rows):
            other, worth = value(exploded.positions)
            better = worth > equities[rows]
            chances[rows[better]] = other[better]
            equities[rows[better]] = worth[better]
        return chances, equities

    return best_value


def _exploded(game: GameTables, tables: Tables) -> tuple[Ints, Tables]:
    """The rows where the bomb may be exploded, and their tables after it."""
    rows = may_explode(game, tables)
    exploded = tables.part(rows)
    explode(game, exploded, np.arange(len(rows)))
    return rows, exploded
