"""The networks that come with nardy."""

from functools import lru_cache

from nardy.core.rules import Rules
from nardy.data import weights_file
from nardy.evaluation.network.network import Network
from nardy.evaluation.network.related_games import network_game
from nardy.evaluation.network.weights import Manifest, WeightsError, loads
from nardy.games import GAMES


@lru_cache(maxsize=32)
def bundled(rules: Rules) -> tuple[Network, Manifest]:
    """The bundled network of a game and its manifest; variants of a game share one.

    A game without its own, built-in or custom, uses that of its nearest relative (related_games.py).

    Raises:
        WeightsError: nardy has no network for this game or a relative.
    """
    known, name = network_game(rules), rules.published.id
    if known is None:
        order = name if name in GAMES else f"--file YOURS.toml --out {name}.npz"
        raise WeightsError(
            f"expected a network for {name}, and none comes with nardy; train one with "
            f"'nardy train {order}' and name it, nardy:{name}.npz, or play against 'baseline'"
        )
    return _of_game(known)


# A cache of its own, so that variants share not only the file but the network in memory.
@lru_cache(maxsize=32)
def _of_game(known: Rules) -> tuple[Network, Manifest]:
    return loads(weights_file(known.id).read_bytes(), known, f"nardy's own {known.id}.npz")
