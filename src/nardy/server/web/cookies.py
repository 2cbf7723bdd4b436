"""Credentials of a request: a browser's HttpOnly cookies, or a program's bearer token."""

import secrets

from litestar import Request, WebSocket
from litestar.datastructures import Cookie, State

NAME = "nardy"
LOGIN = "nardy-errand"
"""The cookie of a login through another provider: only the same browser can complete it."""
A_LOGIN = 600
"""Seconds; as long as a login may be pending (accounts/oidc/pending.py)."""
BROWSER = "nardy-browser"
"""The cookie with the random id of a browser in which somebody has signed in; it outlives the session.
Password attempts from a known browser are limited less, and admins see accounts that share a browser."""
MOST_BROWSER = 64
"""Characters; a request may bring any id, and a longer one is cut."""
A_YEAR = 365 * 24 * 3600

AnyRequest = Request[object, object, State]
AnySocket = WebSocket[object, object, State]
AnyConnection = AnyRequest | AnySocket


def is_secure(connection: AnyConnection) -> bool:
    """Whether the request came over https, by its scheme or by the `origin` of the settings."""
    scheme = connection.scope["scheme"]
    return scheme in ("https", "wss") or connection.app.state.settings.origin.startswith("https:")


def name_for(connection: AnyConnection, name: str = NAME) -> str:
    """The cookie's name; over https with the prefix __Host-, so that no sibling domain can set it."""
    return f"__Host-{name}" if is_secure(connection) else name


def token_of(connection: AnyConnection) -> str | None:
    """The bearer token or the session cookie.

    The token wins: the scopes of a request with a token are checked (authorization.py), so it must
    not act with the rights of a browser's session.
    """
    return bearer_of(connection) or connection.cookies.get(name_for(connection))


def bearer_of(connection: AnyConnection) -> str | None:
    """The bearer token of a program; pages of other sites cannot send this header."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def cookie_with(connection: AnyConnection, token: str) -> Cookie:
    """The session cookie; an empty token deletes it."""
    return _cookie(connection, NAME, token, A_YEAR)


def browser_of(connection: AnyConnection) -> str | None:
    """The id of a browser in which somebody has signed in before."""
    return connection.cookies.get(name_for(connection, BROWSER))


def browser_cookie(connection: AnyConnection) -> Cookie:
    """The cookie with the browser's id, a new one if it has none."""
    known = browser_of(connection) or secrets.token_urlsafe(18)
    return _cookie(connection, BROWSER, known[:MOST_BROWSER], A_YEAR)


def pending_login_of(connection: AnyConnection) -> str | None:
    """The token of a login through another provider that is under way."""
    return connection.cookies.get(name_for(connection, LOGIN))


def login_cookie(connection: AnyConnection, token: str) -> Cookie:
    """The cookie of a login through another provider; an empty token deletes it."""
    return _cookie(connection, LOGIN, token, A_LOGIN)


def _cookie(connection: AnyConnection, name: str, token: str, seconds: int) -> Cookie:
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
