"""Notifications between all processes on one database of PostgreSQL: its LISTEN and NOTIFY.

A process has one connection for all of its channels, which a thread reads. What is told meanwhile waits and goes
together, as one transaction: each commit with a notification takes a lock of the whole server.

A notification may be lost, with a connection or a server. So it says only that there is something to look at,
and whoever hears is told when everything may have changed: every few seconds for as long as nothing can be heard.
"""

import contextlib
import logging
import selectors
import socket
import threading
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nardy.server.store.database.address import PostgresAddress
from nardy.server.store.database.postgresql.connecting import connect

if TYPE_CHECKING:
    import psycopg

Heard = Callable[[str], None]
"""Called with a payload."""
NAME = "nardy notifications"
"""Of the connection, in the server's list of them."""
MOST_BYTES = 7_999
"""Of a payload in UTF-8 (PostgreSQL's manual, NOTIFY)."""
MOST_WAITING = 10_000
"""Notifications that wait while there is no connection; then the oldest are lost."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 1.0
"""Seconds before a lost connection is opened anew, doubled each time."""
QUIET_SECONDS, ANSWER_SECONDS = 2.0, 3.0
"""After so long without a word the server is asked whether it is there, and it has so long to answer.

A connection can be lost without an end. Pages may be at most six seconds behind, so their sum is less.
"""
# Nothing that must outlive a failure of power is written.
_SESSION = {"synchronous_commit": "off"}
_TELL = "SELECT pg_notify(c, p) FROM unnest(%s::text[], %s::text[]) AS x(c, p)"
_log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False, slots=True)
class _Listener:
    channel: str
    heard: Heard
    anew: Callable[[], None]


class Notifications:
    """Hears and tells on any number of channels.

    Everybody who hears a channel gets what is told there, this process, too. Two equal notifications that wait
    together become one.
    """

    def __init__(self, address: PostgresAddress) -> None:
        """Start the thread, which connects."""
        self._address = address
        self._lock = threading.Lock()
        self._listeners = set[_Listener]()
        self._waiting = dict[tuple[str, str], None]()
        """Channels and payloads, in the order in which they were told."""
        self._ended, self._is_connected = threading.Event(), threading.Event()
        self._waker, self._woken = socket.socketpair()
        for end in (self._waker, self._woken):
            end.setblocking(False)
        self._thread = threading.Thread(target=self._run, name="notifications", daemon=True)
        self._thread.start()

    @property
    def is_listening(self) -> bool:
        """Whether there is a connection; without one nothing is heard."""
        return self._is_connected.is_set()

    def hear(self, channel: str, heard: Heard, anew: Callable[[], None]) -> Callable[[], None]:
        """Hear a channel until the returned function is called.

        *anew* is called when hearing has begun, and whenever all may have changed: when the connection is lost,
        at each failure to open another, so every few seconds, and when there is one. Both are called in the
        thread, one after another, and must not take long.
        """
        one = _Listener(channel, heard, anew)
        with self._lock:
            self._listeners.add(one)
        self._wake()

        def end() -> None:
            with self._lock:
                self._listeners.discard(one)
            self._wake()

        return end

    def tell(self, channel: str, payload: str = "") -> None:
        """Notify all who hear a channel, soon; any thread may call this, and none waits.

        Raises:
            ValueError: the payload is larger than `MOST_BYTES`, or has a NUL.
        """
        if len(payload.encode()) > MOST_BYTES or "\0" in payload:
            raise ValueError(
                f"expected at most {MOST_BYTES} bytes without NUL, got {payload!r:.40}"
            )
        with self._lock:
            self._waiting[channel, payload] = None
            if len(self._waiting) > MOST_WAITING:
                del self._waiting[next(iter(self._waiting))]
        self._wake()

    def close(self) -> None:
        """Tell what waits, if there is a connection, and stop."""
        self._ended.set()
        self._wake()
        self._thread.join()
        self._waker.close()
        self._woken.close()

    def _wake(self) -> None:
        # A full buffer wakes as well, and a closed one has nobody to wake.
        with contextlib.suppress(OSError):
            self._waker.send(b".")

    def _run(self) -> None:
        import psycopg  # noqa: PLC0415 (an extra)

        pause = FIRST_PAUSE
        while not self._ended.is_set():
            try:
                # Whoever closes waits for the thread, so no answer may take for ever.
                line = connect(
                    self._address,
                    autocommit=True,
                    session=_SESSION,
                    answer_seconds=ANSWER_SECONDS,
                    name=NAME,
                )
                with contextlib.closing(line) as c:
                    c.add_notify_handler(lambda one: self._pass_on(one.channel, one.payload))
                    pause = FIRST_PAUSE
                    self._attend(c)
            except psycopg.Error as error:
                _log.warning(
                    "no notifications of the database, a new connection follows: %s", error
                )
            finally:
                self._is_connected.clear()
            if not self._ended.is_set():
                self._greet(set())
            self._ended.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _attend(self, connection: "psycopg.Connection[Any]") -> None:
        """Hear and tell until the end, or until the connection is lost."""
        channels, greeted = set[str](), set[_Listener]()
        with selectors.DefaultSelector() as selector:
            for readable in (connection, self._woken):
                selector.register(readable, selectors.EVENT_READ)
            is_last = False
            while not is_last:
                is_last = self._ended.is_set()
                self._listen(connection, channels)
                self._greet(greeted)
                self._send(connection)
                if not selector.select(0 if is_last else QUIET_SECONDS):
                    connection.execute("SELECT 1")
                self._receive(connection)

    def _listen(self, connection: "psycopg.Connection[Any]", channels: set[str]) -> None:
        from psycopg import sql  # noqa: PLC0415 (an extra)

        with self._lock:
            wanted = {one.channel for one in self._listeners}
        new, old = sql.SQL("LISTEN {}"), sql.SQL("UNLISTEN {}")
        for order, some in ((new, wanted - channels), (old, channels - wanted)):
            for channel in some:
                connection.execute(order.format(sql.Identifier(channel)))
        channels.clear()
        channels |= wanted
        self._is_connected.set()

    def _greet(self, greeted: set[_Listener]) -> None:
        """Tell those who have begun to hear that all may have changed before."""
        with self._lock:
            new = self._listeners - greeted
        for one in new:
            _call(one.anew)
        greeted |= new

    def _send(self, connection: "psycopg.Connection[Any]") -> None:
        with self._lock:
            told = list(self._waiting)
        if not told:
            return
        connection.execute(_TELL, [[channel for channel, _ in told], [of for _, of in told]])
        # Those that a lost connection left are told again.
        with self._lock:
            for one in told:
                self._waiting.pop(one, None)

    def _receive(self, connection: "psycopg.Connection[Any]") -> None:
        with contextlib.suppress(BlockingIOError):
            while self._woken.recv(1024):
                pass
        connection.pgconn.consume_input()
        while (one := connection.pgconn.notifies()) is not None:
            self._pass_on(one.relname.decode(), one.extra.decode())

    def _pass_on(self, channel: str, payload: str) -> None:
        with self._lock:
            meant = [one for one in self._listeners if one.channel == channel]
        for one in meant:
            _call(one.heard, payload)


def _call(function: Callable[..., None], *of: object) -> None:
    try:
        function(*of)
    except Exception:  # noqa: BLE001 (the others must hear on)
        _log.exception("a notification was not understood")


_of_this_process = dict[str, tuple[Notifications, int]]()
"""By address, each with the number of those who use it."""
_opening = threading.Lock()


@contextlib.contextmanager
def shared(address: PostgresAddress) -> Generator[Notifications]:
    """The notifications of this process, one connection for all who hear and tell; closed by the last of them."""
    with _opening:
        found, users = _of_this_process.get(address.text) or (Notifications(address), 0)
        _of_this_process[address.text] = found, users + 1
    try:
        yield found
    finally:
        with _opening:
            _, users = _of_this_process.pop(address.text)
            if users > 1:
                _of_this_process[address.text] = found, users - 1
        if users == 1:
            found.close()
