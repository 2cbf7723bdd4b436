"""Values of a tournament: terms, entrants, pairings, results."""

from dataclasses import dataclass
from typing import Literal

Format = Literal["swiss", "round-robin", "knock-out", "arena"]
FEWEST = 2
"""Players for a round."""


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """Format of a tournament, apart from the game."""

    format: Format
    rounds: int = 1
    """Rounds of a Swiss; cycles of a round robin."""
    minutes: int = 0
    """Minutes for which an arena pairs."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entrant, identified by number, since the same bot may enter several times."""

    number: int
    """The entrant's number from 1, in order of entry."""
    who: str
    """`guest:ID` or `bot:SPEC`."""
    rating: float = 0.0
    """The rating for seeding."""
    is_in: bool = True
    """Has not withdrawn."""
    is_removed: bool = False
    """By the director, so that they cannot come back."""
    returns: int = 0
    """How often they came back."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two who are to meet. A pairing without Black is a bye, won without a game."""

    white: int
    black: int | None
    room: str = ""
    """The id of the room; empty if no game is needed."""


@dataclass(frozen=True, slots=True)
class MeetingResult:
    """Points of a meeting: 1 and 0, 0.5 each, or 0 each if neither came."""

    white: float
    black: float
    is_played: bool = True
    """False for a bye, or if a player did not come."""


BYE = MeetingResult(1.0, 0.0, is_played=False)


@dataclass(frozen=True, slots=True)
class Meeting:
    """A pairing with its result."""

    table: int
    """From 1, numbered through the whole tournament."""
    round: int
    """From 1; in an arena, the number of the pairing."""
    white: int
    black: int | None
    room: str
    since: int
    """Time of pairing in milliseconds since 1970."""
    result: MeetingResult | None = None
    ended: int = 0

    @property
    def is_open(self) -> bool:
        return self.result is None

    def holds(self, number: int) -> bool:
        return number in (self.white, self.black)

    def opponent(self, number: int) -> int | None:
        """An entrant's opponent; None in a bye."""
        return self.black if number == self.white else self.white

    def points(self, number: int) -> float | None:
        """An entrant's points; None while unfinished."""
        if self.result is None:
            return None
        return self.result.white if number == self.white else self.result.black
