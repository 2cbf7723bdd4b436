"""The bomb of Nuclear, in many games at once: explode it where that is worth more."""

import numpy as np

from nardy.core.choices import BombHits
from nardy.evaluation.network import Positions
from nardy.kernel import layout as at
from nardy.kernel.layout import Ints
from nardy.kernel.scoring import FACT_BOMB_MINE, FACT_LAST, FACT_LEFT, explode_batch
from nardy.search.choose import Value
from nardy.search.tables import Game, Tables


def explode(game: Game, tables: Tables, rows: Ints) -> None:
    """The players on roll of some tables explode it."""
    both = game.rules.bomb_hits is BombHits.BOTH
    explode_batch(int(both), (tables.boards, tables.facts), rows)


def may_explode(game: Game, tables: Tables) -> Ints:
    """The tables whose player on roll has the bomb, and something to hit."""
    both = game.rules.bomb_hits is BombHits.BOTH
    blots = (tables.boards[:, :, 1 : at.BAR] == 1).any(2)
    worth = blots[:, at.OPPONENT] | (blots[:, at.PLAYER] & both)
    free = (tables.facts[:, FACT_LAST] == 0) & (tables.facts[:, FACT_LEFT] == 0)
    return np.flatnonzero((tables.facts[:, FACT_BOMB_MINE] > 0) & worth & free)


def explode_where_better(game: Game, tables: Tables, value: Value) -> None:
    """Let every player on roll who may explode it decide."""
    rows = may_explode(game, tables)
    if not len(rows):
        return
    quiet = tables.part(rows)
    loud = tables.part(rows)
    explode(game, loud, np.arange(len(rows)))
    _, before = value(Positions(quiet.boards, quiet.pins, at.PLAYER, quiet.facts))
    _, after = value(Positions(loud.boards, loud.pins, at.PLAYER, loud.facts))
    better = after > before
    tables.boards[rows[better]] = loud.boards[better]
    tables.facts[rows[better]] = loud.facts[better]
