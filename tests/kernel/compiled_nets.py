"""Networks as the compiled decisions take them."""

from nardy.bots.neural import NeuralBot
from nardy.core.rules import Rules
from nardy.evaluation.network.bundled_weights import bundled
from nardy.evaluation.network.compiled import compiled_net
from nardy.evaluation.network.exact_first import ExactFirst
from nardy.evaluation.network.network import Floats, Positions
from nardy.kernel.cube_values import CubeStand
from nardy.kernel.valuing import Net


def net_of(rules: Rules, stand: CubeStand | None = None) -> Net:
    """The shipped network of a game, with its move filter; *stand* values positions with the cube."""
    found = compiled_net(bundled(rules)[0], rules)
    return found if stand is None else found._replace(stand=stand)


class OnlyNetwork(ExactFirst):
    """Without the exact tables, which neither the compiled search nor a browser has."""

    def value(self, positions: Positions) -> tuple[Floats, Floats]:
        return self.network.value(positions)


class NetworkBot(NeuralBot):
    """Ranks by its network alone."""

    def evaluator(self, rules: Rules) -> ExactFirst:
        return OnlyNetwork(self.network(rules), rules)
