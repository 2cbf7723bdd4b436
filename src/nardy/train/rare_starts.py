"""Games that begin with positions of named classes, which earlier games have reached.

Good play reaches some kinds of positions too seldom for a network to learn them: of a thousand in
backgammon, 26 are back games and two have a straggler (the shares in labels/backgammon.jsonl). So positions of such classes are kept, and a share of later games begins with one.
"""

import numpy as np

from nardy.kernel.arrays import position_at
from nardy.kernel.layout import Ints
from nardy.labels.classes import classes_of
from nardy.search.tables import GameTables, Tables

MOST_KEPT = 4_096
"""Positions of each class; a newer one then replaces any."""


class RareStarts:
    """The positions that were kept, by class."""

    def __init__(self, game: GameTables, kinds: tuple[str, ...]) -> None:
        self.game = game
        self._kept = {kind: Tables.begun(game, MOST_KEPT) for kind in kinds}
        self.counts = dict.fromkeys(kinds, 0)
        """The positions met of each class, also those replaced since."""

    def keep(self, tables: Tables, random: np.random.Generator) -> None:
        """Keep those of these positions that are of a class."""
        for row in range(len(tables.boards)):
            kinds = classes_of(self.game.rules, position_at(tables.boards, tables.pins, row))
            # In the order of the names: a set's order differs between processes, and so would the draws.
            for kind in filter(kinds.__contains__, self._kept):
                count = self.counts[kind]
                place = count if count < MOST_KEPT else int(random.integers(MOST_KEPT))
                self._kept[kind].put(np.array([place]), tables.part(np.array([row])))
                self.counts[kind] += 1

    def draw(self, count: int, random: np.random.Generator) -> Tables | None:
        """Positions with replacement, of each known class equally many on average; None: none is known."""
        known = [kind for kind, met in self.counts.items() if met]
        if not known:
            return None
        chosen: Ints = random.integers(len(known), size=count)
        drawn = Tables.begun(self.game, count)
        for number, kind in enumerate(known):
            rows = np.flatnonzero(chosen == number)
            places = random.integers(min(self.counts[kind], MOST_KEPT), size=len(rows))
            drawn.put(rows, self._kept[kind].part(places))
        return drawn
