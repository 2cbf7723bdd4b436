"""Networks and bots for tests of `NeuralBot`."""

from collections.abc import Callable

import numpy as np

from nardy.bots.neural import NeuralBot
from nardy.evaluation.network.network import Network
from nardy.games import GAMES

BotOf = Callable[..., NeuralBot]


def expecting(game: str, chances: dict[int, float]) -> Network:
    """A network that expects these outcomes of whoever rolls next, wherever the checkers are."""
    network = Network.random(GAMES[game], 8, 8, 1)
    network.flat[:] = 0
    bias = network.views["last_bias"]
    bias[:] = -20
    for outcome, chance in chances.items():
        bias[outcome] = np.log(chance)
    return network
