"""What a program's token may ask for: every request and message needs a scope, or is closed to tokens.

The tables name what is open. A request or a message that they do not name is refused to every token, so a
new route stays closed until somebody decides otherwise here. A browser's cookie needs no scope.
"""

from collections.abc import Mapping
from typing import Any, cast

from litestar import Request, WebSocket
from litestar.connection import ASGIConnection
from litestar.enums import ScopeType
from litestar.exceptions import NotAuthorizedException, PermissionDeniedException
from litestar.handlers import BaseRouteHandler

from nardy.server.accounts.token_scopes import Scope
from nardy.server.errors import RefusedError
from nardy.server.protocol.messages import (
    Act,
    Ask,
    Commit,
    Explore,
    Follow,
    Listen,
    Mute,
    Report,
    Reveal,
    Say,
    Unwatch,
    Watch,
    WatchLobby,
)
from nardy.server.store.guests import Guest
from nardy.server.web.cookies import bearer_of, token_of
from nardy.server.web.guards import place_of

UNKNOWN_PROGRAM = (
    "expected the token of a program, and this is none any more; its owner gets another one"
)
Connection = Request[Any, Any, Any] | WebSocket[Any, Any, Any]

REQUESTS: Mapping[tuple[str, str], Scope] = {
    ("GET", "/api/me"): "read",
    ("GET", "/api/mine"): "read",
    ("GET", "/api/rules/{game}"): "read",
    ("GET", "/api/games"): "read",
    ("GET", "/api/games/{game}"): "read",
    ("GET", "/api/position"): "read",
    ("POST", "/api/position/nodes"): "read",
    ("POST", "/api/position/verdict"): "read",
    ("GET", "/api/rooms/{room_id}/proof"): "read",
    ("GET", "/api/rooms/{room_id}/match/{kind}"): "read",
    ("GET", "/api/bots"): "read",
    ("GET", "/api/leaders"): "read",
    ("GET", "/api/leaders/{game}/{pace}"): "read",
    ("GET", "/api/players/{player}"): "read",
    ("GET", "/api/players/{player}/games"): "read",
    ("GET", "/api/players/{player}/ratings/{game}/{pace}"): "read",
    ("GET", "/api/players/{player}/tournaments"): "read",
    ("GET", "/api/tournaments"): "read",
    ("GET", "/api/tournaments/{tournament}"): "read",
    ("GET", "/api/dice"): "read",
    ("GET", "/health"): "read",
    ("GET", "/schema"): "read",
    ("GET", "/schema/{path}"): "read",
    ("GET", "/schema/openapi.json"): "read",
    ("POST", "/api/rooms"): "play",
    ("POST", "/api/rooms/{room_id}/seat"): "play",
    ("POST", "/api/rooms/{room_id}/again"): "play",
}
"""By method and path, with the names of what stands in it."""

# Hints and evaluations are not here: a program brings an engine of its own.
MESSAGES: Mapping[type, Scope] = {
    Watch: "read",
    Unwatch: "read",
    WatchLobby: "read",
    Follow: "read",
    Listen: "read",
    Ask: "read",
    Explore: "read",
    Act: "play",
    Commit: "play",
    Reveal: "play",
    Say: "play",
    Mute: "play",
    Report: "play",
}
"""By the kind of a message on the WebSocket."""


async def require_scope(
    connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler
) -> None:
    """Refuse a token what its scopes do not open; a guard of every route.

    Raises:
        NotAuthorizedException: it is no token any more.
        PermissionDeniedException: the route is closed to tokens, or to this one.
    """
    if connection.scope["type"] != ScopeType.HTTP:
        return  # the WebSocket says it with a code of its own: see nardy.server.app.live
    request = cast("Request[Any, Any, Any]", connection)
    if bearer_of(request) is None or request.method == "OPTIONS":
        return
    template = request.scope["path_template"]
    method = "GET" if request.method == "HEAD" else request.method
    needed = REQUESTS.get((method, template))
    asked = f"{request.method} {request.url.path:.80}"
    if needed is None:
        raise PermissionDeniedException(
            f"expected a request that a program's token opens, got {asked}; do it in a browser"
        )
    guest = await who_comes(request)
    if guest is None:
        raise NotAuthorizedException(UNKNOWN_PROGRAM)
    if needed not in guest.scopes:
        raise PermissionDeniedException(_too_little(needed, asked))


async def who_comes(connection: Connection) -> Guest | None:
    """Who asks, by a browser's cookie or by a program's token; neither counts in the other's place."""
    club = connection.app.state.club
    guest = await club.guest(token_of(connection))
    is_token = bearer_of(connection) is not None
    if guest is None or bool(guest.scopes) != is_token:
        return None
    await club.known_devices.note(guest, place_of(connection))
    return guest


def require_message_scope(guest: Guest | None, message: object) -> None:
    """Refuse a message that the scopes of a token do not open.

    Raises:
        RefusedError: its kind is closed to tokens, or to this one.
    """
    if guest is None or not guest.scopes:
        return
    needed, kind = MESSAGES.get(type(message)), type(message).__name__.lower()
    if needed is None:
        told = f"expected a message that a program's token opens, got {kind!r}"
        raise RefusedError("token-scope", f"{told}; ask for it in a browser")
    if needed not in guest.scopes:
        raise RefusedError("token-scope", _too_little(needed, kind))


def _too_little(needed: Scope, asked: str) -> str:
    told = f"expected a token with the scope {needed!r} for {asked}, got one without it"
    return f"{told}; its owner makes another one"
