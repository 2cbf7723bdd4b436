"""Plots of reviews and ratings by matplotlib: the extra `plot`.

Equities, luck and losses are points for a cube of 1; in a match 1 is a single won at the score.
Equities are White's. Every plot is drawn on matplotlib axes, and returns them. The numbers of the plots
need no matplotlib:

>>> from nardy import BACKGAMMON, Game
>>> from nardy.analysis import review
>>> from nardy.bots import NeuralBot
>>> from nardy.plots import equity_points
>>> game = Game(BACKGAMMON)
>>> opening, turn = game.open(white=3, black=1), game.play("24/20")
>>> [point] = equity_points(review(game, bot=NeuralBot(plies=0)))
>>> point.number, point.turn, point.equity < 0, point.grade
(1, '24/20', True, 'blunder')
"""

from nardy.plots.charts import plot_equity, plot_luck_and_errors, plot_ratings
from nardy.plots.series import EquityPoint, PlayerTotals, RatingPoint, equity_points, player_totals

__all__ = [
    "EquityPoint",
    "PlayerTotals",
    "RatingPoint",
    "equity_points",
    "player_totals",
    "plot_equity",
    "plot_luck_and_errors",
    "plot_ratings",
]
