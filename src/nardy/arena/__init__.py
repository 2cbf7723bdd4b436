"""Matches between bots: mean points with luck taken out, and standard errors.

Points are those of the first player: 1 for a single, more for larger wins, negative for losses. Nobody
doubles. A pair of games has the same dice with the seats swapped, and is one observation.

>>> from nardy import HYPERGAMMON
>>> from nardy.arena import Matchup, mean_and_error, play
>>> found = play(Matchup(rules=HYPERGAMMON, first="baseline", second="random", pairs=16))
>>> mean, error = mean_and_error(found.adjusted)
>>> mean > 0, found.forfeits
(True, ((), ()))
"""

from nardy.arena.duels import Duel, DuelTerms, duel, duel_parts, mean_and_error
from nardy.arena.matchup import Matchup, play, player_of
from nardy.arena.player import ArrayPlayer, BotPlayer, LevelPlayer, NetworkPlayer

__all__ = [
    "ArrayPlayer",
    "BotPlayer",
    "Duel",
    "DuelTerms",
    "LevelPlayer",
    "Matchup",
    "NetworkPlayer",
    "duel",
    "duel_parts",
    "mean_and_error",
    "play",
    "player_of",
]
