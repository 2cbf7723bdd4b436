"""Paces: classes of time controls, each with its own ratings."""

from functools import lru_cache
from typing import Literal, get_args

from nardy.core.clock import Control

Pace = Literal["bullet", "blitz", "rapid", "classical", "correspondence"]
PACES: tuple[Pace, ...] = get_args(Pace)
TURNS = 30
"""Turns per player that a game is assumed to take."""
MOST_SECONDS: dict[Pace, int] = {"bullet": 150, "blitz": 360, "rapid": 1200}
"""Upper limits, in seconds per player and game; beyond them is classical, unless it is correspondence."""


def seconds_a_game(control: Control, length: int) -> float:
    """Thinking time per player and game, in seconds: a share of the clock, plus increments for 30 turns.

    A match clock is divided by the match length, as in US backgammon: 2 minutes a point.

    >>> seconds_a_game(Control.parse("600d12"), 5)
    480.0
    """
    return control.base / max(1, length) + TURNS * (control.increment + control.delay)


@lru_cache(maxsize=1_000)
def pace_of(clock: str | None, length: int = 0) -> Pace | None:
    """The pace of a time control; None without a clock.

    >>> pace_of("120+3"), pace_of("600+8"), pace_of("259200+0"), pace_of("259200+86400")
    ('blitz', 'rapid', 'classical', 'correspondence')
    """
    if not clock:
        return None
    control = Control.parse(clock)
    if control.is_correspondence:
        return "correspondence"
    seconds = seconds_a_game(control, length)
    for pace, most in MOST_SECONDS.items():
        if seconds < most:
            return pace
    return "classical"
