"""The position of the checkers, seen by the player who must act."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from nardy.errors import PositionError

OFF = 0
BAR = 25
PLACES = 26
HOME = range(1, 7)
"""Own numbering: from 24 down to 1; 0 is off, 25 is the bar."""

Counts = tuple[int, ...]
NO_POINTS: frozenset[int] = frozenset()


def counts(checkers: Mapping[int, int]) -> Counts:
    """Checker counts for all 26 places, from a mapping of places to checkers.

    >>> counts({24: 2, 6: 5})[24]
    2

    Raises:
        PositionError: there is no such place, or no such number of checkers.
    """
    for place, count in checkers.items():
        if place not in range(PLACES):
            raise PositionError(
                f"expected places from {OFF} (off) to {BAR} (the bar), got {place!r:.60}; "
                "write points as the player who must act counts them, 24 to 1"
            )
        if type(count) is not int or count < 0:
            raise PositionError(
                f"expected a number of checkers on {place}, got {count!r:.60}; write 0 or more"
            )
    return tuple(checkers.get(place, 0) for place in range(PLACES))


@dataclass(frozen=True, slots=True)
class Position:
    """The checkers of both players, each in that player's numbering.

    `player` must act. A pinned checker is counted on its point and listed in `player_pinned` or
    `opponent_pinned`, in its owner's numbering.
    """

    # Two lists, because one signed list could not hold a checker pinned under another
    # (docs/decisions/own-numbering.md).
    player: Counts
    opponent: Counts
    player_pinned: frozenset[int] = NO_POINTS
    opponent_pinned: frozenset[int] = NO_POINTS

    @classmethod
    def of(cls, player: Mapping[int, int], opponent: Mapping[int, int] | None = None) -> Self:
        """A position from places and counts; without *opponent* both sides are alike.

        >>> Position.of({24: 2, 13: 5, 8: 3, 6: 5}).pip_count()
        167

        Raises:
            PositionError: there is no such place, or no such number of checkers.
        """
        return cls(counts(player), counts(player if opponent is None else opponent))

    def flipped(self) -> Self:
        """The same checkers seen by the other player."""
        return type(self)(self.opponent, self.player, self.opponent_pinned, self.player_pinned)

    def pip_count(self) -> int:
        """Pips that the player's checkers still have to go."""
        return sum(place * count for place, count in enumerate(self.player))
