"""Change notifications of rooms: listeners read the room itself, so a lost notification only delays them."""

from collections import Counter, defaultdict
from collections.abc import Callable

Listener = Callable[[str], None]


class Bus:
    """Publish and subscribe within this process."""

    def __init__(self) -> None:
        self._listeners: defaultdict[str, dict[Listener, None]] = defaultdict(dict)
        self._changes: Counter[str] = Counter()

    def subscribe(self, room: str, listener: Listener) -> None:
        """Call *listener* whenever this room changes; it must not block."""
        self._listeners[room][listener] = None

    def unsubscribe(self, room: str, listener: Listener) -> None:
        listeners = self._listeners.get(room, {})
        listeners.pop(listener, None)
        if not listeners:
            self._listeners.pop(room, None)
            self._changes.pop(room, None)

    def publish(self, room: str) -> None:
        """Notify the listeners of a room."""
        # Counted only while somebody listens: rooms that nobody watches leave nothing in memory.
        if room in self._listeners:
            self._changes[room] += 1
        # A copy, since a listener may unsubscribe during its call.
        for listener in list(self._listeners.get(room, ())):
            listener(room)

    def changes(self, room: str) -> int:
        """Number of changes published while somebody listened; equal numbers mean an unchanged room."""
        return self._changes[room]

    def count(self, room: str) -> int:
        """Number of listeners of a room."""
        return len(self._listeners.get(room, ()))
