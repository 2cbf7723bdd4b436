"""Run the club: try everything that could fail before the address is printed.

The process is also tuned to answer evenly: threads switch often, the garbage collector runs rarely.
"""

import contextlib
import errno
import gc
import signal
import socket
import sys
import threading
from collections.abc import Awaitable, Callable, Generator
from typing import Any

import uvicorn
from litestar import Litestar
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from nardy.errors import NardyError
from nardy.server.app import create_app
from nardy.server.connection.keepalive import PING_SECONDS, PONG_SECONDS, MeasuredWebSocket
from nardy.server.games.folder import read_folder
from nardy.server.settings import Settings
from nardy.server.store.database.lock import DatabaseLock
from nardy.server.store.database.opening import open_store
from nardy.server.web.connection_limits import ConnectionLimit, guarded, most_open

SWITCH = 0.0005
"""Seconds for which a thread keeps the others waiting. The one that writes asks for its turn at every
statement: at Python's own 5 ms an act in a full club waits twice as long until it is on the disk."""
YOUNG = (700, 10)
"""As Python has them: after so many new objects, and so many such rounds, the young ones are looked
through."""
OLD = 1000
"""Rounds of those after which all is looked through, 0.1 s of silence in a full club: minutes there,
where Python's own number has it every few seconds."""


def shorten_pauses() -> None:
    """Let this process, which does nothing but serve, answer evenly."""
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(*YOUNG, OLD)


class AddressError(NardyError):
    """An address that cannot be listened on."""


def run(settings: Settings, tell: Callable[[str], None]) -> None:
    """Serve until Ctrl-C or SIGTERM; *tell* gets the address once people can come.

    Raises:
        AddressError: the port is taken or the address is not ours.
        RulesError: a game file of the club is wrong.
        StoreError: the database cannot be used, is damaged, or another club has it open.
    """
    with _ended_by_sigterm():
        read_folder(settings.games)
        with DatabaseLock(settings.database) as lock:
            _serve(settings, lock, tell)


def _serve(settings: Settings, lock: DatabaseLock, tell: Callable[[str], None]) -> None:
    open_store(settings.database).close()
    listener = listen(settings)
    host, port = listener.getsockname()[:2]
    app = create_app(settings=settings, preload=True, lock=lock)
    server = uvicorn.Server(config_of(app))
    shorten_pauses()
    tell(settings.origin or f"http://{_shown(host)}:{port}")
    try:
        with contextlib.closing(listener):
            server.run([listener])
    except SystemExit:  # of uvicorn, where the app could not start
        raise app.state.get("refused") or SystemExit(1) from None


def _told_once(app: Litestar) -> Callable[..., Awaitable[None]]:
    """The app; what keeps it from starting is told by who runs it, and not as a traceback in the log."""

    async def told(scope: Any, receive: Any, send: Any) -> None:
        async def tell(message: Any) -> None:
            if message["type"] == "lifespan.startup.failed" and app.state.get("refused"):
                message["message"] = ""
            await send(message)

        await app(scope, receive, tell if scope["type"] == "lifespan" else send)

    return told


def config_of(app: Litestar) -> uvicorn.Config:
    """How uvicorn serves the club."""
    config = uvicorn.Config(
        _told_once(app),
        log_level="warning",
        ws=MeasuredWebSocket,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        ws_max_size=1 << 16,
        # A message has two or three kB: to deflate it would cost a tenth of the act it tells of.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
    )
    # Who is believed to speak for others, uvicorn knows: by itself, or by FORWARDED_ALLOW_IPS.
    middleware = ProxyHeadersMiddleware(app, config.forwarded_allow_ips)  # type: ignore[arg-type]
    proxies = middleware.trusted_hosts
    config.http = guarded(ConnectionLimit(proxies, most_open()))
    return config


@contextlib.contextmanager
def _ended_by_sigterm() -> Generator[None]:
    """Let SIGTERM end what runs here as Ctrl-C does, with status 0: so a service is stopped.

    uvicorn shuts down at either, and raises the signal again when it is done.
    """
    is_ours = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGTERM, signal.default_int_handler) if is_ours else None
    try:
        with contextlib.suppress(KeyboardInterrupt):
            yield
    finally:
        if is_ours:
            signal.signal(signal.SIGTERM, before)


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def listen(settings: Settings) -> socket.socket:
    """A socket on the host and port that are set.

    Raises:
        AddressError: another program has it, or it cannot be had.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen()
    except OSError as error:
        listener.close()
        raise AddressError(_sentence(settings, error)) from error
    return listener


def _sentence(settings: Settings, error: OSError) -> str:
    where = f"{settings.host}:{settings.port}"
    if error.errno == errno.EADDRINUSE:
        return (
            f"expected a free port, got {where}, where another program listens; "
            "choose another with --port"
        )
    if error.errno == errno.EACCES:
        return f"expected a port that may be used, got {where}; choose one above 1023 with --port"
    return f"expected an address of this machine, got {where} ({error.strerror}); see --host"
