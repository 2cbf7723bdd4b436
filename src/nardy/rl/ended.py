"""Games that have just ended: scores and last positions."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nardy.evaluation.cube.cubes import Cubes
from nardy.evaluation.network.network import Floats, Positions
from nardy.kernel import layout as at
from nardy.kernel.layout import Ints
from nardy.search.tables import Tables


class EndedTables(NamedTuple):
    """The tables whose games have just ended."""

    rows: Ints
    """int64[m], in no particular order."""
    points: Floats
    """float32[m]: for the player who acted last; 0 for truncated games."""
    cut: NDArray[np.bool_]
    """bool[m]: whether the game was truncated."""
    tables: Tables
    """The last positions, seen by the player who would roll next."""
    cubes: Cubes

    @property
    def positions(self) -> Positions:
        """The last positions as network input, seen by the player who would roll next."""
        boards, pins, facts, _ = self.tables
        return Positions(boards, pins, at.PLAYER, facts)

    def joined(self, more: "EndedTables") -> "EndedTables":
        """These tables, followed by others."""
        return EndedTables(
            np.concatenate([self.rows, more.rows]),
            np.concatenate([self.points, more.points]),
            np.concatenate([self.cut, more.cut]),
            Tables.joined([self.tables, more.tables]),
            Cubes(
                np.concatenate([self.cubes.values, more.cubes.values]),
                np.concatenate([self.cubes.owners, more.cubes.owners]),
            ),
        )
