"""Hints that a room has changed. Who is told reads the room: a lost hint costs time, nothing else."""

from collections import defaultdict
from collections.abc import Callable

Listener = Callable[[str], None]


class Bus:
    """In this process. A bus between processes has the same three verbs."""

    def __init__(self) -> None:
        """Nobody listens yet."""
        self._listeners: defaultdict[str, dict[Listener, None]] = defaultdict(dict)

    def subscribe(self, room: str, listener: Listener) -> None:
        """Tell *listener* whenever this room changes; it must not block."""
        self._listeners[room][listener] = None

    def unsubscribe(self, room: str, listener: Listener) -> None:
        """Tell it no more."""
        listeners = self._listeners.get(room, {})
        listeners.pop(listener, None)
        if not listeners:
            self._listeners.pop(room, None)

    def publish(self, room: str) -> None:
        """Hint that a room has changed."""
        for listener in list(self._listeners.get(room, ())):
            listener(room)

    def count(self, room: str) -> int:
        """How many listen to a room."""
        return len(self._listeners.get(room, ()))
