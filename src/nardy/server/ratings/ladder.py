"""A ladder: everybody who has played one game at one pace for a rating, and what came of it.

Results are taken in the order in which they came to the log; so a ladder made anew from all results
is, to the last bit, the one that grew result by result.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from nardy.server.ratings import fibs, glicko
from nardy.server.ratings.glicko import Strength
from nardy.server.ratings.pace import Pace

ESTABLISHED = 10
"""Rated matches after which a player is no longer provisional..."""
OPPONENTS = 3
"""... if they were against so many different opponents."""
NEWCOMER = Strength()
TREND = 12
"""How many of the last ratings are kept beside a standing."""


@dataclass(frozen=True, kw_only=True)
class RatedResult:
    """How a room ended."""

    room: str
    game: str
    """The id of the game, or of the rotation of several."""
    pace: Pace | None
    length: int
    """The points of the match; 0 is a single game."""
    rated_length: int | None = None
    """The points for which it is rated, where little of the match was played; None: its length."""
    is_rated: bool
    white: str
    """Who sat there: `guest:ID` or `bot:SPEC`."""
    black: str
    score: float | None
    """White's: 1, 0.5 or 0; None where nobody could move any more, which counts for nobody."""
    white_points: float = 0
    black_points: float = 0
    size: str = ""
    """What the game calls the last win."""
    on_time: bool = False
    """A flag fell in the last game."""
    ended_at: int
    """Milliseconds since 1970."""

    @property
    def order(self) -> tuple[int, str]:
        """When it came about, by a clock that may have been set back, and where."""
        return self.ended_at, self.room

    @property
    def weight(self) -> int:
        """The points for which it is rated."""
        return max(1, self.length if self.rated_length is None else self.rated_length)

    @property
    def counts(self) -> bool:
        """Whether it changes ratings."""
        return self.is_rated and self.pace is not None and self.score is not None


@dataclass(frozen=True, kw_only=True)
class Standing:
    """What one player's rated matches in a ladder have come to."""

    rating: float = fibs.START
    experience: int = 0
    """The points of all matches together, as they are rated."""
    opponents: int = 0
    """How many different ones there were."""
    won: int = 0
    drawn: int = 0
    lost: int = 0
    streak: int = 0
    """Wins in a row; below 0 losses."""
    longest: int = 0
    """The longest row of wins."""
    peak: float = fibs.START
    """The highest rating so far, that of a newcomer included."""
    strength: Strength = NEWCOMER
    trend: tuple[float, ...] = ()
    """The last ratings, the latest last."""
    last: tuple[int, str] = (0, "")
    """The order of the last result."""

    @property
    def matches(self) -> int:
        """How many there were."""
        return self.won + self.drawn + self.lost

    @property
    def is_provisional(self) -> bool:
        """Whether there were too few matches, or opponents, to say much."""
        return self.matches < ESTABLISHED or self.opponents < OPPONENTS


def played(mine: Standing, theirs: Standing, result: RatedResult, score: float) -> Standing:
    """My standing after a result in which I scored so much."""
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
    """How strong somebody is taken to be when this result comes."""
    since = standing.last[0]
    return glicko.rested(standing.strength, result.ended_at - since) if since else NEWCOMER


def _streak(streak: int, score: float) -> int:
    if score == 0.5:
        return 0
    step = 1 if score == 1 else -1
    return streak + step if streak * step > 0 else step


@dataclass(frozen=True, slots=True)
class Rated:
    """What a result did: both standings after it, and by how much the ratings changed."""

    white: Standing
    black: Standing
    white_change: float
    black_change: float


class Ladder:
    """Standings by player, growing result by result."""

    def __init__(
        self,
        standings: Iterable[tuple[str, Standing]] = (),
        met: Iterable[frozenset[str]] = (),
    ) -> None:
        """Begin with what stood before, and with the pairs that have met."""
        self.standings = dict(standings)
        self._met = set(met)

    def of(self, who: str) -> Standing:
        """A player's standing; a newcomer's if there is none."""
        return self.standings.get(who, Standing())

    def meet(self, result: RatedResult) -> None:
        """Take its players for opponents of before: only then does a result not make them new ones."""
        self._met.add(frozenset((result.white, result.black)))

    def add(self, result: RatedResult) -> Rated:
        """Take a result that counts."""
        pair = frozenset((result.white, result.black))
        news = int(pair not in self._met)
        self._met.add(pair)
        white, black = self.of(result.white), self.of(result.black)
        score = result.score if result.score is not None else 0.5
        one = played(white, black, result, score)
        other = played(black, white, result, 1 - score)
        one, other = (replace(side, opponents=side.opponents + news) for side in (one, other))
        self.standings |= {result.white: one, result.black: other}
        return Rated(one, other, one.rating - white.rating, other.rating - black.rating)
