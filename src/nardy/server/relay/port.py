"""The port at which the other processes of a club pass messages and requests on to this one.

It serves the club's own app to whoever knows the secret. Nobody else gets an answer, and nothing is encrypted: it
belongs on loopback or in a network of the club's own.
"""

import asyncio
import contextlib
import ipaddress
import re
import socket
from collections.abc import AsyncGenerator, Callable, Generator
from typing import Any

import uvicorn

from nardy.errors import NardyError
from nardy.server.accepting import copied
from nardy.server.connection.keepalive import PING_SECONDS, PONG_SECONDS, MeasuredWebSocket
from nardy.server.relay.headers import DIFFERENT, GAMES, SECRET, UNKNOWN, is_known, unmarked
from nardy.server.relay.http_relay import AsgiApp
from nardy.server.settings import Settings
from nardy.server.store.database.postgresql.leases import Addresses

LEAST_SECRET = 16
_SECRET = re.compile(rf"[!-~]{{{LEAST_SECRET},}}")
"""It goes into a header, which is one line."""
REFUSED = {
    "type": "http.response.start",
    "status": UNKNOWN,
    "headers": [(b"content-length", b"0"), (b"www-authenticate", SECRET)],
}


OTHER_GAMES = {
    "type": "http.response.start",
    "status": DIFFERENT,
    "headers": [(b"content-length", b"0"), (GAMES, b"others")],
}


class RelayError(NardyError):
    """The relay cannot be opened as the settings say."""


def secret_in(settings: Settings) -> str:
    """The secret that the processes of a club share.

    Raises:
        RelayError: there is none, or it is too short.
    """
    file = settings.relay_secret
    if file is None:
        raise RelayError(
            "expected a file with the secret that the processes of a club share; name it with "
            "--relay-secret, and make one with: openssl rand -hex 32"
        )
    try:
        secret = file.read_text("utf-8").strip()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise RelayError(f"expected the secret of the relay in {file}, got: {reason}") from error
    if not _SECRET.fullmatch(secret):
        raise RelayError(
            f"expected a secret of at least {LEAST_SECRET} letters and digits in {file}, got "
            f"{len(secret)}; make one with: openssl rand -hex 32"
        )
    return secret


def listen(settings: Settings) -> socket.socket:
    """A socket at the address of the relay.

    Raises:
        RelayError: another program listens there, or it is not this machine's.
    """
    host, _, port = settings.relay.rpartition(":")
    name = host.strip("[]") or "127.0.0.1"
    try:
        if int(port) >= 1 << 16:
            # The resolver would take another one.
            raise OverflowError("no port has this number")  # noqa: TRY301
        family, kind, *_, address = socket.getaddrinfo(name, int(port), type=socket.SOCK_STREAM)[0]
        if ipaddress.ip_address(str(address[0])).is_unspecified:
            raise RelayError(
                f"expected an address at which the other processes find this one, got {settings.relay}; "
                "name this machine's own with --relay"
            )
        with contextlib.ExitStack() as opened:
            listener = opened.enter_context(socket.socket(family, kind))
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
            listener.listen()
            opened.pop_all()
    except (OSError, OverflowError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise RelayError(
            f"expected a free address of this machine for the relay, got {settings.relay} ({reason}); "
            "choose another with --relay"
        ) from error
    return listener


def addresses_of(settings: Settings, listener: socket.socket) -> Addresses:
    """Where the other processes reach a listener, and a proxy the pages: by the name in the settings."""
    host = settings.relay.rpartition(":")[0] or "127.0.0.1"
    return Addresses(f"{host}:{listener.getsockname()[1]}", f"{host}:{settings.port}")


class KnownOnly:
    """The club's app for the other processes alone."""

    def __init__(
        self,
        app: AsgiApp,
        secret: str,
        on_stranger: Callable[[], None] = lambda: None,
        games: str = "",
    ) -> None:
        """*on_stranger* is called when somebody comes with another secret, as a process of the club might.

        *games* is the digest of the game files.
        """
        self._app, self._secret, self._on_stranger = app, secret, on_stranger
        self._games = games.encode()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer who knows the secret, in the name of the client that they tell."""
        if is_known(scope["headers"], self._secret):
            # Only a process that asks whether it may begin tells its games.
            if any(name == GAMES and value != self._games for name, value in scope["headers"]):
                await send(OTHER_GAMES)
                await send({"type": "http.response.body", "body": b""})
                return
            await self._app(unmarked(scope), receive, send)
            return
        if any(name == SECRET for name, _ in scope["headers"]):
            self._on_stranger()
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4403})
        else:
            await send(REFUSED)
            await send({"type": "http.response.body", "body": b""})


class _RelayServer(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        # They belong to the server of the club's page.
        yield


@contextlib.asynccontextmanager
async def serving(
    app: AsgiApp,
    listener: socket.socket,
    secret: str,
    on_stranger: Callable[[], None] = lambda: None,
    games: str = "",
) -> AsyncGenerator[None]:
    """Serve the club's app at the relay until the end; the arguments are those of `KnownOnly`."""
    config = uvicorn.Config(
        KnownOnly(app, secret, on_stranger, games),
        log_config=None,
        lifespan="off",
        # A machine that died closes no connection, and its pages would stay at their boards.
        ws=MeasuredWebSocket,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        ws_per_message_deflate=False,
        # The clients are in headers of our own.
        proxy_headers=False,
        access_log=False,
        timeout_graceful_shutdown=1,
    )
    server = _RelayServer(config)
    with contextlib.closing(listener), copied(listener) as listeners:
        task = asyncio.create_task(server.serve(listeners))
        try:
            yield
        finally:
            server.should_exit = True
            await asyncio.gather(task, return_exceptions=True)
