"""What a tournament is made of: its terms, who entered, and who met whom with which result."""

from dataclasses import dataclass
from typing import Literal

Format = Literal["swiss", "round-robin", "knock-out", "arena"]
FORMATS: tuple[Format, ...] = ("swiss", "round-robin", "knock-out", "arena")


@dataclass(frozen=True, slots=True)
class TournamentTerms:
    """How a tournament is played, beside the game itself."""

    format: Format
    rounds: int = 1
    """Of a Swiss; of a round robin how many times everybody meets everybody."""
    minutes: int = 0
    """How long an arena pairs."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who entered. The same bot may enter several times, so the number is the name."""

    number: int
    """From 1, in the order of entering."""
    who: str
    """`guest:ID` or `bot:SPEC`."""
    rating: float = 0.0
    """What seeds are by; equal ones go by lot."""
    is_in: bool = True
    """Not withdrawn: is paired."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two who are to meet. Nobody as Black is a bye, which is won without a game."""

    white: int
    black: int | None
    room: str = ""
    """Where they play; empty where nothing is to be played."""


@dataclass(frozen=True, slots=True)
class MeetingResult:
    """How a meeting ended, in points: 1 and 0, 0.5 each, or 0 each where neither came."""

    white: float
    black: float
    is_played: bool = True
    """Not a bye, and not won because the other one did not come."""


BYE = MeetingResult(1.0, 0.0, is_played=False)


@dataclass(frozen=True, slots=True)
class Meeting:
    """A pairing that was made, and how it ended."""

    table: int
    """From 1, through the whole tournament."""
    round: int
    """From 1; an arena counts how often it paired."""
    white: int
    black: int | None
    room: str
    since: int
    """When it was paired, in milliseconds since 1970."""
    result: MeetingResult | None = None
    ended: int = 0

    @property
    def is_open(self) -> bool:
        """Whether it goes on."""
        return self.result is None

    def holds(self, number: int) -> bool:
        """Whether this entrant is one of the two."""
        return number in (self.white, self.black)

    def opponent(self, number: int) -> int | None:
        """Whom an entrant meets here; None in a bye."""
        return self.black if number == self.white else self.white

    def points(self, number: int) -> float | None:
        """What an entrant has of it; None as long as it goes on."""
        if self.result is None:
            return None
        return self.result.white if number == self.white else self.result.black
