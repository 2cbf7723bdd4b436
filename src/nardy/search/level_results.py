"""Measured results of the playing levels against each other, by game.

Measured: `python benchmarks/levels.py --no-losses --json src/nardy/data/level-results.json`, each level against
the one below, with the same dice for both and luck removed. docs/guide/bots.md has the numbers of games.
"""

import json
from collections.abc import Mapping
from typing import NamedTuple

from nardy.data import results_file


class LevelStep(NamedTuple):
    """How a level does against the one below it."""

    margin: float
    """Points a game, without luck."""
    error: float
    """The standard error of the margin."""
    wins: float
    """The part of the games that the level wins; a draw is half a win."""
    games: int


STEPS: Mapping[str, tuple[LevelStep, ...]] = {
    game: tuple(LevelStep(*one) for one in steps)
    for game, steps in json.loads(results_file().read_text("utf-8")).items()
}
"""By game id, level 2 against level 1 first."""
