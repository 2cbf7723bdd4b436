"""A bot in an exam: one that fails is charged for the worst answer, and not asked for ever."""

from collections.abc import Callable
from typing import TypeVar

from nardy.bots.bot import Bot
from nardy.bots.ubgi.process import ExternalBotError
from nardy.errors import IllegalTurnError

MOST_FAILURES = 3
"""After so many failures in a row a bot is not asked any more: each may take a minute."""
Answer = TypeVar("Answer")


class AskedBot:
    """A bot, and how often it gave no legal answer."""

    def __init__(self, bot: Bot) -> None:
        self.failed = 0
        self._bot = bot
        self._in_a_row = 0

    def answer(self, ask: Callable[[Bot], Answer]) -> Answer | None:
        """What the bot answers; None if it fails, or is not asked any more."""
        if self._in_a_row < MOST_FAILURES:
            try:
                found = ask(self._bot)
            except (ExternalBotError, IllegalTurnError):
                self._in_a_row += 1
            else:
                self._in_a_row = 0
                return found
        self.failed += 1
        return None
