"""nardy: all games of the backgammon family.

>>> import nardy
>>> game = nardy.Game(nardy.LONG_NARDY, seed=7)
>>> game.roll()
Roll(high=6, low=4)
>>> [str(turn) for turn in game.legal_turns]
['24/14']
>>> str(game.play("24/14"))
'24/14'
>>> print(game)
long-nardy b 24:14,14:1 24:15

Everything below `Game` is seen by the player who must act, in that player's numbering: checkers move
from 24 to 1, the bar is 25, off is 0.
"""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from nardy.core import engine, pictures
from nardy.core.canonical import legal_turns
from nardy.core.cube import Cube, Owner
from nardy.core.dice import Dice, Roll
from nardy.core.draft import Draft
from nardy.core.game import Game
from nardy.core.judge import judge
from nardy.core.match import Match
from nardy.core.player import Player
from nardy.core.position import Position
from nardy.core.rules import Rules
from nardy.core.situation import Phase, Result, Situation
from nardy.core.turn import Move, Turn
from nardy.errors import (
    AmbiguousTurn,
    IllegalActError,
    IllegalTurnError,
    MissingExtraError,
    NardyError,
    NotationError,
    PositionError,
    RulesError,
    UnknownGameError,
)
from nardy.games import (
    BACKGAMMON,
    FEVGA,
    GAMES,
    HYPERGAMMON,
    LONG_NARDY,
    PLAKOTO,
    find_game,
)
from nardy.version import __version__ as __version__

if TYPE_CHECKING:
    from nardy.analysis.evaluations import Evaluations
    from nardy.bots.neural import NeuralBot

__all__ = [
    "BACKGAMMON",
    "FEVGA",
    "GAMES",
    "HYPERGAMMON",
    "LONG_NARDY",
    "PLAKOTO",
    "AmbiguousTurn",
    "Cube",
    "Dice",
    "Draft",
    "Game",
    "IllegalActError",
    "IllegalTurnError",
    "Match",
    "Move",
    "NardyError",
    "NotationError",
    "Owner",
    "Phase",
    "Player",
    "Position",
    "PositionError",
    "Result",
    "Roll",
    "Rules",
    "RulesError",
    "Situation",
    "Turn",
    "UnknownGameError",
    "evaluate_many",
    "find_game",
    "judge",
    "legal_turns",
]


def evaluate_many(
    rules: Rules, positions: Sequence[Position], bot: "NeuralBot | None" = None
) -> "Evaluations":
    """Evaluate positions before a roll, each for the player on roll, cubeless in points.

    The network answers without look-ahead; bear-off races come from exact tables. The result has
    `chances` float32[n, outcomes], `equities` float32[n] and `wins` float32[n]; each item is an
    evaluation with named chances.

    >>> found = evaluate_many(BACKGAMMON, [BACKGAMMON.start])
    >>> found.chances.shape, found[0].probabilities.win > 0.5
    ((1, 6), True)

    Args:
        rules: The game of all positions.
        positions: Each seen by the player on roll.
        bot: Its network values the positions; None is the bundled one.

    Raises:
        MissingExtraError: there is no built kernel, and no Numba to compile one.
        RulesError: a position is impossible in the game: it does not have the number of checkers,
            both players are on one point, or there is a bar where nothing is hit.
        WeightsError: the game has no network.
    """
    from nardy.kernel import is_available  # noqa: PLC0415 (core stays light)

    if not is_available():
        raise MissingExtraError.of("a compiled kernel to evaluate positions", "compile")
    from nardy.analysis import evaluations  # noqa: PLC0415 (imports NumPy)

    return evaluations.evaluate_many(rules, positions, bot)


def _draw(situation: Situation) -> str:
    from nardy import render  # noqa: PLC0415 (core stays light, and render is above it)

    return render.svg(situation)


def _load_engine() -> engine.Engine | None:
    """The compiled kernel; None where there is none."""
    from nardy.kernel import compile_missing, is_available  # noqa: PLC0415 (core stays light)

    if not is_available():
        return None
    compile_missing()
    from nardy.search.fast_turns import KernelEngine  # noqa: PLC0415 (imports NumPy)

    return KernelEngine()


if os.environ.get("NARDY_ENGINE", "").casefold() != "off":
    engine.offer(_load_engine)

pictures.offer(_draw)
