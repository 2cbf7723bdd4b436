"""Bots that travel by name arrive with the same network, or not at all."""

import pickle
from pathlib import Path

import numpy as np
import pytest

from nardy.bots.named import NamedBot
from nardy.bots.neural import NeuralBot
from nardy.bots.registry import UnknownBotError, load_bot
from nardy.evaluation.network import weights
from nardy.evaluation.network.network import Network
from nardy.evaluation.network.weights import WeightsError
from nardy.games import find_game


def test_a_bot_arrives_with_its_network() -> None:
    rules = find_game("hypergammon")
    bot = load_bot("nardy:1")
    assert isinstance(bot, NeuralBot)
    sent = pickle.dumps(NamedBot.of(bot, rules))
    assert len(sent) < 300
    arrived = pickle.loads(sent).load(rules)  # noqa: S301 (made here)
    assert arrived.name == bot.name
    assert (arrived.network(rules).flat == bot.network(rules).flat).all()


def test_another_network_of_the_same_name_is_refused() -> None:
    sent = NamedBot("nardy:1", "0123456789abcdef")
    with pytest.raises(WeightsError, match="copy the same file to the same place on every machine"):
        sent.load(find_game("hypergammon"))


def test_a_bot_without_a_network_is_refused() -> None:
    with pytest.raises(UnknownBotError, match="expected a bot with a network, got 'random'"):
        NamedBot("random", "").load(find_game("hypergammon"))


def test_a_network_that_was_trained_again_arrives_in_the_same_process(tmp_path: Path) -> None:
    rules, path = find_game("hypergammon"), tmp_path / "own.npz"
    arrived = list[NeuralBot]()
    for seed in (1, 2):
        weights.save(Network.random(rules, 4, 3, seed), {}, path)
        arrived.append(NamedBot.of(NeuralBot(0, path), rules).load(rules))
    one, other = (bot.network(rules).flat for bot in arrived)
    assert not np.array_equal(one, other)
