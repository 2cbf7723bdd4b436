"""Hints that a room has changed. Who is told reads the room: a lost hint costs time, nothing else."""

from collections import Counter, defaultdict
from collections.abc import Callable

Listener = Callable[[str], None]


class Bus:
    """In this process. A bus between processes has the same three verbs."""

    def __init__(self) -> None:
        """Nobody listens yet."""
        self._listeners: defaultdict[str, dict[Listener, None]] = defaultdict(dict)
        self._hints: Counter[str] = Counter()

    def subscribe(self, room: str, listener: Listener) -> None:
        """Tell *listener* whenever this room changes; it must not block."""
        self._listeners[room][listener] = None

    def unsubscribe(self, room: str, listener: Listener) -> None:
        """Tell it no more."""
        listeners = self._listeners.get(room, {})
        listeners.pop(listener, None)
        if not listeners:
            self._listeners.pop(room, None)
            self._hints.pop(room, None)

    def publish(self, room: str) -> None:
        """Hint that a room has changed."""
        if room in self._listeners:
            self._hints[room] += 1
        for listener in list(self._listeners.get(room, ())):
            listener(room)

    def hints(self, room: str) -> int:
        """How many hints those have had who listen to a room: as long as it is the same, so is it."""
        return self._hints[room]

    def count(self, room: str) -> int:
        """How many listen to a room."""
        return len(self._listeners.get(room, ()))
