"""Deadlines and limits for HTTP connections until they become WebSockets.

uvicorn waits forever for the rest of a request, and for a client that does not read its answer. Many such
connections would use up the file descriptors of the process, which the database needs too.
"""

import asyncio
import contextlib
import functools
from collections import Counter
from collections.abc import Container

from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from nardy.server.rate_limits import network_of

HEADER_SECONDS = 10.0
"""Time to receive all headers, from the connection or from the first byte of a later request."""
BODY_SECONDS = 30.0
"""Time to receive the body after the headers: 20,000 bytes at 6 kbit/s."""
READ_SECONDS = 30.0
"""Time for which a client may leave an answer unread."""
MOST_PLAIN = 200
"""HTTP connections of one address, without WebSockets; a browser opens six and keeps them for 5 s."""
SPARE = 100
"""File descriptors reserved for the database, files and new WebSockets."""
_PLAIN = b"content-type: text/plain; charset=utf-8\r\nconnection: close\r\ncontent-length: "


def _answer(status: str, text: str) -> bytes:
    body = text.encode()
    return b"HTTP/1.1 %b\r\n%b%d\r\n\r\n%b" % (status.encode(), _PLAIN, len(body), body)


TOO_MANY = _answer(
    "429 Too Many Requests",
    f"expected at most {MOST_PLAIN} connections from one address; close some and try again\n",
)
TOO_SLOW = _answer(
    "408 Request Timeout",
    f"expected a whole request within {HEADER_SECONDS:.0f} s; send it again\n",
)


class ConnectionLimit:
    """Counts the open connections of each address."""

    def __init__(self, trusted: Container[str], most: int | None = None) -> None:
        """Limit each address except the *trusted* ones, which are proxies, and all together to *most*."""
        self._trusted = trusted
        self._most = most
        self._open: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count a new connection of an address; False if there are too many."""
        network = network_of(address)
        is_full = self._most is not None and self._open.total() >= self._most
        if is_full or (address not in self._trusted and self._open[network] >= MOST_PLAIN):
            return False
        self._open[network] += 1
        return True

    def leave(self, address: str) -> None:
        network = network_of(address)
        self._open[network] -= 1
        if not self._open[network]:
            del self._open[network]

    @property
    def count(self) -> int:
        """Number of open connections."""
        return self._open.total()


class GuardedHttp(HttpToolsProtocol):
    """uvicorn's HTTP protocol with deadlines, and without reference cycles of closed connections."""

    guard: ConnectionLimit
    _deadline: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _running: RequestResponseCycle | None = None
    """The request being answered; `cycle` is the last one received."""
    _address: str | None = None
    """The address under which the connection is counted, or None."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the deadline of the headers, or close the connection if there are too many."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if self.guard.enter(address):
            self._address = address
            self._set_deadline(HEADER_SECONDS)
        else:
            transport.write(TOO_MANY)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Also disconnect the request being answered: uvicorn does so only with the last one received."""
        super().connection_lost(exc)
        if self._running is not None and not self._running.response_complete:
            self._running.disconnected = True
            self._running.message_event.set()
        self._running = None
        self._release()

    def data_received(self, data: bytes) -> None:
        """Start a new deadline with the first byte of another request."""
        if self._deadline is None and not self._is_answering:
            self._set_deadline(HEADER_SECONDS)
        super().data_received(data)

    def on_headers_complete(self) -> None:
        """Start the deadline of the body."""
        super().on_headers_complete()
        self._set_deadline(BODY_SECONDS)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._clear_deadline()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def handle_websocket_upgrade(self) -> None:
        """Stop counting: another protocol has the transport from here on."""
        super().handle_websocket_upgrade()
        self._release()
        # Parser and protocol refer to each other: only a full garbage collection would free them.
        self.parser = None  # type: ignore[assignment]

    def pause_writing(self) -> None:
        """Start the deadline for reading the answer: the client has stopped reading."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(READ_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._clear_unread()

    def timeout_keep_alive_handler(self) -> None:
        """Close the idle connection, with a deadline for reading the last answer."""
        super().timeout_keep_alive_handler()
        if self._unread is None:
            self._unread = self.loop.call_later(READ_SECONDS, self.transport.abort)

    def _time_out(self) -> None:
        """End the connection at its deadline; answer 408 unless another answer is being written."""
        self._clear_deadline()
        if self._is_answering:
            self.transport.abort()
        else:
            self.transport.write(TOO_SLOW)
            self.transport.close()

    @property
    def _is_answering(self) -> bool:
        """Whether a request is being answered; uvicorn has no cycle before the first request."""
        return bool(self.cycle) and not self.cycle.response_complete

    def _set_deadline(self, seconds: float) -> None:
        self._clear_deadline()
        self._deadline = self.loop.call_later(seconds, self._time_out)

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _clear_unread(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _release(self) -> None:
        self._clear_deadline()
        self._clear_unread()
        if self._address is not None:
            self.guard.leave(self._address)
            self._address = None


def guarded(guard: ConnectionLimit) -> type[GuardedHttp]:
    """A protocol class with this guard; uvicorn instantiates it for each connection."""
    return type("GuardedHttp", (GuardedHttp,), {"guard": guard})


@functools.cache
def most_open() -> int | None:
    """Raise the limit of open descriptors as far as allowed; returns the connections it leaves room for.

    None if the system has no such limit.
    """
    try:
        import resource  # noqa: PLC0415 (Windows has none)
    except ImportError:  # pragma: no cover
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # macOS reports no hard limit but refuses to set one that high.
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return None if soft == resource.RLIM_INFINITY else max(SPARE, soft - SPARE)
