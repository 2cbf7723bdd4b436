"""Run the club under uvicorn: the address is printed once everything is open that can fail.

Two settings keep latency even: threads switch often, and full garbage collections are rare.
"""

import asyncio
import contextlib
import errno
import gc
import logging
import signal
import socket
import sys
import threading
from collections.abc import Awaitable, Callable, Generator
from dataclasses import replace
from functools import partial
from types import FrameType
from typing import Any

import uvicorn
from litestar import Litestar
from uvicorn.config import LOGGING_CONFIG
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from nardy.errors import NardyError
from nardy.server.accepting import copied
from nardy.server.app import create_app
from nardy.server.club.club import Club
from nardy.server.connection.keepalive import PING_SECONDS, PONG_SECONDS, MeasuredWebSocket
from nardy.server.games.folder import read_folder
from nardy.server.operations.draining import begin_draining, drain
from nardy.server.operations.json_logs import log_as_json
from nardy.server.operations.known_errors import log_as_text
from nardy.server.operations.metrics_port import require_port
from nardy.server.operations.sd_notify import READY, STOPPING, notify_systemd
from nardy.server.relay.http_relay import AsgiApp, HttpRelay
from nardy.server.relay.opening import require_relay
from nardy.server.settings import Settings
from nardy.server.store.database.lock import IN_MEMORY, DatabaseLock
from nardy.server.store.database.opening import open_store
from nardy.server.web.connection_limits import ConnectionLimit, guarded, most_open

SWITCH = 0.0005
"""Python's thread switch interval in seconds. The writer's thread takes the GIL for every SQL statement:
with the default of 5 ms, writing an action to disk takes twice as long in a full club."""
YOUNG = (700, 10)
"""Python's default garbage collection thresholds of the two young generations."""
OLD = 1000
"""Threshold of a full collection, which takes 0.1 s in a full club: once in minutes instead of seconds."""


def shorten_pauses() -> None:
    """Tune this process, which only serves the club, for even latency."""
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(*YOUNG, OLD)


class AddressError(NardyError):
    """The server cannot listen on an address."""


def run(settings: Settings, tell: Callable[[str], None]) -> None:
    """Serve until Ctrl-C or SIGTERM; *tell* is called with the address once the club is open.

    Raises:
        AddressError: the port is in use or the address is not this machine's.
        MetricsError: the same of the port of the metrics, or it has no secret.
        RelayError: the same of the port of the relay, or the other processes have another secret.
        RulesError: a game file of the club is wrong.
        StoreError: the database cannot be used, is damaged, or another club has it open.
    """
    if settings.log == "json":
        log_as_json()
    else:
        log_as_text()
    with _ended_by_sigterm():
        read_folder(settings.games)
        require_relay(settings)
        with DatabaseLock(settings.database, is_shared=bool(settings.relay)) as lock:
            _serve(settings, lock, tell)


def _serve(settings: Settings, lock: DatabaseLock, tell: Callable[[str], None]) -> None:
    with contextlib.closing(listen(settings)) as listener:
        # A port that is taken leaves nothing behind, such as the tables of a new database.
        require_port(settings)
        open_store(settings.database, is_locked=True).close()
        _serve_at(listener, settings, lock, tell)


def _serve_at(
    listener: socket.socket, settings: Settings, lock: DatabaseLock, tell: Callable[[str], None]
) -> None:
    host, port = listener.getsockname()[:2]
    # Any free port is 0 in the settings; the other processes are told which it is.
    settings = replace(settings, port=port)
    app = create_app(settings=settings, preload=True, lock=lock)
    server = ClubServer(config_of(app, is_logged_as_json=settings.log == "json"))
    server.club_of = lambda: app.state.get("club")
    address = settings.origin or f"http://{f'[{host}]' if ':' in host else host}:{port}"
    server.on_open = partial(tell, address)
    shorten_pauses()
    try:
        with with_workers(settings), copied(listener) as listeners:
            server.run(listeners)
    except SystemExit:  # uvicorn raises it if the app failed to start
        raise app.state.get("refused") or SystemExit(1) from None


@contextlib.contextmanager
def with_workers(settings: Settings) -> Generator[None]:
    """Workers of the club's own, as long as it serves; a database in memory has none."""
    if not settings.workers or str(settings.database) == IN_MEMORY:
        yield
        return
    # Few clubs have workers.
    from nardy.server.worker.pool import WorkerPool  # noqa: PLC0415
    from nardy.server.worker.process import require_kernel  # noqa: PLC0415

    require_kernel()
    with contextlib.closing(WorkerPool(settings.database, settings.workers, settings.log)):
        yield


class ClubServer(uvicorn.Server):
    """uvicorn, which drains the club before it closes the connections."""

    club_of: Callable[[], Club | None] = staticmethod(lambda: None)
    on_open: Callable[[], None] = staticmethod(lambda: None)
    """Called once the club is open: its database, and every port."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started and not self.should_exit:
            self.on_open()
            notify_systemd(READY)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        super().handle_exit(sig, frame)
        notify_systemd(STOPPING)
        # uvicorn looks ten times a second whether it must end. This interrupts anything, so the event loop does it.
        if club := self.club_of():
            asyncio.get_running_loop().call_soon_threadsafe(begin_draining, club)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if club := self.club_of():
            await drain(club)
        # Pages are told to come again: the close code 1012 is a restart.
        await super().shutdown(sockets)


def _without_traceback(front: AsgiApp, app: Litestar) -> Callable[..., Awaitable[None]]:
    """The *front* of an app without uvicorn's traceback of a failed start.

    `app.state.refused` is then set: the error that stopped the start (`_running` in app.py).
    `_serve` raises it once uvicorn has given up, so that the command prints one sentence.
    """

    def is_news(record: logging.LogRecord) -> bool:
        # The sentence of the error is told instead.
        return not (app.state.get("refused") and "startup failed" in record.getMessage())

    logging.getLogger("uvicorn.error").addFilter(is_news)

    async def without_traceback(scope: Any, receive: Any, send: Any) -> None:
        async def send_without_traceback(message: Any) -> None:
            if message["type"] == "lifespan.startup.failed" and app.state.get("refused"):
                message["message"] = ""
            await send(message)

        await front(scope, receive, send_without_traceback if scope["type"] == "lifespan" else send)

    return without_traceback


def config_of(app: Litestar, *, is_logged_as_json: bool = False) -> uvicorn.Config:
    """The configuration of uvicorn."""
    config = uvicorn.Config(
        _without_traceback(HttpRelay(app, lambda: app.state.get("switchboard")), app),
        log_level="warning",
        # Without a configuration its records go to the handler of all records.
        log_config=None if is_logged_as_json else LOGGING_CONFIG,
        ws=MeasuredWebSocket,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        # Above `MOST_BYTES` of a message, which is refused with a sentence; beyond this the line is closed.
        ws_max_size=1 << 16,
        # Compressing a message of 2 to 3 kB would make its action a tenth slower.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
    )
    # uvicorn knows the trusted proxies: its default, or FORWARDED_ALLOW_IPS.
    middleware = ProxyHeadersMiddleware(app, config.forwarded_allow_ips)  # type: ignore[arg-type]
    proxies = middleware.trusted_hosts
    config.http = guarded(ConnectionLimit(proxies, most_open()))
    return config


@contextlib.contextmanager
def _ended_by_sigterm() -> Generator[None]:
    """Make SIGTERM, which stops a service, end the process like Ctrl-C, with status 0.

    uvicorn shuts down at either signal, and raises it again when it is done.
    """
    is_ours = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGTERM, signal.default_int_handler) if is_ours else None
    try:
        with contextlib.suppress(KeyboardInterrupt):
            yield
    finally:
        if is_ours:
            signal.signal(signal.SIGTERM, before)


def listen(settings: Settings) -> socket.socket:
    """A socket that listens on the host and port of the settings.

    Raises:
        AddressError: the port is in use, or the address cannot be used.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    # A restart can then bind a port that has connections of the process before (TIME_WAIT).
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen()
    except (OSError, UnicodeError) as error:
        listener.close()
        raise AddressError(_sentence(settings, error)) from error
    return listener


def _sentence(settings: Settings, error: OSError | UnicodeError) -> str:
    where = f"{settings.host}:{settings.port}"
    if isinstance(error, UnicodeError):
        return f"expected an address of this machine, got {where}, which is no name; see --host"
    if error.errno == errno.EADDRINUSE:
        expected = f"expected a free port, got {where}, where another program listens"
        return f"{expected}; choose another port with --port"
    if error.errno == errno.EACCES:
        expected = f"expected a port that needs no privileges, got {where}"
        return f"{expected}; use one above 1023 with --port"
    return f"expected an address of this machine, got {where} ({error.strerror}); see --host"
