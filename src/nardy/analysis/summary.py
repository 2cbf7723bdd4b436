"""How well somebody played a game: what all his decisions gave away, in a few figures."""

from collections.abc import Iterable
from dataclasses import dataclass

from nardy.analysis.review import Decision, ReviewedTurn
from nardy.core.player import Player

FEWEST = 10
"""Decisions below which nothing is said of a player's level."""
LEVELS = (
    (2, "master"),
    (5, "world-class"),
    (8, "expert"),
    (12, "advanced"),
    (18, "intermediate"),
    (26, "casual"),
)
"""Error rates below which a player is called so; all others are beginners.

Source: the bands of GNU Backgammon's ratings, in thousandths of a point a decision; they are made
for backgammon, and in games with smaller stakes everybody reads a little better.
"""


@dataclass(frozen=True, slots=True)
class Summary:
    """One player's decisions; of turns without a choice, and of rolls, none was one."""

    decisions: int
    inaccuracies: int
    mistakes: int
    blunders: int
    lost: float
    """Points given away by all of them, each for a cube of 1 before it."""
    luck: float
    """By how much all rolls together were better than the average ones, dances among them."""

    @property
    def error_rate(self) -> float:
        """Thousandths of a point given away a decision."""
        return 1000 * self.lost / self.decisions if self.decisions else 0.0

    @property
    def performance_rating(self) -> float:
        """PR as eXtreme Gammon and its players count it: 500 times the mean loss a decision."""
        return self.error_rate / 2

    @property
    def level(self) -> str:
        """A name of LEVELS, or 'beginner'; '' where there were too few decisions to tell."""
        if self.decisions < FEWEST:
            return ""
        found = (name for below, name in LEVELS if self.error_rate < below)
        return next(found, "beginner")


def summary(of: Iterable[Decision], player: Player) -> Summary:
    """What a review says of one player."""
    own = [decision for decision in of if decision.player is player]
    decided = [decision for decision in own if _is_decision(decision)]
    grades = [decision.grade for decision in decided]
    return Summary(
        decisions=len(decided),
        inaccuracies=grades.count("inaccuracy"),
        mistakes=grades.count("error"),
        blunders=grades.count("blunder"),
        lost=sum(decision.loss for decision in decided),
        luck=sum(decision.luck or 0.0 for decision in own if isinstance(decision, ReviewedTurn)),
    )


def _is_decision(decision: Decision) -> bool:
    return not isinstance(decision, ReviewedTurn) or bool(
        decision.choices and not decision.is_forced
    )
