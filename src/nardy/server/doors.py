"""What is looked at before anything is done: whose page asks, from where, and how often."""

from collections import Counter
from typing import Any

from litestar import Request, WebSocket
from litestar.exceptions import PermissionDeniedException
from litestar.types import Message, Scope

from nardy.server.limits import Limits, network_of
from nardy.server.pages import HEADERS

SAFE = ("GET", "HEAD", "OPTIONS")
MOST_CONNECTIONS = 300
"""Of one address at a time."""

Connection = Request[Any, Any, Any] | WebSocket[Any, Any, Any]


class Door:
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


def door_of(connection: Connection) -> Door:
    """The door of the club that answers."""
    return connection.app.state.door


def address_of(connection: Connection) -> str:
    """Where somebody comes from, as limits see it; a proxy on this machine is believed."""
    return network_of(connection.client.host) if connection.client else "nowhere"


async def look_at(request: Request[Any, Any, Any]) -> None:
    """Refuse what asks too often, and what another site's page wants to change."""
    if request.method not in SAFE:
        require_own_page(request)
    if request.url.path.startswith("/api/"):
        door_of(request).limits.take("ask", address=address_of(request))


def require_own_page(connection: Connection) -> None:
    """Refuse what another site's page sends with our visitor's cookie."""
    origin = connection.headers.get("origin")
    site = connection.headers.get("sec-fetch-site", "")
    is_foreign = site == "cross-site" if origin is None else origin not in origins_of(connection)
    if is_foreign:
        raise PermissionDeniedException(
            f"expected a page of this club, got one of {origin or 'another site':.80}"
        )


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
        message["headers"] = [*message["headers"], *more]
