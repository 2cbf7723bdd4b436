"""Summary of a player's game: error rate, luck and counts of errors."""

from collections.abc import Iterable
from dataclasses import dataclass

from nardy.analysis.review import Decision, ReviewedTurn
from nardy.core.player import Player

FEWEST = 10
"""Fewest decisions for which a level is given."""
LEVELS = (
    (2, "master"),
    (5, "world-class"),
    (8, "expert"),
    (12, "advanced"),
    (18, "intermediate"),
    (26, "casual"),
)
"""Error rates below which each level applies; all others are beginners.

Source: the rating bands of GNU Backgammon, in thousandths of a point for each decision. They are made
for backgammon; in games with smaller stakes everybody rates a little better.
"""


@dataclass(frozen=True, slots=True)
class Summary:
    """One player's decisions; forced turns and rolls are not counted."""

    decisions: int
    inaccuracies: int
    mistakes: int
    blunders: int
    lost: float
    """Total equity lost, in points for a cube of 1 before each decision."""
    luck: float
    """Total gain of all rolls over the average, dances included."""

    @property
    def error_rate(self) -> float:
        """Millipoints lost for each decision."""
        return 1000 * self.lost / self.decisions if self.decisions else 0.0

    @property
    def performance_rating(self) -> float:
        """PR as in eXtreme Gammon: 500 times the mean loss of a decision."""
        return self.error_rate / 2

    @property
    def level(self) -> str:
        """A name of LEVELS, or 'beginner'; '' with too few decisions."""
        if self.decisions < FEWEST:
            return ""
        found = (name for below, name in LEVELS if self.error_rate < below)
        return next(found, "beginner")


def summary(of: Iterable[Decision], player: Player) -> Summary:
    """Summarize one player's part of a review."""
    own = [decision for decision in of if decision.player is player]
    decided = [decision for decision in own if decision.is_decision]
    grades = [decision.grade for decision in decided]
    return Summary(
        decisions=len(decided),
        inaccuracies=grades.count("inaccuracy"),
        mistakes=grades.count("error"),
        blunders=grades.count("blunder"),
        lost=sum(decision.loss for decision in decided),
        luck=sum(decision.luck or 0.0 for decision in own if isinstance(decision, ReviewedTurn)),
    )
