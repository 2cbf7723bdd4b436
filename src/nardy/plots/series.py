"""The numbers behind the plots, without matplotlib."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from nardy.analysis.game_review import Decision, ReviewedTurn, Summary, summary
from nardy.analysis.grades import GRADES
from nardy.core.player import Player
from nardy.core.situation import Score

GRADE_NAMES = (*(name for _, name in GRADES), "")
"""The grades of losses, the worst first; '' is a smaller loss."""


@dataclass(frozen=True, slots=True)
class EquityPoint:
    """The equity after one turn."""

    number: int
    """The number of the turn among all that were reviewed, from 1."""
    game: int
    """The number of the game, from 1."""
    player: Player
    """The player who moved."""
    turn: str
    """The played turn."""
    equity: float
    """White's equity after the turn, in points for a cube of 1; in a match 1 is a single won."""
    loss: float
    """Equity that the player lost by the turn, never negative."""
    grade: str
    """'blunder', 'error', 'inaccuracy' or ''."""
    score: Score | None
    """Seen by White at the start of the game; None in a money game."""


@dataclass(frozen=True, slots=True)
class PlayerTotals:
    """One player's luck and errors."""

    name: str
    summary: Summary
    lost: tuple[float, ...]
    """Equity lost by decisions of each of GRADE_NAMES, in points."""

    @property
    def luck(self) -> float:
        """Total gain of all rolls over the average, in points."""
        return self.summary.luck


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """A rating after a match."""

    at: datetime
    rating: float
    deviation: float = 0.0
    """Its standard error; 0 where it is unknown."""


def equity_points(decisions: Iterable[Decision]) -> list[EquityPoint]:
    """The equity after every turn of a review that the judge could compare, in order.

    Cascades that the judge did not list are left out, and doubles are no turns.
    """
    points: list[EquityPoint] = []
    game, latest = 0, (0, 0)
    for decision in decisions:
        if not isinstance(decision, ReviewedTurn):
            continue
        # Several reviews may follow one another, each with numbers of its own.
        is_new = decision.game != latest[0] or decision.event <= latest[1]
        game, latest = game + is_new, (decision.game, decision.event)
        if decision.choices:
            points.append(_point(decision, len(points) + 1, game))
    return points


def _point(decision: ReviewedTurn, number: int, game: int) -> EquityPoint:
    is_white = decision.player is Player.WHITE
    equity = decision.choices[decision.chosen].equity
    score = decision.before.score
    return EquityPoint(
        number=number,
        game=game,
        player=decision.player,
        turn=decision.played,
        equity=equity if is_white else -equity,
        loss=decision.loss,
        grade=decision.grade if decision.is_decision else "",
        score=score if score is None or is_white else score.flipped(),
    )


def player_totals(
    decisions: Iterable[Decision], players: Sequence[str] = ("White", "Black")
) -> tuple[PlayerTotals, PlayerTotals]:
    """White's and Black's luck and errors."""
    found = list(decisions)
    white, black = (
        PlayerTotals(name, summary(found, player), _lost(found, player))
        for player, name in zip(Player, players, strict=True)
    )
    return white, black


def _lost(decisions: Iterable[Decision], player: Player) -> tuple[float, ...]:
    own = [one for one in decisions if one.player is player and one.is_decision]
    return tuple(sum(one.loss for one in own if one.grade == grade) for grade in GRADE_NAMES)
