"""Round-trip time and liveness of a WebSocket, measured by the server's own pings alone."""

import asyncio
import math
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

PING_SECONDS = 5.0
"""Time between a pong and the next ping."""
PONG_SECONDS = 10.0
"""Time to wait for a pong before the connection is closed."""
COUNTED = 3
"""The round-trip time is the minimum of so many pings: a busy moment delays single ones."""
NAME = "nardy.line"
"""The key of the `ConnectionHealth` among the extensions of the ASGI scope."""


class ConnectionHealth:
    """The measurements of one connection; *clock* returns seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._round_trips: deque[float] = deque(maxlen=COUNTED)
        self._heard_at = clock()
        self._is_asked = False
        self.is_left = False
        """Whether the client closed it on purpose, instead of losing the connection."""

    def ask(self) -> None:
        """Note a ping that was sent."""
        self._is_asked = True

    def answer(self, seconds: float) -> None:
        """Note a pong and its round-trip time."""
        self._round_trips.append(seconds)
        self._is_asked = False

    def hear(self) -> None:
        """Note that data was received."""
        self._heard_at = self._clock()

    @property
    def round_trip(self) -> int:
        """Round-trip time in milliseconds; 0 before the first pong."""
        return math.ceil(1000 * min(self._round_trips, default=0.0))

    @property
    def silence(self) -> int:
        """Milliseconds since the last data, while a pong is due; else 0."""
        return math.ceil(1000 * (self._clock() - self._heard_at)) if self._is_asked else 0


def line_of(scope: Mapping[str, object]) -> ConnectionHealth | None:
    """The measurements of a connection; None under another server than `nardy serve`."""
    found = cast("Mapping[str, object]", scope.get("extensions") or {}).get(NAME)
    return found if isinstance(found, ConnectionHealth) else None


class MeasuredWebSocket(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol with a `ConnectionHealth`."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.line = ConnectionHealth(self.loop.time)

    def handle_connect(self, event: Request) -> None:
        """Put the measurements into the scope before the application starts."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][NAME] = self.line  # type: ignore[index]

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            # uvicorn would log an error, as if nobody had answered.
            self.handshake_complete = True

    def data_received(self, data: bytes) -> None:
        self.line.hear()
        super().data_received(data)

    def start_keepalive(self) -> None:
        """Ping at once, so that the round-trip time is known before the first action."""
        self.send_keepalive_ping()

    def send_keepalive_ping(self) -> None:
        super().send_keepalive_ping()
        if self.pending_ping_payload is not None:
            self.line.ask()

    def handle_pong(self, event: Frame) -> None:
        was_asked = self.pending_ping_payload is not None
        super().handle_pong(event)
        if was_asked and self.pending_ping_payload is None:
            self.line.answer(self.last_ping_rtt)

    def handle_close(self, event: Frame) -> None:
        self.line.is_left = True
        super().handle_close(event)

    def keepalive_timeout(self) -> None:
        """Abort the transport too: a client that does not read would keep the send buffer and descriptor."""
        super().keepalive_timeout()
        transport: asyncio.Transport = self.transport
        if transport.get_write_buffer_size():
            transport.abort()
