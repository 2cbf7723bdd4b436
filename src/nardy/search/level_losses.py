"""Measured losses of the playing levels in each game, and the level for a newcomer.

Measured: `python benchmarks/levels.py --no-duels --json-losses src/nardy/data/level-losses.json`; the tables,
the plies and the standard errors are in docs/guide/bots.md.
"""

import json
from collections.abc import Mapping

from nardy.data import losses_file
from nardy.search.level_numbers import NUMBERS

MEASURED = tuple(map(str, NUMBERS[:-1]))
"""Levels of search/ladder.py, the weakest first; the last plays the evaluation itself and loses nothing."""
LOSSES: Mapping[str, tuple[float, ...]] = {
    game: tuple(lost) for game, lost in json.loads(losses_file().read_text("utf-8")).items()
}
"""Points lost for each decision with a choice, by the full network at 1 ply; each level plays itself."""
NEWCOMER = 0.05
"""Points for each decision: twice the start of the weakest band of reviews (analysis/game_review.py)."""


def losses(game: str) -> dict[str, float]:
    """Points that each level loses for each decision, by game id; empty if not measured."""
    return dict(zip(MEASURED, LOSSES.get(game, ()), strict=False))


def newcomer_level(game: str) -> str:
    """The strongest level that loses as much as a newcomer in this game; otherwise the weakest.

    A game without measured losses has the level of backgammon.
    """
    known = losses(game) or losses("backgammon")
    weak = [level for level, lost in known.items() if lost >= NEWCOMER]
    return weak[-1] if weak else MEASURED[0]
