"""The networks that come with nardy, one for each game."""

from functools import lru_cache

from nardy.core.rules import Rules
from nardy.data import weights_file
from nardy.evaluation.network import Network
from nardy.evaluation.weights import Manifest, WeightsError, loads


@lru_cache(maxsize=32)
def shipped(rules: Rules) -> tuple[Network, Manifest]:
    """The network of a game and its manifest; the readings of a game share one.

    Raises:
        WeightsError: none comes with this game.
    """
    published = rules.published
    file = weights_file(published.id)
    if not file.is_file():
        raise WeightsError(
            f"expected a network for {published.id}, and none comes with nardy; "
            f"train one with 'nardy train {published.id}', or play against 'baseline'"
        )
    return loads(file.read_bytes(), published, f"nardy's own {published.id}.npz")
