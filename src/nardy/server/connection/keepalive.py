"""One WebSocket's line, measured: how long a message and its answer take, and whether anybody is there.

Only what the server sees counts: a client tells nothing about its own line.
"""

import asyncio
import math
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

PING_SECONDS = 5.0
"""Between an answer and the next ping."""
PONG_SECONDS = 10.0
"""For which an answer is waited; then the line is taken to be lost."""
COUNTED = 3
"""Pings of which the quickest counts: one that met a busy moment says nothing about the line."""
NAME = "nardy.line"
"""The extension of a connection's scope under which it is found."""


class ConnectionHealth:
    """What the server has seen of one connection."""

    def __init__(self, hour: Callable[[], float]) -> None:
        """Nothing has been measured; *hour* tells seconds."""
        self._hour = hour
        self._round_trips: deque[float] = deque(maxlen=COUNTED)
        self._heard_at = hour()
        self._is_asked = False
        self.is_left = False
        """Whether the client has closed it: a page that is left says so, a line that breaks does not."""

    def ask(self) -> None:
        """A ping is on its way."""
        self._is_asked = True

    def answer(self, seconds: float) -> None:
        """It was answered, so long after."""
        self._round_trips.append(seconds)
        self._is_asked = False

    def hear(self) -> None:
        """Something has come."""
        self._heard_at = self._hour()

    @property
    def round_trip(self) -> int:
        """Milliseconds that a message and its answer take; 0 as long as nothing is known."""
        return math.ceil(1000 * min(self._round_trips, default=0.0))

    @property
    def silence(self) -> int:
        """Milliseconds since anything came, while an answer is owed; else 0."""
        return math.ceil(1000 * (self._hour() - self._heard_at)) if self._is_asked else 0


def line_of(scope: Mapping[str, object]) -> ConnectionHealth | None:
    """What is measured of a connection; None where another server than ours serves."""
    found = cast("Mapping[str, object]", scope.get("extensions") or {}).get(NAME)
    return found if isinstance(found, ConnectionHealth) else None


class MeasuredWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's protocol with a `ConnectionHealth`; it asks at once, and lets nobody stay who does not answer."""

    def __init__(self, *args: Any, **more: Any) -> None:
        """Begin to listen."""
        super().__init__(*args, **more)
        self.line = ConnectionHealth(self.loop.time)

    def handle_connect(self, event: Request) -> None:
        """Show the line to the application before it begins."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][NAME] = self.line  # type: ignore[index]

    def data_received(self, data: bytes) -> None:
        """Somebody is there."""
        self.line.hear()
        super().data_received(data)

    def start_keepalive(self) -> None:
        """Ask at once, so that the first act finds the line measured."""
        self.send_keepalive_ping()

    def send_keepalive_ping(self) -> None:
        """Ask."""
        super().send_keepalive_ping()
        if self.pending_ping_payload is not None:
            self.line.ask()

    def handle_pong(self, event: Frame) -> None:
        """Read the answer, if it is one."""
        was_asked = self.pending_ping_payload is not None
        super().handle_pong(event)
        if was_asked and self.pending_ping_payload is None:
            self.line.answer(self.last_ping_rtt)

    def handle_close(self, event: Frame) -> None:
        """The client leaves."""
        self.line.is_left = True
        super().handle_close(event)

    def keepalive_timeout(self) -> None:
        """Nobody answers: who does not read would keep what is still to be sent, and its descriptor."""
        super().keepalive_timeout()
        transport: asyncio.Transport = self.transport
        if transport.get_write_buffer_size():
            transport.abort()
