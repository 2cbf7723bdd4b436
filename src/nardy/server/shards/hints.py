"""Hints between the processes of a club: something that others may have in memory has changed.

A hint may be lost. Nothing is decided by one: whoever misses it shows a name, a rating or a list that is a moment
older, and reads anew when the connection for hints comes back.
"""

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable, Generator

from nardy.server.store.database.postgresql.notifications import Notifications

CHANNEL = "nardy_hints"
_log = logging.getLogger(__name__)


class Hints:
    """Tells the other processes, and hears them."""

    def __init__(self, notifications: Notifications) -> None:
        self._notifications = notifications
        self._me = secrets.token_hex(4)
        self._handlers: dict[str, Callable[[str], None]] = {}
        self._anew: list[Callable[[], None]] = []
        self._is_hearing = False

    def on(self, kind: str, heard: Callable[[str], None]) -> None:
        """Call *heard* in the event loop with what other processes tell of this kind."""
        self._handlers[kind] = heard

    def on_anew(self, forget: Callable[[], None]) -> None:
        """Call *forget* in the event loop when hints may have been lost."""
        self._anew.append(forget)

    def tell(self, kind: str, what: str = "") -> None:
        """Tell the others, unless it is what one of them has just told."""
        if not self._is_hearing:
            self._notifications.tell(CHANNEL, f"{self._me} {kind} {what}")

    @contextlib.contextmanager
    def hearing(self) -> Generator[None]:
        """Hear until the end."""
        loop = asyncio.get_running_loop()

        def soon(function: Callable[..., None], *of: str) -> None:
            # The loop may end before the thread that hears.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(function, *of)

        end = self._notifications.hear(
            CHANNEL, lambda text: soon(self._hear, text), lambda: soon(self._forget)
        )
        try:
            yield
        finally:
            end()

    def _hear(self, text: str) -> None:
        sender, kind, what = text.split(" ", 2)
        handler = self._handlers.get(kind)
        # A newer version may tell of something that this one does not know.
        if sender != self._me and handler is not None:
            self._run(handler, what)

    def _forget(self) -> None:
        for function in self._anew:
            self._run(function)

    def _run(self, function: Callable[..., None], *of: str) -> None:
        self._is_hearing = True
        try:
            function(*of)
        except Exception:  # noqa: BLE001 (the others must be heard)
            _log.exception("a hint was not understood")
        finally:
            self._is_hearing = False
