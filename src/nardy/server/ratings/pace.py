"""How fast a game is played: the classes in which ratings are kept, by the time that it takes."""

from functools import lru_cache
from typing import Literal, get_args

from nardy.core.clock import Control

Pace = Literal["bullet", "blitz", "rapid", "classical", "correspondence"]
PACES: tuple[Pace, ...] = get_args(Pace)
TURNS = 30
"""How many turns a game is taken to last for a player."""
MOST_SECONDS: dict[Pace, int] = {"bullet": 150, "blitz": 360, "rapid": 1200, "classical": 12 * 3600}
"""What a player has for one game, below which it is of that class."""


def seconds_a_game(control: Control, length: int) -> float:
    """What a player may think in one game: his share of the clock, and what 30 turns add.

    The clock of a match is shared by its points, as in US backgammon: 2 minutes a point.

    >>> seconds_a_game(Control.parse("600d12"), 5)
    480.0
    """
    return control.base / max(1, length) + TURNS * (control.increment + control.delay)


@lru_cache(maxsize=1_000)
def pace_of(clock: str | None, length: int = 0) -> Pace | None:
    """The class of a clock; None where there is none.

    >>> pace_of("120+3"), pace_of("600+8"), pace_of("259200+86400")
    ('blitz', 'rapid', 'correspondence')
    """
    if not clock:
        return None
    seconds = seconds_a_game(Control.parse(clock), length)
    for pace, most in MOST_SECONDS.items():
        if seconds < most:
            return pace
    return "correspondence"
