"""What was asked for last: a cache that does not grow."""

from collections import OrderedDict
from typing import Generic, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")


class Recent(Generic[Key, Value]):
    """The values that were read or written last, at most so many; who wants another reads it anew.

    >>> kept = Recent(2)
    >>> for key in "abc":
    ...     kept[key] = key.upper()
    >>> kept.get("a"), kept.get("b")
    (None, 'B')
    """

    def __init__(self, most: int) -> None:
        """Keep nothing yet, and never more than *most*."""
        self._most = most
        self._values: OrderedDict[Key, Value] = OrderedDict()

    def __len__(self) -> int:
        """How many are kept."""
        return len(self._values)

    def get(self, key: Key) -> Value | None:
        """The value of a key; None where it is not kept."""
        if key in self._values:
            self._values.move_to_end(key)
        return self._values.get(key)

    def __setitem__(self, key: Key, value: Value) -> None:
        """Keep a value, and forget the one that was asked for longest ago if there are too many."""
        self._values[key] = value
        self._values.move_to_end(key)
        if len(self._values) > self._most:
            self._values.popitem(last=False)

    def forget(self, key: Key) -> None:
        """Keep the value of a key no more."""
        self._values.pop(key, None)

    def clear(self) -> None:
        """Keep nothing."""
        self._values.clear()
