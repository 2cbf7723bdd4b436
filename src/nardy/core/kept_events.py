"""The events of a game that are not taken back.

A turn that is taken back stays in the log, followed by `TakenBack`; the game goes on from before it, with the
same dice. So a replay needs the situation before every event that still counts.
"""

import itertools
from collections.abc import Iterable

from nardy.core.events import Acted, Event, Played, Resigned, TakenBack
from nardy.core.player import Player
from nardy.core.situation import Situation
from nardy.errors import EventsError, NardyError


class KeptEvents:
    """The events that led to the present situation, each with the situation before it."""

    def __init__(self, first: Event, after: Iterable[tuple[Event, Situation]] = ()) -> None:
        self._first = first
        self._after = list(after)

    def copy(self) -> "KeptEvents":
        return KeptEvents(self._first, self._after)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events in order, the start of the game first."""
        return self._first, *(event for event, _ in self._after)

    @property
    def resigned(self) -> tuple[str, ...]:
        """The sizes at which a player offered to resign in this turn, the latest first."""
        turn = itertools.takewhile(
            lambda event: not isinstance(event, Played),
            (event for event, _ in reversed(self._after)),
        )
        return tuple(event.size for event in turn if isinstance(event, Resigned))

    def add(self, event: Event, before: Situation) -> None:
        self._after.append((event, before))

    def has_exploded(self, player: Player) -> bool:
        """Whether a player has exploded the bomb since the last turn."""
        for event, _ in reversed(self._after):
            if isinstance(event, Played):
                return False
            if event == Acted(player.value, "bomb"):
                return True
        return False

    def take_back(self, player: Player) -> TakenBack:
        """The event that takes back a player's last turn; a turn without moves is none.

        Raises:
            NardyError: the player has not moved in this game.
        """
        turns = [
            number
            for number, (event, _) in enumerate(self._after)
            if isinstance(event, Played) and event.player == player.value and event.moves
        ]
        if not turns:
            raise NardyError(f"expected a turn of {player.value} to take back, got none")
        return TakenBack(player.value, len(self._after) - turns[-1])

    def undo(self, event: TakenBack) -> Situation:
        """Drop what was taken back; the situation before it.

        Raises:
            EventsError: the event does not begin at a turn of its player.
        """
        found = len(self._after) - event.events
        last, before = self._after[found] if 0 <= found < len(self._after) else (None, None)
        if before is None or not isinstance(last, Played) or last.player != event.player:
            raise EventsError(f"expected a turn of {event.player} to take back, got {last!r:.80}")
        del self._after[found:]
        return before
