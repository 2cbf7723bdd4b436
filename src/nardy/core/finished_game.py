"""Finished games of a match that are known by their events: they are replayed only when more is asked for."""

from collections.abc import Callable, Sequence
from typing import Any, Self

from nardy.core.events import Event
from nardy.core.game import Game
from nardy.core.replay import first_event, first_situation
from nardy.core.rules import Rules
from nardy.core.situation import Situation


class FinishedGame(Game):
    """A finished game, of which a long match has many and hardly needs any again."""

    begun: Situation
    """The situation at its start."""

    def __init__(self, events: Sequence[Event], find: Callable[[str], Rules]) -> None:
        """*find* maps the text in the first event to its rules.

        Raises:
            EventsError: the first event begins no game.
        """
        # The constructor of a game would begin another one; what it sets is replayed by `__getattr__`.
        self._find, self._first = find, first_event(events)
        self._events = list(events)

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return type(self)(self._events, self._find)

    def __getattr__(self, name: str) -> Any:
        """Read the start or replay the events, and return an attribute that this sets.

        Raises:
            NardyError: the first event or the events describe no game.
        """
        if name in _READ:
            self.begun = first_situation(self._first, self._find)
            self.rules = self.begun.rules
            return self.__dict__[name]
        if name not in _REPLAYED:
            raise AttributeError(f"a game has no {name}")
        game = Game.from_events(self._events, self._find, trusted=True)
        self.__dict__.update({one: getattr(game, one) for one in _REPLAYED})
        return self.__dict__[name]


_READ = ("begun", "rules")
# The kept events are among the events themselves: who writes files finds them there by identity.
_REPLAYED = ("dice", "_situation", "_events", "_kept", "_draft", "_legal_turns", "_has_doubled")
