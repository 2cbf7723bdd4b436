"""Bots before the first roll: whether each of them has what it needs to play."""

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
    """A bot that plays by networks; importing its class would import Numba."""

    def network(self, rules: Rules) -> object:
        """The network for a game."""
        ...


def require_ready(setting: Setting, seats: Collection[Player] = tuple(Player)) -> None:
    """Refuse a bot of these seats that cannot play what the table plays.

    Raises:
        NardyError: there is no such bot, a network is missing, a program does not start or
            cannot be told the game.
    """
    games = rotation_of(setting)
    for player in seats:
        # Whatever its seed, it needs the same.
        bot = bot_of(setting.seat(player), None)
        if bot:
            require_able(bot, games)


def require_able(bot: Bot, games: Sequence[Rules]) -> None:
    """Let a bot load its networks for all of these games, or start its program for them.

    Raises:
        NardyError: it cannot; the message says why.
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
    """What stands behind 'nardy:' and is no file may be a level that is misspelt."""
    file = getattr(bot, "file", None)
    if file is None or file.suffix:
        return ""
    return f"; the levels are {', '.join(LEVEL_NAMES)}"
