"""A mapping of bounded size that evicts the least recently used value."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """An LRU cache of at most *most* values.

    >>> kept = Recent(2)
    >>> for key in "abc":
    ...     kept[key] = key.upper()
    >>> kept.get("a"), kept.get("b")
    (None, 'B')
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Key, Value] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Key) -> Value | None:
        """The value of a key, or None."""
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    def __setitem__(self, key: Key, value: Value) -> None:
        self._values[key] = value
        self._values.move_to_end(key)
        if len(self._values) > self._most:
            self._values.popitem(last=False)

    def evict(self, key: Key) -> None:
        self._values.pop(key, None)

    def evict_where(self, is_stale: Callable[[Key], bool]) -> None:
        """Drop the values of all keys that are stale; this looks at every key."""
        for key in [key for key in self._values if is_stale(key)]:
            del self._values[key]

    def clear(self) -> None:
        self._values.clear()
