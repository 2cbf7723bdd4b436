"""The port of the metrics: for this machine, or for whoever knows the shared secret."""

import contextlib
import hmac
import socket
import threading
from collections.abc import Callable, Generator
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from ipaddress import ip_address
from pathlib import Path
from socketserver import TCPServer, ThreadingMixIn
from typing import Any, cast

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest

from nardy.errors import NardyError
from nardy.server.settings import Settings
from nardy.server.web.guards import host_name_in

READ_SECONDS = 5.0
"""Seconds that a client may be silent."""
MOST_AT_ONCE = 8
"""Requests at a time; others are closed at once, so that strangers cannot fill the memory with threads."""
LEAST_SECRET = 16
"""Characters of a secret, at least."""


class MetricsError(NardyError):
    """The port of the metrics cannot be opened."""


def require_port(settings: Settings) -> None:
    """Check the address of the metrics, before anything of the club is begun.

    Raises:
        MetricsError: the address cannot be used, or has no secret where others can reach it.
    """
    if settings.metrics:
        _opened(settings, CollectorRegistry()).server_close()


@contextlib.contextmanager
def serving(settings: Settings, registry: Callable[[], CollectorRegistry]) -> Generator[int | None]:
    """Serve the metrics in a thread, if the settings say where; the value is the port.

    Raises:
        MetricsError: the address cannot be used, or has no secret where others can reach it.
    """
    if not settings.metrics:
        yield None
        return
    server = _opened(settings, registry())
    thread = threading.Thread(target=server.serve_forever, args=(0.1,), name="metrics", daemon=True)
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _opened(settings: Settings, registry: CollectorRegistry) -> "_Server":
    host, _, port = settings.metrics.rpartition(":")
    host = host.strip("[]") or "127.0.0.1"
    secret = _secret_in(settings.metrics_secret) if settings.metrics_secret else None
    if secret is None and not _is_this_machine(host):
        raise MetricsError(
            f"expected a secret for metrics at {host}, which other machines reach; name a file that "
            "has one with --metrics-secret, or choose 127.0.0.1"
        )
    try:
        return _Server(host, int(port), registry, secret)
    except (OSError, OverflowError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise MetricsError(
            f"expected a free address for metrics, got {settings.metrics} ({reason}); "
            "choose another with --metrics"
        ) from error


def _secret_in(file: Path) -> str:
    try:
        secret = file.read_text("utf-8").strip()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise MetricsError(
            f"expected the secret of the metrics in {file}, got: {reason}"
        ) from error
    if len(secret) < LEAST_SECRET or not secret.isascii():
        raise MetricsError(
            f"expected a secret of at least {LEAST_SECRET} letters and digits in {file}, got "
            f"{len(secret)}; make one with: openssl rand -hex 32"
        )
    return secret


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.casefold() == "localhost"


class _Server(ThreadingMixIn, TCPServer):
    # Not HTTPServer, which asks for the name of its address: that may take seconds.
    allow_reuse_address = True
    daemon_threads = True
    block_on_close = False

    def __init__(
        self, host: str, port: int, registry: CollectorRegistry, secret: str | None
    ) -> None:
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self.registry, self.secret = registry, secret
        self._free = threading.BoundedSemaphore(MOST_AT_ONCE)
        super().__init__((host, port), _Handler)

    def verify_request(self, request: Any, client_address: Any) -> bool:
        return self._free.acquire(blocking=False)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing about a client that broke off: the log has no addresses."""


class _Handler(BaseHTTPRequestHandler):
    timeout = READ_SECONDS

    @property
    def _port(self) -> _Server:
        return cast("_Server", self.server)

    def do_GET(self) -> None:
        """Answer a request of Prometheus."""
        if not self._is_allowed():
            self._answer(HTTPStatus.UNAUTHORIZED, b"expected the secret of the metrics\n")
        elif self.path.partition("?")[0] != "/metrics":
            self._answer(HTTPStatus.NOT_FOUND, b"expected /metrics\n")
        else:
            self._answer(HTTPStatus.OK, generate_latest(self._port.registry), CONTENT_TYPE_LATEST)

    def _is_allowed(self) -> bool:
        if self._port.secret is None:
            # A foreign page may reach this machine under its own name, by DNS rebinding.
            return _is_this_machine(host_name_in(f"//{self.headers.get('host', '')}"))
        told = self.headers.get("authorization", "")
        wanted = f"Bearer {self._port.secret}"
        return hmac.compare_digest(told.encode("utf-8", "replace"), wanted.encode())

    def _answer(self, status: HTTPStatus, body: bytes, kind: str = "text/plain") -> None:
        self.send_response_only(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("X-Content-Type-Options", "nosniff")
        if status is HTTPStatus.UNAUTHORIZED:
            self.send_header("WWW-Authenticate", "Bearer")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (the library's name)
        """Log nothing: the line would have the client's address."""
