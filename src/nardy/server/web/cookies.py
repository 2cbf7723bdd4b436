"""Credentials of a request: a browser's HttpOnly cookies, or a program's bearer token."""

import secrets

from litestar import Request, WebSocket
from litestar.datastructures import Cookie, State

from nardy.server.accounts.oidc.pending import LOGIN_SECONDS

NAME = "nardy"
LOGIN = "nardy-errand"
"""The cookie of a login through another provider: only the same browser can complete it."""
BROWSER = "nardy-browser"
"""The cookie with the random id of a browser in which somebody has signed in; it outlives the session.
Password attempts from a known browser are limited less, and admins see accounts that share a browser."""
MOST_BROWSER = 64
"""Characters; a request may bring any id, and a longer one is cut."""
# Browsers keep a cookie for 400 days at most (RFC 6265bis, 5.5).
A_YEAR = 365 * 24 * 3600

AnyRequest = Request[object, object, State]
AnySocket = WebSocket[object, object, State]
AnyConnection = AnyRequest | AnySocket


def is_secure(connection: AnyConnection) -> bool:
    """Whether the request came over https, by its scheme or by the `origin` of the settings."""
    scheme = connection.scope["scheme"]
    return scheme in ("https", "wss") or connection.app.state.settings.origin.startswith("https:")


def name_for(connection: AnyConnection, name: str) -> str:
    """The cookie's name; over https with the prefix __Host-, so that no sibling domain can set it."""
    return f"__Host-{name}" if is_secure(connection) else name


def token_of(connection: AnyConnection) -> str | None:
    """The bearer token or the session cookie.

    The token wins: the scopes of a request with a token are checked (authorization.py), so it must
    not act with the rights of a browser's session.
    """
    return bearer_of(connection) or cookie_of(connection, NAME)


def bearer_of(connection: AnyConnection) -> str | None:
    """The bearer token of a program; pages of other sites cannot send this header."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def cookie_of(connection: AnyConnection, name: str) -> str | None:
    """The value of a cookie; None if the browser did not send it."""
    return connection.cookies.get(name_for(connection, name))


def browser_cookie(connection: AnyConnection) -> Cookie:
    """The cookie with the browser's id, a new one if it has none."""
    known = cookie_of(connection, BROWSER) or secrets.token_urlsafe(18)
    return cookie_with(connection, known[:MOST_BROWSER], BROWSER)


def cookie_with(connection: AnyConnection, token: str, name: str = NAME) -> Cookie:
    """A cookie with this value, by default that of the session; an empty one deletes it."""
    seconds = int(LOGIN_SECONDS) if name == LOGIN else A_YEAR
    return Cookie(
        name_for(connection, name),
        value=token,
        httponly=True,
        # "strict" would hold the login cookie back when the provider sends the browser to the club.
        samesite="lax",
        secure=is_secure(connection),
        max_age=seconds if token else 0,
        path="/",
    )
