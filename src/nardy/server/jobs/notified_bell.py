"""Wake-ups between processes on one database of PostgreSQL, on any machines: its notifications, which may be lost."""

import secrets
import threading
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from nardy.server.store.database.postgresql.notifications import Notifications

CHANNEL = "nardy_bells"
MOST_TOGETHER = 300
"""Addresses of one notification, which takes 8,000 bytes."""
_ID_BYTES = 9


class NotifiedBell:
    """As `Bell`, rung by a notification that names its address; it also rings when one may have been lost."""

    poll_seconds = 0.5
    """As `Bell.poll_seconds`. Notifications come unless their connection is lost, and then the bell rings."""

    def __init__(
        self, notifications: "Notifications", hear: Callable[[], None] = lambda: None
    ) -> None:
        """*hear* is called at each ring, in another thread."""
        self.address = secrets.token_urlsafe(_ID_BYTES)
        self._hear, self._rung = hear, threading.Event()
        self._end = notifications.hear(CHANNEL, self._notified, self.wake)

    def wait(self, seconds: float) -> bool:
        """Wait until it is rung, at most so long; returns whether it was."""
        self._rung.wait(seconds)
        return self.has_rung()

    def has_rung(self) -> bool:
        """Whether it was rung since the last question."""
        if not self._rung.is_set():
            return False
        self._rung.clear()
        return True

    def wake(self) -> None:
        """Ring this bell; any thread of its own process may."""
        self._rung.set()
        self._hear()

    def close(self) -> None:
        self._end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _notified(self, addresses: str) -> None:
        if self.address in addresses.split():
            self.wake()


class NotifyingRinger:
    """As `Ringer`: rings bells of all processes on a database."""

    def __init__(self, notifications: "Notifications") -> None:
        self._notifications = notifications

    def ring(self, addresses: Collection[str]) -> None:
        """Ring these bells, by one notification; an address of nobody is passed over."""
        order = sorted(filter(None, addresses))
        for first in range(0, len(order), MOST_TOGETHER):
            self._notifications.tell(CHANNEL, " ".join(order[first : first + MOST_TOGETHER]))
