"""Bots as they travel to other processes: by name, with a hash of the network instead of its weights."""

import hashlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Self

from nardy.bots.neural import NeuralBot
from nardy.bots.registry import UnknownBotError, load_bot
from nardy.core.rules import Rules
from nardy.evaluation.network.weights import WeightsError


@dataclass(frozen=True)
class NamedBot:
    """The name of a bot with a network, and what its network must be."""

    name: str
    digest: str

    @classmethod
    def of(cls, bot: NeuralBot, rules: Rules) -> Self:
        """The name of a bot that plays this game."""
        return cls(bot.name, network_digest(bot, rules))

    def load(self, rules: Rules) -> NeuralBot:
        """The bot; made once in each process.

        Raises:
            WeightsError: its network is another one here.
        """
        return _load(self, rules)


@lru_cache(maxsize=8)
def _load(named: NamedBot, rules: Rules) -> NeuralBot:
    bot = load_bot(named.name)
    if not isinstance(bot, NeuralBot):
        raise UnknownBotError(f"expected a bot with a network, got {named.name!r}")
    found = network_digest(bot, rules)
    if found != named.digest:
        raise WeightsError(
            f"expected the network {named.digest} for {named.name}, got {found} on a worker; copy "
            "the same file to the same place on every machine"
        )
    return bot


def network_digest(bot: NeuralBot, rules: Rules) -> str:
    """A short hash of the network of a bot."""
    return hashlib.sha256(bot.network(rules).flat.tobytes()).hexdigest()[:16]
