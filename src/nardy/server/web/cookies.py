"""Who comes: a browser by its one cookie, kept from scripts and other sites, a program by its token."""

import secrets
from typing import Any

from litestar import Request, WebSocket
from litestar.datastructures import Cookie

NAME = "nardy"
ERRAND = "nardy-errand"
"""Of who has gone to another house to sign in: only this browser may come back."""
AN_ERRAND = 600
BROWSER = "nardy-browser"
"""Of a browser in which somebody has signed in: a random name that outlives the session. Who comes with it
is no stranger at the password, and two accounts that share it are told to the admins."""
MOST_BROWSER = 64
A_YEAR = 365 * 24 * 3600

Connection = Request[Any, Any, Any] | WebSocket[Any, Any, Any]


def is_secure(connection: Connection) -> bool:
    """Whether the browser came over https, as far as we or the proxy before us know."""
    scheme = connection.scope["scheme"]
    return scheme in ("https", "wss") or connection.app.state.settings.origin.startswith("https:")


def name_for(connection: Connection, name: str = NAME) -> str:
    """The cookie's name: over https one that no neighboring host can set."""
    return f"__Host-{name}" if is_secure(connection) else name


def token_of(connection: Connection) -> str | None:
    """The token that came along."""
    return bearer_of(connection) or connection.cookies.get(name_for(connection))


def bearer_of(connection: Connection) -> str | None:
    """The token of a program; it is sent on purpose, so no other site's page can send it."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def cookie_with(connection: Connection, token: str) -> Cookie:
    """The cookie for a token; '' takes the cookie away."""
    return _cookie(connection, NAME, token, A_YEAR)


def browser_of(connection: Connection) -> str | None:
    """The random name of a browser in which somebody has signed in before."""
    return connection.cookies.get(name_for(connection, BROWSER))


def browser_cookie(connection: Connection) -> Cookie:
    """The same again, or a new one."""
    known = browser_of(connection) or secrets.token_urlsafe(18)
    return _cookie(connection, BROWSER, known[:MOST_BROWSER], A_YEAR)


def pending_login_of(connection: Connection) -> str | None:
    """The token of who comes back from another house."""
    return connection.cookies.get(name_for(connection, ERRAND))


def login_cookie(connection: Connection, token: str) -> Cookie:
    """The cookie for who goes to another house; '' takes it away."""
    return _cookie(connection, ERRAND, token, AN_ERRAND)


def _cookie(connection: Connection, name: str, token: str, seconds: int) -> Cookie:
    return Cookie(
        name_for(connection, name),
        value=token,
        httponly=True,
        samesite="lax",
        secure=is_secure(connection),
        max_age=seconds if token else 0,
        path="/",
    )
