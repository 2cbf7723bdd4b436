"""What somebody wants to play, before there is a room for it."""

from dataclasses import dataclass

from nardy.server.store.log import CASUAL, Terms


@dataclass(frozen=True, kw_only=True)
class NewRoom:
    """What somebody wants to play."""

    games: tuple[str, ...]
    length: int = 0
    white: str | None = None
    black: str | None = None
    terms: Terms = CASUAL
    room: str = ""
    """The id of the room, where it was told before; else it gets one of its own."""
