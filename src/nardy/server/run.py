"""Running the club: everything that could fail is tried before the address is printed."""

import contextlib
import errno
import socket
from collections.abc import Callable

import uvicorn

from nardy.errors import NardyError
from nardy.server.app import create_app
from nardy.server.game_folder import read_folder
from nardy.server.pauses import shorten_pauses
from nardy.server.settings import Settings
from nardy.server.store.locking import DatabaseLock
from nardy.server.store.opening import open_store


class AddressError(NardyError):
    """An address that cannot be listened on."""


def run(settings: Settings, tell: Callable[[str], None]) -> None:
    """Serve until Ctrl-C; *tell* gets the address once people can come.

    Raises:
        AddressError: the port is taken or the address is not ours.
        RulesError: a game file of the club is wrong.
        StoreError: the database cannot be used, or another club has it open.
    """
    read_folder(settings.games)
    with DatabaseLock(settings.database) as lock:
        _serve(settings, lock, tell)


def _serve(settings: Settings, lock: DatabaseLock, tell: Callable[[str], None]) -> None:
    open_store(settings.database).close()
    listener = listen(settings)
    host, port = listener.getsockname()[:2]
    config = uvicorn.Config(
        create_app(settings=settings, preload=True, lock=lock),
        log_level="warning",
        ws_max_size=1 << 16,
        # A message has two or three kB: to deflate it would cost a tenth of the act it tells of.
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
    )
    server = uvicorn.Server(config)
    shorten_pauses()
    tell(settings.origin or f"http://{_shown(host)}:{port}")
    with contextlib.suppress(KeyboardInterrupt):
        server.run([listener])


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
