"""Statistics of all dice of the club, by `GET`: sums over every throw of every game.

They are enough to recompute what the page `/dice` shows. Lists of 21 are in the order of `rolls`, and
lists of 6 in the order of faces, 1 to 6.
"""

from typing import Literal

import msgspec

from nardy.server.protocol.shared import Seat

Roller = Literal["people", "bots", "both"]


class ThrownBy(msgspec.Struct):
    """Counts of rolls by thrower."""

    by: Roller
    """`both`: one die each, at the start of a game."""
    seat: Seat | None
    """Null if both throw."""
    counts: list[int]


class DoubleNext(msgspec.Struct):
    """Throws that followed in the same room."""

    throws: int
    doubles: int
    """Doubles among these throws."""


class DiceCounts(msgspec.Struct):
    """`/api/dice`: statistics of every throw in the finished games of this club."""

    is_complete: bool
    """False while older games are still being counted; the numbers are right for those counted so far."""
    rooms: int
    """Rooms with at least one throw."""
    throws: int
    rolls: list[str]
    """Names of the 21 rolls, the larger die first."""
    thrown: list[ThrownBy]
    after: list[list[int]]
    """6 lists of 6: how often a die showed a face (inner index) in the throw after a die with a face (outer
    index). Each pair of consecutive throws in a room counts four times, each die with each."""
    streaks: list[DoubleNext]
    """Throws after exactly 1, 2, 3, ... doubles in a row; the last item includes longer runs."""
    waits: list[DoubleNext]
    """Throws after exactly 1, 2, 3, ... throws in a row without a double; the last item includes longer runs."""
    longest_streak: int
    """The most doubles in a row in one room."""
    longest_wait: int
    """The most throws in a row without a double."""
    reached: list[int]
    """Numbers of rooms with a 1st, 2nd, 3rd, ... throw, up to the 100th."""
