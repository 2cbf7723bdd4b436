"""The level proposed next to a person: the one that beats them about half of the time.

Their strength is estimated from their own latest results against the ladder in this game, casual ones
included, and from where newcomers begin. One win or loss moves it by a level at most.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from nardy.server.bots.levels import BOT_LEVELS, OLD_LEVELS, number_of_level
from nardy.server.ratings import fibs
from nardy.server.ratings.first_standings import measured_ratings
from nardy.server.seats import bot_seat
from nardy.server.store.bot_results import BotResult

LATEST = 40
"""Results that count: older ones tell about a weaker player."""
SPREAD = 600.0
"""Standard deviation of the ratings that newcomers turn out to have."""
EVEN = tuple(fibs.START + 200 * number for number in range(-2, 6))
"""Ratings of the levels where none were measured: the third stands where newcomers begin."""
STEP = 10
"""Points between the ratings that are tried."""
LADDER: Mapping[str, int] = {
    bot_seat(spec): number
    for level, spec in {**OLD_LEVELS, **BOT_LEVELS}.items()
    if (number := number_of_level(level))
}
"""The seats of bots on the ladder, those with old names too, and their numbers."""


@dataclass(frozen=True)
class OwnScore:
    """A person's latest results against one level."""

    won: int = 0
    drawn: int = 0
    lost: int = 0


def own_scores(results: Iterable[BotResult]) -> dict[int, OwnScore]:
    """The results by the number of the level."""
    found = dict[int, OwnScore]()
    for one in results:
        number = LADDER[one.bot]
        was = found.get(number, OwnScore())
        found[number] = OwnScore(
            was.won + (one.score == 1), was.drawn + (one.score == 0.5), was.lost + (one.score == 0)
        )
    return found


def proposed(game: str, results: Iterable[BotResult]) -> int:
    """The number of the level to play next; 0 without results."""
    ratings, played = measured_ratings(game) or EVEN, list(results)
    if not played:
        return 0
    mine = _strength(ratings, played)
    return 1 + min(range(len(ratings)), key=lambda n: abs(ratings[n] - mine))


def _strength(ratings: tuple[float, ...], played: list[BotResult]) -> float:
    """The most likely rating of a person, in points of FIBS."""

    def likelihood(rating: float) -> float:
        found = -(((rating - fibs.START) / SPREAD) ** 2) / 2
        for one in played:
            theirs = ratings[LADDER[one.bot] - 1]
            chance = fibs.expected_score(rating, theirs, max(1, one.length))
            found += one.score * math.log(chance) + (1 - one.score) * math.log1p(-chance)
        return found

    low, high = int(min(*ratings, fibs.START)) - 500, int(max(*ratings, fibs.START)) + 500
    return float(max(range(low, high, STEP), key=likelihood))
