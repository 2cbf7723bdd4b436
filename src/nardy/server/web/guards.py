"""What is looked at before anything is done: whose page asks, from where, and how often."""

import ipaddress
import socket
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

from litestar import Request, WebSocket
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler
from litestar.types import Message, Scope

from nardy.server.rate_limits import Limits, network_of
from nardy.server.store.known_devices import RequestSource
from nardy.server.web.cookies import browser_of
from nardy.server.web.pages import HEADERS

SAFE = ("GET", "HEAD", "OPTIONS")
HSTS = "max-age=31536000"
"""A browser that has seen the club over https never asks it over http, for a year."""
# Ends of names that no public name server knows: nobody makes one of them point elsewhere later.
_AT_HOME = ("", ".local", ".lan", ".home.arpa", ".internal")
OWN_NAMES = {"localhost", *(socket.gethostname().casefold() + end for end in _AT_HOME)}
"""What this machine may be called where no `origin` is set."""
MOST_CONNECTIONS = 300
"""Of one address at a time."""

Connection = Request[Any, Any, Any] | WebSocket[Any, Any, Any]


class RequestGuard:
    """Counts who comes: how often, and how many connections each address has open."""

    def __init__(self, limits: Limits) -> None:
        """Nobody has come yet."""
        self.limits = limits
        self._open: Counter[str] = Counter()

    def enter(self, address: str) -> None:
        """One connection more.

        Raises:
            PermissionDeniedException: there are enough from there.
            TooOftenError: they come too fast.
        """
        if self._open[address] >= MOST_CONNECTIONS:
            raise PermissionDeniedException(
                f"expected at most {MOST_CONNECTIONS} connections of one address; close some"
            )
        self.limits.take("connect", address=address)
        self._open[address] += 1

    @property
    def count(self) -> int:
        """How many are open, of all addresses."""
        return self._open.total()

    def leave(self, address: str) -> None:
        """One connection less."""
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


def request_guard_of(connection: Connection) -> RequestGuard:
    """The door of the club that answers."""
    return connection.app.state.request_guard


def address_of(connection: Connection) -> str:
    """Where somebody comes from, as limits see it; a proxy on this machine is believed."""
    return network_of(connection.client.host) if connection.client else "nowhere"


async def look_at(request: Request[Any, Any, Any]) -> None:
    """Refuse what asks too often, what another site's page wants to change, and what is no JSON."""
    if request.method not in SAFE:
        require_own_page(request)
        require_json(request)
    if request.url.path.startswith("/api/"):
        request_guard_of(request).limits.take("ask", address=address_of(request))


def require_own_page(connection: Connection) -> None:
    """Refuse what another site's page sends with our visitor's cookie."""
    origin = connection.headers.get("origin")
    site = connection.headers.get("sec-fetch-site", "")
    is_foreign = site == "cross-site" if origin is None else origin not in origins_of(connection)
    if is_foreign:
        raise PermissionDeniedException(
            f"expected a page of this club, got one of {origin or 'another site':.80}"
        )


def require_json(request: Request[Any, Any, Any]) -> None:
    """Refuse a body that does not say that it is JSON: a form of another site can send plain text.

    Raises:
        HTTPException: it is of another type; status 415.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().casefold()
    length = request.headers.get("content-length", "0")
    has_body = length != "0" or "transfer-encoding" in request.headers
    if (has_body or kind) and kind != "application/json":
        told = f"expected a body of the type application/json, got {kind or 'none'!r:.40}"
        raise HTTPException(f"{told}; send the header content-type", status_code=415)


async def require_known_host(
    connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler
) -> None:
    """Refuse who asks for a name that is not the club's; a guard of every route.

    A page of a stranger whose name is made to point at this machine would otherwise be a page of the club
    to the browser (DNS rebinding). Numbers cannot be made to point elsewhere.

    Raises:
        PermissionDeniedException: the name is neither set nor this machine's.
    """
    host = connection.headers.get("host", "")
    name = _name_in(f"//{host}")
    settings = connection.app.state.settings
    known = {*OWN_NAMES, settings.host.casefold(), _name_in(settings.origin)}
    if not (name in known or name.endswith(".localhost") or _is_number(name)):
        raise PermissionDeniedException(
            f"expected the address of this club, got {host!r:.80}; its host names it with "
            "`origin` (nardy serve --origin https://nardy.example)"
        )


def _name_in(address: str) -> str:
    try:
        return (urlsplit(address).hostname or "").rstrip(".")
    except ValueError:
        return ""


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def origins_of(connection: Connection) -> set[str]:
    """Where our own pages come from: the address that was asked, or the one that is set."""
    host = connection.headers.get("host", "")
    ours = {f"http://{host}", f"https://{host}"}
    return {connection.app.state.settings.origin} if connection.app.state.settings.origin else ours


async def add_headers(message: Message, scope: Scope) -> None:
    """Put the headers of the page on every answer, refusals too."""
    if message["type"] == "http.response.start":
        known = {name.lower() for name, _ in message["headers"]}
        told = ((name.encode(), value.encode()) for name, value in HEADERS.items())
        more = [(name, value) for name, value in told if name not in known]
        if scope["litestar_app"].state.settings.origin.startswith("https:"):
            more.append((b"strict-transport-security", HSTS.encode()))
        message["headers"] = [*message["headers"], *more]


def place_of(connection: Connection) -> RequestSource:
    """Where a request comes from."""
    return RequestSource(address_of(connection), browser_of(connection) or "")
