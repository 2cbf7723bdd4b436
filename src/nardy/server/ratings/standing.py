"""A player's standing in a ladder (ladder.py)."""

from dataclasses import dataclass

from nardy.server.ratings import fibs
from nardy.server.ratings.glicko import Strength

ESTABLISHED = 10
"""A player with fewer rated matches is provisional..."""
# Ten matches against one friend tell little; a small club finds three, since its bots count.
OPPONENTS = 3
"""... as is one with fewer different opponents."""
NEWCOMER = Strength()
TREND = 12
"""Number of recent ratings kept in a standing."""


@dataclass(frozen=True, kw_only=True)
class Standing:
    """A player's standing in a ladder."""

    rating: float = fibs.START
    experience: int = 0
    """Sum of the rated lengths of all matches."""
    opponents: int = 0
    """Number of different opponents."""
    won: int = 0
    drawn: int = 0
    lost: int = 0
    streak: int = 0
    """Wins in a row; negative: losses."""
    longest: int = 0
    """Longest winning streak."""
    peak: float = fibs.START
    """Highest rating so far, including the initial one."""
    strength: Strength = NEWCOMER
    trend: tuple[float, ...] = ()
    """The last ratings, latest last."""
    last: tuple[int, str] = (0, "")
    """`order` of the last result."""

    @property
    def matches(self) -> int:
        """Number of rated matches."""
        return self.won + self.drawn + self.lost

    @property
    def is_provisional(self) -> bool:
        """Whether there are too few matches or opponents for a reliable rating."""
        return self.matches < ESTABLISHED or self.opponents < OPPONENTS
