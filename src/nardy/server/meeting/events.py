"""What happens between people and may be told to them outside their open pages: e-mail, push."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Challenged:
    """Somebody is challenged to a game. Ids are those of guests, without a prefix."""

    who: str
    """Who is challenged."""
    by: str
    room: str
    """The room with a seat kept for them."""
    games: tuple[str, ...]
    length: int
    clock: str | None
    is_rated: bool


ChallengeListener = Callable[[Challenged], None]


class MeetingEvents:
    """Tells listeners of each event once, when it is on disk."""

    def __init__(self) -> None:
        self._listeners: list[ChallengeListener] = []

    def listen(self, listener: ChallengeListener) -> None:
        """Call *listener* for every event; it must not block."""
        self._listeners.append(listener)

    def challenged(self, event: Challenged) -> None:
        """Tell that somebody is challenged."""
        for listener in self._listeners:
            listener(event)
