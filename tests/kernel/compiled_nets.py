"""Networks as the compiled decisions take them."""

from nardy.core.rules import Rules
from nardy.evaluation.network.bundled_weights import bundled
from nardy.evaluation.network.compiled import compiled_net
from nardy.kernel.cube_values import CubeStand
from nardy.kernel.valuing import Net


def net_of(rules: Rules, stand: CubeStand | None = None) -> Net:
    """The shipped network of a game, with its move filter and its table; *stand* values positions with the cube."""
    found = compiled_net(bundled(rules)[0], rules)
    return found if stand is None else found._replace(stand=stand)
