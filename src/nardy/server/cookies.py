"""The one cookie: a token that says who a browser is, kept from scripts and from other sites."""

from typing import Any

from litestar import Request, WebSocket
from litestar.datastructures import Cookie

NAME = "nardy"
A_YEAR = 365 * 24 * 3600

Connection = Request[Any, Any, Any] | WebSocket[Any, Any, Any]


def is_secure(connection: Connection) -> bool:
    """Whether the browser came over https, as far as we or the proxy before us know."""
    scheme = connection.scope["scheme"]
    return scheme in ("https", "wss") or connection.app.state.settings.origin.startswith("https:")


def name_for(connection: Connection) -> str:
    """The cookie's name: over https one that no neighboring host can set."""
    return f"__Host-{NAME}" if is_secure(connection) else NAME


def token_of(connection: Connection) -> str | None:
    """The token that came along."""
    return connection.cookies.get(name_for(connection))


def cookie_with(connection: Connection, token: str) -> Cookie:
    """The cookie for a token; '' takes the cookie away."""
    return Cookie(
        name_for(connection),
        value=token,
        httponly=True,
        samesite="lax",
        secure=is_secure(connection),
        max_age=A_YEAR if token else 0,
        path="/",
    )
