"""What the club tells of all its dice: sums over every throw of every game, asked for by `GET`.

Whoever wants to can count with them what the page `/dice` shows. A roll's place in a list of 21 is that of
`rolls`, a face's place in a list of 6 is the face less 1.
"""

from typing import Literal

import msgspec

from nardy.server.protocol.shared import Seat

Roller = Literal["people", "bots", "both"]


class ThrownBy(msgspec.Struct):
    """How often each roll was thrown, by whom and where they sit."""

    by: Roller
    """`both`: one die each, for the start of a game."""
    seat: Seat | None
    """Null where both throw."""
    counts: list[int]


class DoubleNext(msgspec.Struct):
    """What was thrown next, in the same room."""

    throws: int
    doubles: int
    """How many of these throws were doubles."""


class DiceCounts(msgspec.Struct):
    """`/api/dice`: every throw that this club has ever made, in sums."""

    is_complete: bool
    """False while the club still counts games of long ago; what is told is right for those it has counted."""
    rooms: int
    """Rooms in which dice have been thrown."""
    throws: int
    rolls: list[str]
    """The names of the 21 rolls, the larger die first."""
    thrown: list[ThrownBy]
    after: list[list[int]]
    """6 lists of 6: how often a die showed a face (inner) in the throw after one with a face (outer);
    each throw and the next one of its room count four times, each die with each."""
    streaks: list[DoubleNext]
    """What followed exactly 1, 2, 3, ... doubles in a row; the last of them counts longer rows too."""
    waits: list[DoubleNext]
    """What followed exactly 1, 2, 3, ... throws in a row without a double; the last likewise."""
    longest_streak: int
    """The most doubles in a row in one room."""
    longest_wait: int
    """The most throws in a row without a double."""
    reached: list[int]
    """In how many rooms there was a 1st, 2nd, 3rd, ... throw; the first 100 of them."""
