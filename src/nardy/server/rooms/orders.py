"""Requests for new rooms."""

from collections.abc import Callable
from dataclasses import dataclass

from nardy.core.game import Game
from nardy.core.match import Match
from nardy.core.rules import Rules
from nardy.core.situation import Situation
from nardy.server.store.log import CASUAL, Terms


@dataclass(frozen=True, kw_only=True)
class NewRoom:
    """Games, length, seats and terms of a new room."""

    games: tuple[str, ...]
    length: int = 0
    white: str | None = None
    black: str | None = None
    terms: Terms = CASUAL
    start: Situation | None = None
    """Where its game begins; None is the start of the game."""
    room: str = ""
    """The id of the room, if it was announced before; otherwise a new one is generated."""

    def begun(self, recall: Callable[[str], Rules]) -> Match:
        """The match of the room at its beginning; *recall* finds the rules of its games."""
        match = Match(tuple(map(recall, self.games)), self.length)
        if self.start is not None:
            match.go_on([Game(self.start.rules, situation=self.start)])
        return match
