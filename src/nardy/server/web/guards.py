"""Request guards: origin, client address, content type, host and rate limit."""

import socket
from collections import Counter
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.exceptions import HTTPException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.types import Message, Scope

from nardy.errors import NardyError
from nardy.server.protocol.nul_characters import has_nul
from nardy.server.rate_limits import Limits, ip_address_in, network_of
from nardy.server.store.known_devices import RequestSource
from nardy.server.web.cookies import BROWSER, AnyConnection, AnyRequest, cookie_of
from nardy.server.web.pages import HEADERS

SAFE = ("GET", "HEAD", "OPTIONS")
RETURNS = "/api/outside/"
LETTERS = "/mail/"
"""The beginning of the pages of links in e-mails (api/email_links.py)."""
HSTS = "max-age=31536000"
"""Browsers use https only for a year after their first visit over https."""
# Suffixes outside the public DNS, so that nobody else can register such a name.
_LOCAL_SUFFIXES = ("", ".local", ".lan", ".home.arpa", ".internal")
OWN_NAMES = {"localhost", *(socket.gethostname().casefold() + end for end in _LOCAL_SUFFIXES)}
"""Host names of this machine, accepted beside the `origin` of the settings."""
MOST_CONNECTIONS = 300
"""WebSockets of one address at a time."""


class RequestGuard:
    """Rate limits, and the number of open WebSockets of each address."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._open: Counter[str] = Counter()

    def enter(self, address: str) -> None:
        """Count a new connection.

        Raises:
            PermissionDeniedException: too many connections from this address are open.
            TooOftenError: too many were opened in a short time.
        """
        if self._open[address] >= MOST_CONNECTIONS:
            raise PermissionDeniedException(
                f"expected at most {MOST_CONNECTIONS} connections from one address; close some"
            )
        self.limits.take("connect", address=address)
        self._open[address] += 1

    @property
    def count(self) -> int:
        """Number of open connections of all addresses."""
        return self._open.total()

    def leave(self, address: str) -> None:
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


def request_guard_of(connection: AnyConnection) -> RequestGuard:
    return connection.app.state.request_guard


def address_of(connection: AnyConnection) -> str:
    """The client's address as a key of limits; uvicorn has resolved trusted proxies."""
    return network_of(connection.client.host) if connection.client else "nowhere"


async def look_at(request: AnyRequest) -> None:
    """Check every request: rate limit, no NUL, and for changes the origin and the content type."""
    # The code in a link of an e-mail is the whole permission there, and mail programs post forms.
    if request.method not in SAFE and not request.url.path.startswith(LETTERS):
        require_own_page(request)
        require_json(request)
    if request.url.path.startswith("/api/"):
        request_guard_of(request).limits.take("ask", address=address_of(request))
    body = await request.body() if request.method not in SAFE else b""
    # Redirects from OIDC providers are answered with a page; their state is looked up in memory.
    is_return = request.url.path.startswith(RETURNS)
    is_in_address = "\0" in request.scope["path"] or b"%00" in request.scope["query_string"]
    if (is_in_address and not is_return) or has_nul(body):
        raise NardyError(
            "expected a request without the character NUL, got one with it; leave it out"
        )


def require_own_page(connection: AnyConnection) -> None:
    """Refuse cross-site requests, which carry the visitor's cookie (CSRF)."""
    origin = connection.headers.get("origin")
    site = connection.headers.get("sec-fetch-site", "")
    # Browsers omit Origin from some requests; programs send neither header, and no cookie of a visitor.
    is_foreign = site == "cross-site" if origin is None else origin not in origins_of(connection)
    if is_foreign:
        raise PermissionDeniedException(
            f"expected a page of this club, got one of {origin or 'another site':.80}"
        )


def require_json(request: AnyRequest) -> None:
    """Refuse a body without the JSON content type: a form of another site can send plain text.

    Raises:
        HTTPException: status 415, for another content type.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().casefold()
    length = request.headers.get("content-length", "0")
    has_body = length != "0" or "transfer-encoding" in request.headers
    if (has_body or kind) and kind != "application/json":
        reason = f"expected a body of the type application/json, got {kind or 'none'!r:.40}"
        raise HTTPException(f"{reason}; send the header content-type", status_code=415)


async def require_known_host(
    connection: ASGIConnection[BaseRouteHandler, object, object, State], _: BaseRouteHandler
) -> None:
    """Route guard against DNS rebinding: refuse requests for host names that are not the club's.

    To the browser, a foreign domain that is made to resolve to this machine would be the club's origin.
    IP addresses are safe, since they cannot be made to resolve elsewhere.

    Raises:
        PermissionDeniedException: the name is neither in the settings nor this machine's.
    """
    host = connection.headers.get("host", "")
    name = host_name_in(f"//{host}").rstrip(".")
    settings = connection.app.state.settings
    known = {*OWN_NAMES, settings.host.casefold(), host_name_in(settings.origin).rstrip(".")}
    if not (name in known or name.endswith(".localhost") or ip_address_in(name)):
        raise PermissionDeniedException(
            f"expected the address of this club, got {host!r:.80}; the club's operator sets it with "
            "`origin` (nardy serve --origin https://nardy.example)"
        )


def host_name_in(address: str) -> str:
    """The host name in an address; '' if it has none."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def origins_of(connection: AnyConnection) -> set[str]:
    """The origins of the club's own pages: the one of the settings, else the host of the request."""
    host = connection.headers.get("host", "")
    ours = {f"http://{host}", f"https://{host}"}
    return {connection.app.state.settings.origin} if connection.app.state.settings.origin else ours


async def add_headers(message: Message, scope: Scope) -> None:
    """Add the security headers to every answer, including errors."""
    if message["type"] == "http.response.start":
        known = {name.lower() for name, _ in message["headers"]}
        headers = ((name.encode(), value.encode()) for name, value in HEADERS.items())
        more = [(name, value) for name, value in headers if name not in known]
        if scope["litestar_app"].state.settings.origin.startswith("https:"):
            more.append((b"strict-transport-security", HSTS.encode()))
        message["headers"] = [*message["headers"], *more]


def place_of(connection: AnyConnection) -> RequestSource:
    """The address and browser of a request."""
    return RequestSource(address_of(connection), cookie_of(connection, BROWSER) or "")
