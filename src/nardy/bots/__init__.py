"""Bots: programs that choose turns and answer offers, always legally.

>>> from nardy.core.game import Game
>>> from nardy.games import BACKGAMMON
>>> game = Game(BACKGAMMON, seed=3)
>>> game.open(white=4, black=2)
RolledOff(white=4, black=2)
>>> str(game.play(load_bot("baseline").choose_turn(game.situation)))
'8/4 6/4'
"""

from nardy.bots.bot import Bot
from nardy.bots.registry import BOTS, load_bot

__all__ = ["BOTS", "Bot", "load_bot"]
