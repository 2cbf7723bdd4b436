"""Connections over HTTP until they are WebSockets: how long they may take, how many there may be.

uvicorn waits without end for a request that is half sent, and for who does not read its answer. An
address that opens many of those would use up the descriptors of the process, which the database needs too.
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
"""From the connection, or from the first byte of a later request, until all headers are there."""
BODY_SECONDS = 30.0
"""From the headers until the body is there: 20,000 bytes, at 6 kbit/s."""
READ_SECONDS = 30.0
"""For which a client may leave an answer unread."""
MOST_PLAIN = 200
"""Connections of one address that are no WebSockets; a browser opens six, and keeps them 5 s."""
SPARE = 100
"""Descriptors kept for the database, files and WebSockets that are being opened."""
_PLAIN = b"content-type: text/plain; charset=utf-8\r\nconnection: close\r\ncontent-length: "


def _answer(status: str, told: str) -> bytes:
    body = told.encode()
    return b"HTTP/1.1 %b\r\n%b%d\r\n\r\n%b" % (status.encode(), _PLAIN, len(body), body)


TOO_MANY = _answer(
    "429 Too Many Requests",
    f"expected at most {MOST_PLAIN} connections of one address; close some and try again\n",
)
TOO_SLOW = _answer(
    "408 Request Timeout",
    f"expected a whole request within {HEADER_SECONDS:.0f} s; send it again\n",
)


class ConnectionLimit:
    """Counts the open connections of each address."""

    def __init__(self, trusted: Container[str], most: int | None = None) -> None:
        """Trust the addresses of proxies, each of which speaks for many; *most* of all together."""
        self._trusted = trusted
        self._most = most
        self._open: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Count one more of an address; whether there is room for it."""
        network = network_of(address)
        is_full = self._most is not None and self._open.total() >= self._most
        if is_full or (address not in self._trusted and self._open[network] >= MOST_PLAIN):
            return False
        self._open[network] += 1
        return True

    def leave(self, address: str) -> None:
        """Count one less."""
        network = network_of(address)
        self._open[network] -= 1
        if not self._open[network]:
            del self._open[network]

    @property
    def count(self) -> int:
        """How many are open."""
        return self._open.total()


class GuardedHttp(HttpToolsProtocol):
    """uvicorn's protocol with deadlines, and without what keeps a closed connection in memory."""

    guard: ConnectionLimit
    _deadline: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None
    _running: RequestResponseCycle | None = None
    """The request that is being answered; `cycle` is the last one that has come."""
    _address: str | None = None
    """Under which it is counted; None where it is not."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, or tell it that there are too many."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if self.guard.enter(address):
            self._address = address
            self._set_deadline(HEADER_SECONDS)
        else:
            transport.write(TOO_MANY)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no more, and let nothing be written to it: of several requests uvicorn tells the last."""
        super().connection_lost(exc)
        if self._running is not None and not self._running.response_complete:
            self._running.disconnected = True
            self._running.message_event.set()
        self._running = None
        self._let_go()

    def data_received(self, data: bytes) -> None:
        """Read; what begins another request has so long for the whole of it."""
        if self._deadline is None and not self._is_answering:
            self._set_deadline(HEADER_SECONDS)
        super().data_received(data)

    def on_headers_complete(self) -> None:
        """The headers are there; the body has a time of its own."""
        super().on_headers_complete()
        self._set_deadline(BODY_SECONDS)

    def on_message_complete(self) -> None:
        """The whole request is there."""
        super().on_message_complete()
        self._clear_deadline()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        self._running = cycle
        super()._start_asgi_task(cycle, app)

    def handle_websocket_upgrade(self) -> None:
        """From here on another protocol has the transport."""
        super().handle_websocket_upgrade()
        self._let_go()
        # Parser and protocol hold each other: only a collection of everything would find them.
        self.parser = None  # type: ignore[assignment]

    def pause_writing(self) -> None:
        """Nothing of an answer is read at the other end: wait so long for it."""
        super().pause_writing()
        if self._unread is None:
            self._unread = self.loop.call_later(READ_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """It is read."""
        super().resume_writing()
        self._clear_unread()

    def timeout_keep_alive_handler(self) -> None:
        """Nothing more is asked: close, but do not wait without end until the last answer is read."""
        super().timeout_keep_alive_handler()
        if self._unread is None:
            self._unread = self.loop.call_later(READ_SECONDS, self.transport.abort)

    def _cut(self) -> None:
        """The time is over: a request that an answer is being made to has none of its own."""
        self._clear_deadline()
        if self._is_answering:
            self.transport.abort()
        else:
            self.transport.write(TOO_SLOW)
            self.transport.close()

    @property
    def _is_answering(self) -> bool:
        """Whether an answer is being made; uvicorn has no cycle before the first request."""
        return bool(self.cycle) and not self.cycle.response_complete

    def _set_deadline(self, seconds: float) -> None:
        self._clear_deadline()
        self._deadline = self.loop.call_later(seconds, self._cut)

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _clear_unread(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None

    def _let_go(self) -> None:
        self._clear_deadline()
        self._clear_unread()
        if self._address is not None:
            self.guard.leave(self._address)
            self._address = None


def guarded(guard: ConnectionLimit) -> type[GuardedHttp]:
    """The protocol with this guard; uvicorn makes one of it for each connection."""
    return type("GuardedHttp", (GuardedHttp,), {"guard": guard})


@functools.cache
def most_open() -> int | None:
    """Raise the limit of open descriptors as far as we may; how many connections it leaves room for.

    None where the system has no such limit.
    """
    try:
        import resource  # noqa: PLC0415 (Windows has none)
    except ImportError:  # pragma: no cover
        return None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # macOS says that there is no limit and refuses to be taken at its word.
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return None if soft == resource.RLIM_INFINITY else max(SPARE, soft - SPARE)
