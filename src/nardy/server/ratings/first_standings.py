"""The standing of a player before the first rated match.

People begin at the same rating. A level of the ladder of bots begins where its measured results put it: so
many points apart from its neighbours that FIBS's formula expects what each of them scored. The level that
suits a newcomer stands where newcomers begin. Bots with the names that levels had before keep the standings
that they have played for.
"""

import math
from collections.abc import Sequence
from functools import cache

from nardy.search.level_losses import newcomer_level
from nardy.search.level_numbers import NUMBERS, PREFIX
from nardy.search.level_results import STEPS, LevelStep
from nardy.server.ratings import fibs
from nardy.server.ratings.glicko import Strength
from nardy.server.ratings.standing import Standing
from nardy.server.seats import bot_seat

MOST_CERTAIN = 0.99
"""A larger part of games won says little: few games were lost."""
GLICKO_SCALE = 400 / fibs.SCALE
"""Points of Glicko for a point of FIBS in a single game: both give odds of ten to one for a known lead."""
DEVIATION = 60.0
"""Standard deviation of a measured strength on Glicko's scale."""
_LEVELS = {bot_seat(f"nardy:{PREFIX}{number}"): number for number in NUMBERS}


def first_standing(who: str, game: str) -> Standing:
    """The standing of a player without rated matches in a game."""
    number = _LEVELS.get(who)
    ratings = measured_ratings(game)
    if number is None or not ratings:
        return Standing()
    rating = ratings[number - 1]
    start = Strength()
    strength = Strength(
        start.rating + (rating - fibs.START) * GLICKO_SCALE, DEVIATION, start.volatility
    )
    return Standing(rating=rating, peak=rating, strength=strength)


@cache
def measured_ratings(game: str) -> tuple[float, ...]:
    """The ratings of the levels of a game, the weakest first; empty where nothing was measured."""
    steps = STEPS.get(game)
    if not steps:
        return ()
    found = [0.0]
    for part in win_parts(steps):
        found.append(found[-1] + fibs.SCALE * math.log10(part / (1 - part)))
    newcomer = found[int(newcomer_level(game)) - 1]
    return tuple(round(fibs.START + one - newcomer, 1) for one in found)


def win_parts(steps: Sequence[LevelStep]) -> list[float]:
    """The part of the games that each level wins against the one below it.

    Luck is taken out of margins but not of wins, so the wins of one duel are too inexact. All duels of a
    game together tell how many games are won for a point of margin.
    """
    margins = sum(step.games * step.margin for step in steps)
    won = sum(step.games * (step.wins - 0.5) for step in steps) / margins
    return [min(0.5 + won * step.margin, MOST_CERTAIN) for step in steps]
