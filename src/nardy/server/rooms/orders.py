"""Requests for new rooms."""

from dataclasses import dataclass

from nardy.server.store.log import CASUAL, Terms


@dataclass(frozen=True, kw_only=True)
class NewRoom:
    """Games, length, seats and terms of a new room."""

    games: tuple[str, ...]
    length: int = 0
    white: str | None = None
    black: str | None = None
    terms: Terms = CASUAL
    room: str = ""
    """The id of the room, if it was announced before; otherwise a new one is generated."""
