"""What one process tells another about whose message it passes on: headers that only it may set."""

import hmac
from collections.abc import Iterable, Mapping
from typing import Any

SECRET = b"x-nardy-relay"
CLIENT = b"x-nardy-client"
SCHEME = b"x-nardy-scheme"
HOST = b"x-nardy-host"
GAMES = b"x-nardy-games"
"""The digest of the game files of a process that asks whether it may begin."""
OURS = (SECRET, CLIENT, SCHEME, HOST)
# RFC 9110, 7.6.1, and what the client of the relay sets itself.
_HOP_BY_HOP = {
    *(b"connection", b"keep-alive", b"te", b"trailer", b"transfer-encoding", b"upgrade"),
    *(b"proxy-connection", b"content-length", b"host"),
}
Headers = list[tuple[bytes, bytes]]
UNKNOWN = 401
"""The status for whoever does not know the secret, with `SECRET` as what is asked for."""
DIFFERENT = 409
"""The status for a process with other game files, with `GAMES` among the headers."""
RELAYED = "nardy.relayed"
"""In the scope of a request that another process has passed on."""


def passed_on(given: Iterable[tuple[bytes, bytes]]) -> Headers:
    """The headers of a client that go with its request, without any that pretends to be another process's."""
    return [
        (name, value)
        for name, value in given
        if name not in _HOP_BY_HOP
        and name not in (*OURS, GAMES)
        and not name.startswith(b"sec-websocket-")
    ]


def marked(scope: Mapping[str, Any], secret: str) -> Headers:
    """The headers with which a request goes to another process in the name of its client.

    *scope* is the request's, as ASGI has it.
    """
    client: str = (scope.get("client") or ("nowhere", 0))[0]
    host = next((value for name, value in scope["headers"] if name == b"host"), b"")
    ours = [(SECRET, secret.encode()), (CLIENT, client.encode()), (HOST, host)]
    return [*passed_on(scope["headers"]), *ours, (SCHEME, scope["scheme"].encode())]


def unmarked(scope: Mapping[str, Any]) -> dict[str, Any]:
    """The scope of a request from another process, as that process had it."""
    told = {name: value for name, value in scope["headers"] if name in OURS}
    headers = [*passed_on(scope["headers"]), (b"host", told.get(HOST, b""))]
    length = [(name, value) for name, value in scope["headers"] if name == b"content-length"]
    return {
        **scope,
        "headers": [*headers, *length],
        "client": (told.get(CLIENT, b"nowhere").decode("latin-1"), 0),
        "scheme": told.get(SCHEME, b"http").decode("latin-1"),
        RELAYED: True,
    }


def is_relayed(scope: Mapping[str, Any]) -> bool:
    """Whether another process has passed a request on."""
    return RELAYED in scope


def is_known(given: Iterable[tuple[bytes, bytes]], secret: str) -> bool:
    """Whether a request comes from a process of the club."""
    told = next((value for name, value in given if name == SECRET), b"")
    return hmac.compare_digest(told, secret.encode())
