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


class NotifiedWakeup:
    """As `WakeupSocket`, woken by a notification that names its address; also when one may have been lost."""

    poll_seconds = 0.5
    """As `WakeupSocket.poll_seconds`. Notifications come unless their connection is lost, and that wakes, too."""

    def __init__(
        self, notifications: "Notifications", hear: Callable[[], None] = lambda: None
    ) -> None:
        """*hear* is called at each wake-up, in another thread."""
        self.address = secrets.token_urlsafe(_ID_BYTES)
        self._hear, self._woken = hear, threading.Event()
        self._end = notifications.hear(CHANNEL, self._notified, self.wake)

    def wait(self, seconds: float) -> bool:
        """Wait until it is woken, at most so long; returns whether it was."""
        self._woken.wait(seconds)
        return self.was_woken()

    def was_woken(self) -> bool:
        """Whether a wake-up came since the last call."""
        if not self._woken.is_set():
            return False
        self._woken.clear()
        return True

    def wake(self) -> None:
        """Wake this process; any of its threads may."""
        self._woken.set()
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


class NotifyingSender:
    """As `WakeupSender`, for all processes on a database."""

    def __init__(self, notifications: "Notifications") -> None:
        self._notifications = notifications

    def send(self, addresses: Collection[str]) -> None:
        """Wake these addresses by one notification; one of nobody is passed over."""
        order = sorted(filter(None, addresses))
        for first in range(0, len(order), MOST_TOGETHER):
            self._notifications.tell(CHANNEL, " ".join(order[first : first + MOST_TOGETHER]))
