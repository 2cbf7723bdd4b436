"""nardy: every backgammon game, played properly.

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

Everything below `Game` is seen by the player on roll, in his own numbering: checkers move
from 24 to 1, the bar is 25, off is 0.
"""

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
from nardy.errors import IllegalActError, IllegalTurnError, NardyError, NotationError
from nardy.games import (
    BACKGAMMON,
    FEVGA,
    GAMES,
    HYPERGAMMON,
    LONG_NARDY,
    PLAKOTO,
    find_game,
)

__version__ = "0.1.0"
__all__ = [
    "BACKGAMMON",
    "FEVGA",
    "GAMES",
    "HYPERGAMMON",
    "LONG_NARDY",
    "PLAKOTO",
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
    "Result",
    "Roll",
    "Rules",
    "Situation",
    "Turn",
    "find_game",
    "judge",
    "legal_turns",
]


def _picture(self: Game | Situation) -> str:
    """The board as SVG, for notebooks; drawn only when it is looked at."""
    from nardy import render  # noqa: PLC0415 (core stays light, and render is above it)

    return render.svg(self)


Game._repr_svg_ = Situation._repr_svg_ = _picture  # type: ignore[attr-defined]
