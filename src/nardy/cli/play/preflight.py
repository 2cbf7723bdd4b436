"""Checks before the first roll: each bot can play the games."""

from collections.abc import Collection, Sequence
from typing import Protocol, runtime_checkable

from nardy.bots.bot import Bot
from nardy.bots.registry import LEVEL_NAMES
from nardy.bots.ubgi.external import UbgiBot
from nardy.cli.play.saving import Setting
from nardy.cli.play.table import bot_of, rotation_of
from nardy.core.player import Player
from nardy.core.rules import Rules
from nardy.errors import NardyError


@runtime_checkable
class _HasNetworks(Protocol):
    """A bot with networks; a protocol, since importing its class would import Numba."""

    def network(self, rules: Rules) -> object:
        """The network for a game."""
        ...


def require_ready(setting: Setting, seats: Collection[Player] = tuple(Player)) -> None:
    """Refuse a bot in these seats that cannot play the games of the setting.

    Raises:
        NardyError: there is no such bot, a network is missing, or a program does not start or
            does not accept the game.
    """
    games = rotation_of(setting)
    for player in seats:
        # The requirements do not depend on the seed.
        bot = bot_of(setting.seat(player), None)
        if bot:
            require_able(bot, games)


def require_able(bot: Bot, games: Sequence[Rules]) -> None:
    """Load the networks of a bot for all of these games, or start its program.

    Raises:
        NardyError: the bot cannot play one of the games; the message says why.
    """
    if isinstance(bot, UbgiBot):
        bot.check(games)
    elif isinstance(bot, _HasNetworks):
        for rules in games:
            try:
                bot.network(rules)
            except NardyError as error:
                raise type(error)(f"{error}{_levels(bot)}") from None


def _levels(bot: object) -> str:
    """Suggest the levels if the text after 'nardy:' may be a misspelt level."""
    file = getattr(bot, "file", None)
    if file is None or file.suffix:
        return ""
    return f"; the levels are {', '.join(LEVEL_NAMES)}"
