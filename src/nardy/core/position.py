"""Where the checkers stand, seen by the player on roll."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

OFF = 0
BAR = 25
PLACES = 26
HOME = range(1, 7)
"""Own numbering: a journey starts at 24, ends at 1; 0 is off, 25 is the bar."""

Counts = tuple[int, ...]
NO_POINTS: frozenset[int] = frozenset()


def counts(checkers: Mapping[int, int]) -> Counts:
    """26 counts, one a place, from a mapping of places to checkers.

    >>> counts({24: 2, 6: 5})[24]
    2
    """
    return tuple(checkers.get(place, 0) for place in range(PLACES))


@dataclass(frozen=True, slots=True)
class Position:
    """The checkers of both players, each in his own numbering.

    `player` is on roll. A pinned checker is counted on its point and named in
    `player_pinned` or `opponent_pinned`, in its owner's numbering.
    """

    player: Counts
    opponent: Counts
    player_pinned: frozenset[int] = NO_POINTS
    opponent_pinned: frozenset[int] = NO_POINTS

    @classmethod
    def of(cls, player: Mapping[int, int], opponent: Mapping[int, int] | None = None) -> Self:
        """A position from places and counts; both sides alike when only one is given.

        >>> Position.of({24: 2, 13: 5, 8: 3, 6: 5}).pip_count()
        167
        """
        return cls(counts(player), counts(player if opponent is None else opponent))

    def flipped(self) -> Self:
        """The same checkers seen by the other player."""
        return type(self)(self.opponent, self.player, self.opponent_pinned, self.player_pinned)

    def pip_count(self) -> int:
        """Pips that the player's checkers still have to go: the sum of their numbers."""
        return sum(place * count for place, count in enumerate(self.player))
