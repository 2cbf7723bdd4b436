"""Match equity: the chance to win a match at every score.

Scores are given as points still needed ("away"). One array holds games up to and including the
Crawford game; another the games after it, where the trailing player may double at once.
"""

import math
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from nardy.core.choices import LastThrow
from nardy.core.rules import Rules
from nardy.core.situation import Score

Chances = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class EquityTable:
    """The match-winning chances at every score up to some length.

    Both arrays are float64[n + 1, n + 1], indexed by the needs of the player and of the opponent in
    units of *unit* points; with a need of 0 the match is over.
    """

    name: str
    before: Chances
    """In games up to and including the Crawford game; in all games where there is none."""
    after: Chances
    """In games after the Crawford game; equal to `before` where nobody is one point away."""
    unit: float = 1
    """1, or 0.5 where a draw scores half points."""

    @classmethod
    def of(cls, name: str, before: Chances, trailing: Chances) -> Self:
        """A table in the form in which books print it.

        Args:
            name: The name of the table.
            before: float64[n, n], starting at 1-away 1-away.
            trailing: float64[n]: chances of the player who is 1, 2, ... points away while the opponent
                is one away, after the Crawford game.
        """
        whole = even_chances(len(before) + 1)
        whole[1:, 1:] = before
        after = whole.copy()
        # Only these scores occur after the Crawford game: one player is one away.
        after[1:, 1] = trailing
        after[1, 1:] = 1 - trailing
        return cls(name, whole, after)

    def locked(self) -> Self:
        """The same table, whose arrays nobody can write any more: for tables that many share."""
        for chances in (self.before, self.after):
            chances.flags.writeable = False
        return self

    @property
    def length(self) -> float:
        """The longest match in the table, in points."""
        return (len(self.before) - 1) * self.unit

    def chance(self, away: float, opponent_away: float, *, after_crawford: bool = False) -> float:
        """The chance, 0 to 1, that the player who needs *away* points wins the match.

        It is one half if neither player needs a point. A longer match is read at the score with
        the same lead, relative to the spread of the points still to come.

        >>> table = EquityTable.of("even", np.array([[0.5, 0.7], [0.3, 0.5]]), np.array([0.5, 0.48]))
        >>> table.chance(1, 2), table.chance(2, 1, after_crawford=True), table.chance(0, 2)
        (0.7, 0.48, 1.0)
        """
        # A draw that scores can bring both players to the end at once.
        if min(away, opponent_away) <= 0:
            return 0.5 if max(away, opponent_away) <= 0 else float(away <= 0)
        if max(away, opponent_away) > self.length:
            return self._of_long_match(away, opponent_away)
        chances = self.after if after_crawford else self.before
        mine, theirs = (math.ceil(need / self.unit) for need in (away, opponent_away))
        return float(chances[mine, theirs])

    def _of_long_match(self, away: float, opponent_away: float) -> float:
        """The chance at the comparable score of the longest match in the table.

        The points still to come behave like a random walk: what counts is the lead over the square
        root of the points that both need.
        """
        mean, lead = (away + opponent_away) / 2, abs(opponent_away - away) / 2
        # The larger need becomes that of the table: mean * root**2 + lead * root = length.
        root = (math.sqrt(lead * lead + 4 * mean * self.length) - lead) / (2 * mean)
        less = max(1.0, mean * root * root - lead * root)
        known = np.arange(len(self.before)) * self.unit
        leading = float(np.interp(less, known, self.before[:, -1]))
        return leading if away < opponent_away else 1 - leading

    def chance_after(self, rules: Rules, score: Score, mine: float, theirs: float) -> float:
        """`chance` after a game that gave both players these points, cube included."""
        away = score.length - score.player - mine
        opponent_away = score.length - score.opponent - theirs
        done = score.is_crawford or score.somebody_is_one_away
        # Without the Crawford rule every score is one at which the trailer may double.
        after = rules.cube_play and (done or not rules.crawford)
        return self.chance(away, opponent_away, after_crawford=after)


def points_of_draw(rules: Rules) -> float:
    """Points of each player for a draw in a match; 0 for a void game."""
    return {LastThrow.OFF: 0, LastThrow.HALF: 0.5, LastThrow.ONE: 1}[rules.last_throw]


def even_chances(size: int) -> Chances:
    """A table of even chances, with the scores at which the match is over."""
    chances = np.full((size, size), 0.5)
    chances[0, 1:], chances[1:, 0] = 1, 0
    return chances
