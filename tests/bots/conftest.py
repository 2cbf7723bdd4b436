"""Fixtures for tests of bots."""

import pytest
from tests.bots.networks import BotOf

from nardy.bots.neural import NeuralBot
from nardy.core.rules import Rules
from nardy.evaluation.network import weights
from nardy.evaluation.network.network import Network


@pytest.fixture(scope="module")
def bot_of(tmp_path_factory: pytest.TempPathFactory) -> BotOf:
    """Bots with networks from files of their own; by default they know nothing."""
    folder = tmp_path_factory.mktemp("weights")

    def make(rules: Rules, network: Network | None = None, plies: int = 0) -> NeuralBot:
        chosen = network or Network.random(rules.published, 8, 8, 1)
        path = folder / f"{len(list(folder.iterdir()))}.npz"
        weights.save(chosen, {}, path)
        return NeuralBot(plies, file=path)

    return make
