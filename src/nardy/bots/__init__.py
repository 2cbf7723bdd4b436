"""Bots: programs that choose turns and answer offers, always legally.

A bot sees a `Situation` as the player who must act does. Bots with a network need a compiled kernel.

>>> from nardy import BACKGAMMON, Game
>>> from nardy.bots import load_bot
>>> game = Game(BACKGAMMON, seed=3)
>>> game.open(white=4, black=2)
RolledOff(white=4, black=2)
>>> str(game.play(load_bot("baseline").choose_turn(game.situation)))
'8/4 6/4'
"""

from typing import TYPE_CHECKING

from nardy.bots.bot import Bot
from nardy.bots.registry import BOTS, UnknownBotError, load_bot
from nardy.errors import MissingExtraError

if TYPE_CHECKING:
    from nardy.bots.neural import NeuralBot

    __all__ = ["BOTS", "Bot", "NeuralBot", "UnknownBotError", "load_bot"]


def __getattr__(name: str) -> object:
    """Import `NeuralBot` when it is asked for, since it needs a compiled kernel; without one `__all__` lacks it."""
    from nardy.kernel import is_available  # noqa: PLC0415 (only for these names)

    if name == "__all__":
        # Otherwise `from nardy.bots import *` would fail without a kernel.
        optional = ["NeuralBot"] if is_available() else []
        return ["BOTS", "Bot", *optional, "UnknownBotError", "load_bot"]
    if name != "NeuralBot":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    if not is_available():
        raise MissingExtraError.of("a compiled kernel for a bot with a network", "compile")
    from nardy.bots.neural import NeuralBot  # noqa: PLC0415 (imports NumPy)

    return NeuralBot
