"""A ladder: standings of all players in rated matches of one game at one pace.

Results are added in the order of the log, so that a ladder rebuilt from all results equals, to the last
bit, one that grew result by result.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from nardy.server.ratings import fibs, glicko
from nardy.server.ratings.first_standings import first_standing
from nardy.server.ratings.glicko import Strength
from nardy.server.ratings.pace import Pace
from nardy.server.ratings.standing import TREND, Standing


@dataclass(frozen=True, kw_only=True)
class RatedResult:
    """The result of a finished room."""

    room: str
    game: str
    """The id of the game, or of a rotation of games."""
    pace: Pace | None
    length: int
    """Points of the match; 0 is a single game."""
    rated_length: int | None = None
    """Points for which it is rated, if the match ended early; None: the whole length."""
    is_rated: bool
    white: str
    """`guest:ID` or `bot:SPEC`."""
    black: str
    score: float | None
    """White's score: 1, 0.5 or 0; None in a blocked game that counts for nobody."""
    white_points: float = 0
    black_points: float = 0
    size: str = ""
    """Name of the last win in this game."""
    on_time: bool = False
    """The last game was lost on time."""
    ended_at: int
    """Milliseconds since 1970."""

    @property
    def order(self) -> tuple[int, str]:
        """Sort key: end time (by a clock that may be set back), then room."""
        return self.ended_at, self.room

    @property
    def weight(self) -> int:
        """Points for which it is rated."""
        return max(1, self.length if self.rated_length is None else self.rated_length)

    @property
    def counts(self) -> bool:
        return self.is_rated and self.pace is not None and self.score is not None


def played(mine: Standing, theirs: Standing, result: RatedResult, score: float) -> Standing:
    """A player's standing after a result in which they scored *score*."""
    points = result.weight
    expected = fibs.expected_score(mine.rating, theirs.rating, points)
    rating = mine.rating + fibs.change(score, expected, points, mine.experience)
    streak = _streak(mine.streak, score)
    return replace(
        mine,
        rating=rating,
        experience=mine.experience + points,
        won=mine.won + (score == 1),
        drawn=mine.drawn + (score == 0.5),
        lost=mine.lost + (score == 0),
        streak=streak,
        longest=max(mine.longest, streak),
        peak=max(mine.peak, rating),
        strength=glicko.after_matches(_now(mine, result), [(_now(theirs, result), score)]),
        trend=(*mine.trend, rating)[-TREND:],
        last=result.order,
    )


def _now(standing: Standing, result: RatedResult) -> Strength:
    """The strength at the time of a result."""
    since = standing.last[0]
    return glicko.rested(standing.strength, result.ended_at - since) if since else standing.strength


def _streak(streak: int, score: float) -> int:
    if score == 0.5:
        return 0
    step = 1 if score == 1 else -1
    return streak + step if streak * step > 0 else step


@dataclass(frozen=True, slots=True)
class Rated:
    """The effect of a result: both standings after it, and both rating changes."""

    white: Standing
    black: Standing
    white_change: float
    black_change: float


class Ladder:
    """Standings by player, updated result by result."""

    def __init__(
        self,
        standings: Iterable[tuple[str, Standing]] = (),
        met: Iterable[frozenset[str]] = (),
    ) -> None:
        """Start from earlier standings and the pairs that have met."""
        self.standings = dict(standings)
        self._met = set(met)

    def of(self, who: str) -> Standing:
        """A player's standing, or a newcomer's."""
        return self.standings.get(who, Standing())

    def _before(self, who: str, result: RatedResult) -> Standing:
        return self.standings.get(who) or first_standing(who, result.game)

    def meet(self, result: RatedResult) -> None:
        """Record that two have met, without counting the result."""
        self._met.add(frozenset((result.white, result.black)))

    def add(self, result: RatedResult) -> Rated:
        """Count a result."""
        pair = frozenset((result.white, result.black))
        new_opponents = int(pair not in self._met)
        self._met.add(pair)
        white, black = self._before(result.white, result), self._before(result.black, result)
        score = result.score if result.score is not None else 0.5
        one = played(white, black, result, score)
        other = played(black, white, result, 1 - score)
        one, other = (
            replace(side, opponents=side.opponents + new_opponents) for side in (one, other)
        )
        self.standings |= {result.white: one, result.black: other}
        return Rated(one, other, one.rating - white.rating, other.rating - black.rating)
